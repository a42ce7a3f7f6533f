"""A place that houses may share (X10): all may be read, and only what is this house's own is ever removed."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path

from omoide.domain.owning import House
from omoide.ports.tiers import Blobs


class HouseBlobs:
    def __init__(self, blobs: Blobs, house: House, inside: bool) -> None:
        """`inside`: it lies in the home itself, so that all that is there is the home's."""
        self._blobs, self._house, self._inside = blobs, house, inside

    @property
    def where(self) -> str:
        return self._blobs.where

    @property
    def house(self) -> str:
        return self._house.id

    def is_mine(self, name: str) -> bool:
        return self._inside or self._house.has(name)

    def put(self, name: str, data: bytes) -> None:
        self._blobs.put(name, data)

    def get(self, name: str) -> bytes | None:
        return self._blobs.get(name)

    def local(self, name: str) -> AbstractContextManager[Path | None]:
        return self._blobs.local(name)

    def names(self, beginning: str = "") -> list[str]:
        return self._blobs.names(beginning)

    def written_at(self, name: str) -> datetime | None:
        return self._blobs.written_at(name)

    def remove(self, name: str) -> bool:
        return self.is_mine(name) and self._blobs.remove(name)
