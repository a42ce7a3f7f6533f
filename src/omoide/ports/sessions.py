"""Working memory and what sessions leave behind: threads, flushes, notes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol

import numpy as np

from omoide.domain.note import Note, SessionSummary
from omoide.domain.thread import Flush, Thread
from omoide.domain.turn import Scope, Turn


class Threads(Protocol):
    """Rows are the snapshot: a thread that was going on when the process ended goes on with the next (W5).

    Personas that share a person and a named session share its thread (W4); a talk without a session is the persona's
    own."""

    def current(self, person: str, session: str, owner: str) -> Thread | None:
        """The thread of this session that has not ended: the owner's alone, or the one that personas share."""
        ...

    def latest(self, scope: Scope, session: str | None = None) -> Thread | None:
        """The thread that the persona took part in last, ended or not."""
        ...

    def going_on(self, scope: Scope) -> list[Thread]:
        """Every thread that this persona takes part in and that has not ended, the oldest first."""
        ...

    def save(self, scope: Scope, thread: Thread, flush: Flush | None = None) -> Thread:
        """Keep the thread as it is now, a new one under an id of its own; `flush` holds what has just flowed out."""
        ...

    def flushes(self, scope: Scope, thread: str) -> list[Flush]:
        """In their order."""
        ...

    def embed(self, flush: Flush, vector: np.ndarray, embedder: str) -> None: ...

    def unembedded(self, scope: Scope, most: int) -> list[Flush]:
        """Flushes that have no embedding yet, the newest first."""
        ...


class Notes(Protocol):
    """Each turn is in one note at most (W6)."""

    def add(self, note: Note) -> Note | None:
        """Keep it under an id of its own; None, and nothing is kept, when one of its turns is in a note already."""
        ...

    def of_day(self, scope: Scope, day: date) -> list[Note]: ...

    def since(self, scope: Scope, day: date | None) -> list[Note]:
        """Oldest first; None means all."""
        ...

    def to_carry_out(self, scope: Scope) -> list[Note]:
        """Notes whose tasks, resolutions and outcomes have not all reached their places."""
        ...

    def carried_out(self, note: Note) -> None: ...

    def unnoted(self, scope: Scope, since: datetime, until: datetime, session: str | None = None) -> list[Turn]:
        """Turns of a span of time that are in no note yet, oldest first. What was forgotten is left out."""
        ...

    def summary(self, scope: Scope, session: str) -> SessionSummary | None: ...

    def fold(self, scope: Scope, summary: SessionSummary) -> None:
        """Put it in place of the running summary of its session."""
        ...

    def summaries(self, scope: Scope, sessions: Sequence[str]) -> list[SessionSummary]: ...
