"""The part of a Mind that ends sessions and keeps track: notes, tasks, the thread of talk, the heartbeat."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from omoide import perceive, sessions
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

if TYPE_CHECKING:
    from omoide.domain.note import Note
    from omoide.domain.session import ArchiveFile, Kept, Tier, Underway
    from omoide.domain.task import Task, TaskState
    from omoide.domain.thread import Flush, Thread
    from omoide.domain.turn import Scope
    from omoide.encode import Encoded
    from omoide.ports import Finding
    from omoide.sessions import Heartbeat
    from omoide.sessions.resuming import Searched


class Sessions:
    """Every line delegates."""

    faculties: Faculties
    settings: Settings

    def end_session(self, session: str | None = None, progress: Progress | None = None) -> Encoded:
        """End one session, or all: what was perceived becomes memories, what is new is noted, tasks and resolved
        matters are written down (W7)."""
        return sessions.end_session(self.faculties, self.settings, session, progress)

    def finish_idle(self, now: datetime | None = None, retry: bool = False) -> Encoded:
        """The same for every session that a silence has ended (W6); with `retry` whatever waits is tried again."""
        return sessions.finish_idle(self.faculties, self.settings, now, retry)

    def heartbeat_due(self, now: datetime) -> bool:
        """True once in that time, for one of all processes that ask: several may serve one home."""
        return sessions.heartbeat_due(self.faculties, self.settings, now)

    def hearts_due(self, scopes: Iterable[Scope], now: datetime) -> list[Scope]:
        """Of all these, for which `heartbeat_due` would be true."""
        return sessions.hearts_due(self.faculties, self.settings, scopes, now)

    def heartbeat(self, now: datetime | None = None) -> Heartbeat:
        """As `finish_idle`, logged as a heartbeat; every `session.heartbeat_minutes`."""
        return sessions.heartbeat(self.faculties, self.settings, now)

    def notes(self, day: date | None = None) -> list[Note]:
        """What sessions brought, in the order in which it was noted; of one day, or all."""
        notes = self.faculties.store.notes
        return notes.of_day(self.faculties.scope, day) if day else notes.since(self.faculties.scope, None)

    def tasks(self) -> TaskState:
        """What is to be done and what is resolved, as the page has it."""
        return sessions.current_task(self.faculties)

    def add_task(self, text: str, now: datetime | None = None) -> tuple[Task, bool]:
        """Write down something to do; False when it is open already."""
        return sessions.add_task(self.faculties, self.settings, text, now or self.faculties.clock.now())

    def finish_task(self, number: int, now: datetime | None = None) -> Task:
        """The open task of that number (from 1) is done."""
        return sessions.finish_task(self.faculties, self.settings, number, now or self.faculties.clock.now())

    def thread(self, session: str | None = None) -> Thread | None:
        """The thread of talk that is in mind, or was last (W1)."""
        found = self.faculties.sessions.underway(self.faculties.scope, session)
        return found.thread if found else None

    def flushes(self, thread: str) -> list[Flush]:
        """What has flowed out of a thread (W3), in whatever tier it is now."""
        return sessions.flushed(self.faculties, thread)

    def left_off(self, now: datetime | None = None, session: str | None = None) -> Underway | None:
        """The talk that was left off last, to go on from there (S2)."""
        return sessions.left_off(self.faculties, self.settings, now or self.faculties.clock.now(), session)

    def move_sessions(self, now: datetime | None = None) -> dict[str, Any]:
        """Let talks that are old enough go on to their next tier (S1-S3); nights and heartbeats do."""
        if now is None and perceive.watch_clock(self.faculties.store.state, self.faculties.clock, self.settings.clock):
            return {}
        return sessions.move_sessions(self.faculties, self.settings, now or self.faculties.clock.now())

    def kept_sessions(self, tier: Tier | None = None) -> list[Kept]:
        """Talks in the archive and in long-term memory, oldest first."""
        return self.faculties.store.tiers.kept(self.faculties.scope, tier)

    def archive_files(self) -> list[ArchiveFile]:
        """The Parquet files that hold something of this person."""
        return self.faculties.store.tiers.files(self.faculties.scope.person)

    def archive_of_other_houses(self) -> list[str]:
        """Files of anybody's talks that belong to another house, as after a restore on another machine (X10)."""
        return sessions.of_other_houses(self.faculties)

    def search_archive(self, words: str, limit: int = 20) -> Searched:
        """What the archive has that holds every one of the words: talks, and turns of the full log (X3)."""
        return sessions.search_archive(self.faculties, words, limit)

    def repair_tiers(self, now: datetime | None = None) -> list[Finding]:
        """Finish moves that were interrupted; tell talks anew whose file is gone, and name those that are lost."""
        return sessions.repair_tiers(self.faculties, self.settings, now or self.faculties.clock.now())

    def fit_archive(self, now: datetime | None = None) -> list[Finding]:
        """After a restore: the same, unless the files are another house's, which are not touched (X10)."""
        return sessions.fit_archive(self.faculties, self.settings, now or self.faculties.clock.now())
