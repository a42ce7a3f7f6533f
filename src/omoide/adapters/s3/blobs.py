"""Blobs in an object store: whole files by name, below the prefix of an address."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from omoide.adapters.s3.address import Address, read_address
from omoide.adapters.s3.bucket import Bucket


class S3Blobs:
    def __init__(self, address: Address | str) -> None:
        self._bucket = Bucket(read_address(address) if isinstance(address, str) else address)

    @property
    def where(self) -> str:
        return str(self._bucket.address)

    @property
    def house(self) -> str:
        return ""

    def is_mine(self, name: str) -> bool:
        return True

    def put(self, name: str, data: bytes) -> None:
        self._bucket.put(name, data)

    def get(self, name: str) -> bytes | None:
        return self._bucket.get(name)

    @contextmanager
    def local(self, name: str) -> Iterator[Path | None]:
        """A copy for as long as this lasts."""
        with tempfile.TemporaryDirectory(prefix="omoide-") as folder:
            copy = Path(folder) / Path(name).name
            yield copy if self._bucket.fetch(name, copy) else None

    def names(self, beginning: str = "") -> list[str]:
        return self._bucket.names(beginning)

    def written_at(self, name: str) -> datetime | None:
        return self._bucket.written_at(name)

    def remove(self, name: str) -> bool:
        if self._bucket.size(name) is None:
            return False
        self._bucket.remove(name)
        return True
