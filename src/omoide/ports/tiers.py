"""The tiers that a talk passes through on its way to long-term memory (S1-S5): the fast store, the archive, and the
ledger that says where each session is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from omoide.domain.session import ArchiveFile, FileKind, Kept, Logged, Session, SessionKey, Tier, Underway
from omoide.domain.thread import Flush
from omoide.domain.turn import Scope, Turn


class SessionStore(Protocol):
    """The fast tier: what was talked about in the last hours, as it is read before a reply (S2, R16).

    Rows of the store are the truth. Where something faster answers, it holds nothing that is nowhere else, and an
    answer that is older than the rows is never given."""

    def underway(self, scope: Scope, session: str | None = None) -> Underway | None:
        """The talk that was left off last, of a session or of any."""
        ...

    def recent(self, scope: Scope, since: datetime, most: int) -> list[Flush]:
        """What flowed out since then, newest first."""
        ...

    def let_go(self, person: str) -> int:
        """Drop every copy of what was talked about with a person; rows are not touched. Returns how many."""
        ...


class Tiers(Protocol):
    """Which session is in which tier, and which files the archive has. A move is recorded here in the transaction that
    takes the session from where it was."""

    def in_fast(self, scope: Scope, before: datetime, most: int) -> list[Session]:
        """Those that flowed out at a moment or before it, oldest first."""
        ...

    def kept(self, scope: Scope, tier: Tier | None = None) -> list[Kept]:
        """Those that have left the fast store, oldest first."""
        ...

    def begin_file(self, file: ArchiveFile) -> None:
        """Leave word of a file before it is written, so that none is ever unknown."""
        ...

    def archive(self, scope: Scope, file: ArchiveFile, sessions: Sequence[Session], now: datetime) -> bool:
        """The file stands: these are in it, and in the fast store no more. False, and nothing is changed, when somebody
        else has moved one of them."""
        ...

    def promote(
        self, scope: Scope, chosen: Sequence[tuple[Session, float]], others: Sequence[tuple[SessionKey, float]],
        now: datetime,
    ) -> None:  # fmt: skip
        """The chosen are long-term memories with their importance from now on, the others are passed over (S3). Files
        that hold what is elsewhere now are stale."""
        ...

    def expire(self, keys: Sequence[SessionKey]) -> int:
        """Let them go from wherever they are; their turns and memories stay. Files that hold them are stale."""
        ...

    def bring_back(self, sessions: Sequence[Session]) -> int:
        """Into the fast store again, in place of wherever they are."""
        ...

    def replace_file(self, old: str, new: ArchiveFile | None, keys: Sequence[SessionKey], now: datetime) -> None:
        """The new file holds these of the old one, which is on its way out unless somebody's words still stand in it
        alone: then these are lost, and it stays in the ledger for as long as they are (O1)."""
        ...

    def lose_file(self, name: str, now: datetime) -> None:
        """Nothing of it counts any more; it is on its way out. Turns that only it had are logged again."""
        ...

    def hasten(self, person: str) -> None:
        """What was forgotten may stand in files that are on their way out: they do not wait any longer."""
        ...

    def look_again(self, name: str) -> None:
        """A file that was lost is there again: it is written anew with what counts of it."""
        ...

    def logged_in(self, name: str) -> list[str]:
        """The turns that a file of the full log has."""
        ...

    def drop_file(self, name: str) -> None: ...

    def files(self, person: str | None = None, kind: FileKind | None = None) -> list[ArchiveFile]:
        """In the order of their names; of a person, or of all."""
        ...

    def in_file(self, name: str) -> list[Kept]: ...

    def record(self, key: SessionKey) -> Flush | None:
        """As far as the store knows it, in whatever tier: of an archived one the words stand in its file alone."""
        ...

    def made_from(self, scope: Scope, turns: Sequence[str]) -> list[int]:
        """Rows of the memories that were made from these turns."""
        ...

    def touched(self, key: SessionKey) -> bool:
        """Whether a turn of it was forgotten since it flowed out, so that its words must not be shown."""
        ...

    def forgotten(self, scope: Scope) -> list[SessionKey]:
        """Sessions with a message whose turn was forgotten since they flowed out."""
        ...

    def said(self, key: SessionKey) -> list[tuple[str, str, str]]:
        """What is left of it: speaker, text and turn, in their order."""
        ...

    def let_messages_go(self, key: SessionKey) -> None:
        """Messages whose turns were forgotten belong to no session any more."""
        ...

    def to_log(self, scope: Scope, most: int) -> list[Turn]:
        """Turns that no file of the full log has, oldest first."""
        ...

    def logged(self, scope: Scope, file: ArchiveFile, turns: Sequence[str], instead_of: str = "") -> None:
        """The file of the full log stands and holds these; another that it replaces is on its way out."""
        ...

    def log_forgotten(self, scope: Scope) -> dict[str, list[str]]:
        """By file, the turns in it that were forgotten since."""
        ...


class Blobs(Protocol):
    """Whole files by name, in a folder or an object store. Several houses may share a place (X10)."""

    @property
    def where(self) -> str:
        """As a person is told about it; never with a secret."""
        ...

    def put(self, name: str, data: bytes) -> None:
        """Whole or not at all."""
        ...

    def get(self, name: str) -> bytes | None: ...

    def local(self, name: str) -> AbstractContextManager[Path | None]:
        """A file with its bytes, for a library that reads files; None when there is none of that name."""
        ...

    def names(self, beginning: str = "") -> list[str]: ...

    def written_at(self, name: str) -> datetime | None:
        """By the clock of the place; None when nothing has that name."""
        ...

    @property
    def house(self) -> str:
        """The id that new names begin with; empty where nobody shares the place."""
        ...

    def is_mine(self, name: str) -> bool: ...

    def remove(self, name: str) -> bool:
        """False when nothing has that name, or when it is another house's, which is left alone."""
        ...


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that is made and not yet in its place."""

    file: ArchiveFile
    data: bytes


class Archive(Protocol):
    """Parquet files, each written once and read back before it counts (S1, X3)."""

    @property
    def where(self) -> str: ...

    def sessions_as_file(self, scope: Scope, month: str, sessions: Sequence[Session], now: datetime) -> NewFile:
        """What such a file would be: nothing is written yet, so that word can be left of it first."""
        ...

    def log_as_file(self, scope: Scope, month: str, turns: Sequence[Turn], now: datetime) -> NewFile: ...

    def put(self, new: NewFile) -> None:
        """Write it and read it back. Raises when the place is full or other bytes are read; then nothing counts."""
        ...

    def read_sessions(self, names: Iterable[str]) -> list[Session]: ...

    def read_log(self, names: Iterable[str]) -> list[Logged]: ...

    def find_sessions(self, names: Iterable[str], phrases: Sequence[str], most: int) -> list[Session]:
        """Those that hold every phrase, newest first."""
        ...

    def find_logged(self, names: Iterable[str], phrases: Sequence[str], most: int) -> list[Logged]: ...

    def fault(self, file: ArchiveFile) -> str:
        """`missing`, `damaged`, or nothing when it is as it was written."""
        ...

    def names(self) -> list[str]:
        """All that lie there, also those that no ledger knows."""
        ...

    def written_at(self, name: str) -> datetime | None: ...

    def is_mine(self, name: str) -> bool:
        """Whether this house may remove it (X10)."""
        ...

    def remove(self, name: str) -> None:
        """What is another house's is left alone."""
        ...
