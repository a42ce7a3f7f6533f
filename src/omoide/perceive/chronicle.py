"""The part of Mind that keeps a record while it lives: events, what is resolved, and replies that are being spoken."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from omoide import perceive

if TYPE_CHECKING:
    from omoide.domain.audit import AuditAction, Audited
    from omoide.domain.event import Entry, Event, EventType
    from omoide.domain.resolution import Resolution
    from omoide.perceive import Recovery, Stream
    from omoide.ports import Faculties
    from omoide.settings import Settings


class Chronicle:
    """Every line delegates. `recovered` are the replies that a crash had cut off and that this start has taken in."""

    faculties: Faculties
    settings: Settings
    recovered: Sequence[Recovery] = ()

    def note_event(
        self, type: EventType, *, ts: datetime | None = None, exit_code: int | None = None, **fields: str  # noqa: A002
    ) -> Event | None:  # fmt: skip
        """Log what happened (L1): content, from_, to, channel, tool, via, summary, task. Turns, tools and nights log
        themselves. None when nothing may be kept (a pause, a rule)."""
        return perceive.note_event(self.faculties, self.settings, type, ts=ts, exit_code=exit_code, **fields)

    def recent_events(self, now: datetime | None = None) -> list[Entry]:
        """What happened in the last day (`activity.hours`), oldest first, each with its pointer."""
        return perceive.recent(self.faculties, self.settings, now or self.faculties.clock.now())

    def resolve(self, matter: str, now: datetime | None = None) -> bool:
        """A matter is settled: this person's other personas may know, as people.share has it (L4, N7). False when it
        was settled before."""
        return perceive.resolve(self.faculties, self.settings, matter, ts=now)

    def resolved(self, since: datetime | None = None) -> list[Resolution]:
        """What was settled with this person, as far as this persona may know of it (N7), oldest first."""
        return perceive.resolved_matters(self.faculties, self.settings, since)

    def audit(self, action: AuditAction, subject: str = "", detail: str = "") -> Audited:
        """Write down for good what must be answered for (L5); exports, protection and deletion do it themselves."""
        return perceive.audit(self.faculties, action, subject, detail)

    def audited(self, most: int = 100, skip: int = 0) -> list[Audited]:
        """The audit log of the whole home, newest first. Nothing can change it."""
        return self.faculties.store.audit.latest(most, skip)

    def stream(
        self, said: str, *, session: str = "", trigger: str = "message", sender: str = "",
        time: datetime | None = None, origin: str = "", incognito: bool = False,
    ) -> Stream:  # fmt: skip
        """A reply to what was said, as it is spoken: `with mind.stream(said) as out: out.write(piece)`. Its end keeps
        the turn; a crash leaves a journal, from which the next start recovers it (J1)."""
        return perceive.Stream(
            self.faculties, self.settings, said, session=session, trigger=trigger, sender=sender, time=time,
            origin=origin, incognito=incognito,
        )  # fmt: skip
