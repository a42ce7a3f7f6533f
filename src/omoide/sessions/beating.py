"""The heartbeat (W6): every half hour a look whether a session has ended, logged as such (L2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from omoide.domain.counting import counted
from omoide.domain.turn import Scope
from omoide.encode import Encoded
from omoide.errors import ArchiveFault, Unavailable
from omoide.language.detect import language_of
from omoide.perceive import note_event, paused, watch_clock
from omoide.ports import Faculties
from omoide.sessions.ending import finish_idle
from omoide.sessions.tiers import move_sessions
from omoide.settings import Settings

_BEAT = "beat"


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """What a heartbeat found to do."""

    at: datetime
    encoded: Encoded
    paused: bool = False
    moved: dict[str, Any] = field(default_factory=dict)  # what went on to its next tier (S1)

    def plain(self) -> dict[str, Any]:
        return {
            "at": self.at.isoformat(), "paused": self.paused, "memories": self.encoded.memories,
            "notes": self.encoded.notes, "waiting": self.encoded.failed,
        } | ({"moved": dict(self.moved)} if self.moved else {})  # fmt: skip


def heartbeat_due(faculties: Faculties, settings: Settings, now: datetime) -> bool:
    """True once in `session.heartbeat_minutes`, for one of all processes that serve the home."""
    state, key = faculties.store.state, faculties.scope.key(_BEAT)
    if _beaten(state.get(key), settings, now):
        return False
    with faculties.store.transaction():
        if _beaten(state.get(key), settings, now):
            return False
        state.set(key, now.isoformat())
        return True


def hearts_due(faculties: Faculties, settings: Settings, scopes: Iterable[Scope], now: datetime) -> list[Scope]:
    """Those of the scopes whose heart has not beaten for so long: one look at all, so that nobody is opened in vain."""
    with faculties.store.beyond():
        last = faculties.store.state.under(f'["{_BEAT}", ')
    return [scope for scope in scopes if not _beaten(last.get(scope.key(_BEAT)), settings, now)]


def _beaten(last: str | None, settings: Settings, now: datetime) -> bool:
    pause = timedelta(minutes=settings.session.heartbeat_minutes)
    return last is not None and timedelta(0) <= now - datetime.fromisoformat(last) < pause


def heartbeat(faculties: Faculties, settings: Settings, now: datetime | None = None) -> Heartbeat:
    """Finish what a silence has ended. In a pause nothing happens, and nothing is logged (N2); by a clock that is in
    doubt no talk is too old (O6)."""
    in_doubt = now is None and watch_clock(faculties.store.state, faculties.clock, settings.clock) is not None
    now = now or faculties.clock.now()
    if paused(faculties):
        return Heartbeat(now, Encoded(), paused=True)
    note_event(faculties, settings, "heartbeat_start", ts=now)
    encoded = finish_idle(faculties, settings, now)
    try:
        moved = {} if in_doubt else move_sessions(faculties, settings, now)
    except (ArchiveFault, Unavailable) as error:  # the next one tries again: nothing depends on the hour
        moved, problems = {}, (*encoded.problems, error)
        encoded = replace(encoded, problems=problems)
    note_event(faculties, settings, "heartbeat_end", ts=now, summary=_told(faculties, settings, encoded))
    return Heartbeat(now, encoded, moved=moved)


def _told(faculties: Faculties, settings: Settings, encoded: Encoded) -> str:
    """The persona reads it in its log: in the language of the home, else in that of the last talk."""
    language = settings.language
    if language == "auto":
        last = faculties.store.log.recent(faculties.scope, None, faculties.clock.now(), 1)
        language = language_of("\n".join(turn.said for turn in last))
    if language == "ja":
        return f"ノート {encoded.notes} 件、記憶 {encoded.memories} 件"
    return counted("{notes} notes, {memories} memories", notes=encoded.notes, memories=encoded.memories)
