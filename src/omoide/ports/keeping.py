"""What keeps the house: locks, backups, upkeep, and the door to the old house."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from omoide.ports.erasing import Erasures, Holdings


class Locks(Protocol):
    def hold(self, name: str) -> AbstractContextManager[None]:
        """One process at a time; raises Busy at once when another has it. Freed when the process dies."""
        ...


@dataclass(frozen=True, slots=True)
class Backup:
    name: str
    path: Path
    taken: datetime
    bytes: int
    reason: str
    sha256: str


class Backups(Protocol):
    def create(self, now: datetime, reason: str) -> Backup: ...

    def list(self) -> list[Backup]: ...

    def verify(self, name: str) -> list[str]:
        """What is wrong with it; empty when it is sound."""
        ...

    def restore(self, name: str, now: datetime) -> Path:
        """Put it in place of the present store and pages, which are set aside; returns where."""
        ...

    def finish_restore(self) -> bool:
        """Do what is left of a restore that was killed; False when there is nothing. Busy while one is running."""
        ...

    def prune(self, keep: int) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that `check` noticed."""

    severity: Literal["ok", "warning", "error"]
    what: str
    en: str
    ja: str


class Upkeep(Protocol):
    def check(self) -> Sequence[Finding]: ...

    def repair(self, now: datetime) -> Sequence[Finding]:
        """Set a damaged database aside and restore or salvage what can be read."""
        ...

    def vacuum(self) -> tuple[int, int]:
        """Bytes before and after."""
        ...

    def size(self) -> int: ...


class OldHouse(Protocol):
    """The database of document 002's system: read from it, write to it."""

    def read(self, path: Path) -> Iterable[dict[str, Any]]: ...

    def write(self, path: Path, memories: Iterable[dict[str, Any]]) -> int: ...


@dataclass(frozen=True, slots=True)
class Housekeeping:
    """What keeps a home in order; only made when it is needed."""

    backups: Backups
    upkeep: Upkeep
    old_house: OldHouse
    holdings: Holdings
    erasures: Erasures
