"""What keeps the house: locks, backups, upkeep, and the door to the old house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Protocol

if TYPE_CHECKING:
    from omoide.domain.backup_rules import KeepRules
    from omoide.ports.erasing import Erasures, Holdings


class Locks(Protocol):
    def hold(self, name: str) -> AbstractContextManager[None]:
        """One process at a time; raises Busy at once when another has it. Freed when the process dies."""
        ...


@dataclass(frozen=True, slots=True)
class Backup:
    name: str
    path: Path | None  # where it lies as a file; None in an object store
    taken: datetime
    bytes: int
    reason: str
    sha256: str
    where: str  # as a person is told about it
    sealed: bool = False  # needs a key to be opened
    house: str = ""  # that it is of (X10); empty for one from before
    mine: bool = True  # whether this house may change or remove it


@dataclass(frozen=True, slots=True)
class DamagedBackup:
    """A file among the backups that nobody can read: not even when it was taken."""

    name: str
    path: Path | None
    bytes: int
    where: str


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a backup, in both languages."""

    en: str
    ja: str


class Shelf(Protocol):
    """Where backups lie, by name: a folder, or a place in an object store. What is not there is a FileNotFoundError."""

    @property
    def where(self) -> str:
        """As a person is told about it; never with a secret."""
        ...

    @property
    def folder(self) -> Path | None:
        """Where one is made ready, so that it moves in with a rename; None: anywhere."""
        ...

    def names(self) -> list[str]: ...

    def take_in(self, packed: Path, name: str) -> bool:
        """Whole or not at all; False, and nothing is changed, when the name is taken."""
        ...

    def replace(self, fresh: Path, name: str) -> None:
        """Put another in its place; what was there is gone for good."""
        ...

    def opened(self, name: str) -> BinaryIO:
        """To read some of it."""
        ...

    def local(self, name: str, work: Path) -> Path:
        """A file with all of it: its own, or a copy in the folder `work`."""
        ...

    def remove(self, name: str) -> None: ...


class Seal(Protocol):
    """A key that backups are encrypted with."""

    def close(self, plain: Path, sealed: Path, about: Mapping[str, Any]) -> dict[str, Any]:
        """Returns what can be read of it without the key."""
        ...

    def open(self, sealed: Path, plain: Path, name: str) -> None:
        """Raises Refused when it is sealed for another key, and StoreDamaged when it is not what was sealed."""
        ...


class Backups(Protocol):
    @property
    def where(self) -> str: ...

    def create(self, now: datetime, reason: str) -> Backup: ...

    def list(self) -> list[Backup]: ...

    def newest(self, now: datetime) -> datetime | None:
        """When the newest of this house was taken that does not lie ahead of now; cheaper than a list of all."""
        ...

    def damaged(self) -> Sequence[DamagedBackup]:
        """Files that are not in the list, since nobody can read them."""
        ...

    def verify(self, name: str) -> Sequence[Problem]:
        """What is wrong with it; empty when it is sound."""
        ...

    def restore(self, name: str, now: datetime) -> Path:
        """Put it in place of the present store and pages, which are set aside; returns where."""
        ...

    def finish_restore(self) -> bool:
        """Do what is left of a restore that was killed; False when there is nothing. Busy while one is running."""
        ...

    def prune(self, rules: KeepRules, now: datetime, dry_run: bool = False) -> Sequence[str]:
        """Let go what no rule keeps, of this house's own; returns their names. The newest sound one always stays, and
        what lies ahead."""
        ...


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


class Adopting(Protocol):
    """Which house this is, among those that share an object store (X10)."""

    def adopt(self, more: Iterable[str]) -> object:
        """It owns these files from now on too, with all others of the houses that they carry."""
        ...


@dataclass(frozen=True, slots=True)
class Housekeeping:
    """What keeps a home in order; only made when it is needed."""

    backups: Backups
    upkeep: Upkeep
    old_house: OldHouse
    holdings: Holdings
    erasures: Erasures
    house: Adopting
