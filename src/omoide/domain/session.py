"""A talk that has flowed out of working memory, in the tier where it is now (S1): fast, archive, or long-term."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from omoide.domain.thread import Flush, Thread

Tier = Literal["fast", "archive", "long_term"]
FileKind = Literal["sessions", "log"]
# A file is being written, stands, holds something that is elsewhere by now, or is on its way out (S1); or it is lost,
# with words that stand nowhere else.
FileState = Literal["writing", "ready", "stale", "leaving", "lost"]


@dataclass(frozen=True, slots=True)
class Session:
    """The record of document 004 (S5): the flush, and its embedding as the numbers of float32. Equal when all is."""

    flush: Flush
    embedding: tuple[float, ...] = ()

    @property
    def key(self) -> SessionKey:
        return SessionKey(self.flush.person, self.flush.thread, self.flush.number)


@dataclass(frozen=True, slots=True, order=True)
class SessionKey:
    """A later flush never takes the place of an earlier one (S5)."""

    person: str
    thread: str
    number: int

    def __str__(self) -> str:
        return f"{self.thread}#{self.number}"


@dataclass(frozen=True, slots=True)
class Kept:
    """A session that has left the fast store, as the ledger knows it. In the archive its words stand in `file`; in
    long-term memory they stand here, and `file` is empty."""

    key: SessionKey
    tier: Tier
    created_at: datetime
    moved_at: datetime
    sources: tuple[str, ...]
    turn_count: int
    file: str = ""
    importance: float | None = None  # known once it was due for long-term memory
    passed_over: bool = False  # others were more important: it stays in the archive until it expires (S3)
    summary: str = ""
    keywords: tuple[str, ...] = ()
    made_by: str = ""

    def plain(self) -> dict[str, Any]:
        return {
            "thread": self.key.thread, "number": self.key.number, "tier": self.tier, "summary": self.summary,
            "keywords": list(self.keywords), "turn_count": self.turn_count, "importance": self.importance,
            "passed_over": self.passed_over, "file": self.file, "created_at": self.created_at.isoformat(),
            "moved_at": self.moved_at.isoformat(), "made_by": self.made_by,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """One immutable Parquet file, as its line in the ledger has it."""

    name: str
    kind: FileKind
    persona: str
    person: str
    month: str  # 2026-11, by the clock of what is in it
    state: FileState
    sha256: str
    bytes: int
    count: int
    written_at: datetime
    left_at: datetime | None = None  # since when it is on its way out

    def plain(self) -> dict[str, Any]:
        return {
            "name": self.name, "kind": self.kind, "month": self.month, "state": self.state, "sha256": self.sha256,
            "bytes": self.bytes, "count": self.count, "written_at": self.written_at.isoformat(),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Logged:
    """One turn of the full log (X3 B), as it is found."""

    turn: str
    session: str
    said: str
    replied: str
    time: datetime
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Underway:
    """The talk that a person left off last (S2): the thread with what is still in mind, and what has flowed out of it,
    oldest first."""

    thread: Thread
    before: tuple[Flush, ...] = ()
