"""Who is talking now, in which session. A silence ends one (W6): its turns become memories, and the next message begins
another.

A turn in which tools are used comes as several requests. Until the last of them it is unfinished; when that never
comes, what there was is kept when the next message or a silence shows it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from omoide.domain.turn import Scope
from omoide.errors import OmoideError
from omoide.perceive import Presence, presence

if TYPE_CHECKING:
    from omoide.mind import Mind

_log = logging.getLogger("omoide.proxy")
OpenMind = Callable[[], AbstractContextManager["Mind"]]


@dataclass(frozen=True, slots=True)
class Unfinished:
    said: str
    session: str
    replied: str
    time: datetime  # when its reply began
    since: Presence
    incognito: bool = False


@dataclass(slots=True)
class _Talk:
    session: str
    last: datetime
    silence: timedelta
    open_mind: OpenMind


class Conversations:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._talks: dict[Scope, _Talk] = {}
        self._unfinished: dict[tuple[Scope, str], Unfinished] = {}

    def session(self, mind: Mind, named: str, open_mind: OpenMind) -> str:
        """As the request names it, else the one that goes on, else a new one."""
        now, silence = mind.faculties.clock.now(), timedelta(minutes=mind.settings.session.idle_minutes)
        with self._lock:
            talk = self._talks.get(mind.scope)
            if talk is None or now - talk.last > silence:
                talk = _Talk(f"proxy {now.isoformat(timespec='seconds')}", now, silence, open_mind)
                self._talks[mind.scope] = talk
            talk.last = now
            return named or talk.session

    def turned(self, mind: Mind, session: str, said: str, unfinished: Unfinished | None) -> None:
        """A reply has ended. What was unfinished before, and is not what goes on, is kept as it is."""
        place, now = (mind.scope, session), mind.faculties.clock.now()
        with self._lock:
            before = self._unfinished.pop(place, None)
            if unfinished:
                self._unfinished[place] = unfinished
            if talk := self._talks.get(mind.scope):
                talk.last = now
        if before and before.said != said:
            _keep(mind, before)

    def end_idle(self, now: datetime) -> int:
        """What lies behind a silence becomes memories; an unfinished turn first becomes a turn. Returns how many
        conversations that were."""
        with self._lock:
            silent = {scope: talk for scope, talk in self._talks.items() if now - talk.last > talk.silence}
            for scope in silent:
                del self._talks[scope]
        for talk in silent.values():
            self._end(talk, now)
        return len(silent)

    def close(self) -> None:
        """Nobody will come back to what is unfinished."""
        with self._lock:
            talks = [self._talks[scope] for scope in {scope for scope, _ in self._unfinished} if scope in self._talks]
        for talk in talks:
            self._end(talk, None)

    def _end(self, talk: _Talk, now: datetime | None) -> None:
        try:
            with talk.open_mind() as mind:
                self._keep_unfinished(mind)
                if now is not None:
                    mind.finish_idle(now)
        except OmoideError as error:
            _log.warning("a session could not be ended: %s", error)
        except Exception:  # noqa: BLE001 - the outermost edge of a thread: the other conversations end all the same
            _log.exception("a session could not be ended: an error of our own")

    def _keep_unfinished(self, mind: Mind) -> None:
        with self._lock:
            places = [place for place in self._unfinished if place[0] == mind.scope]
            waiting = [self._unfinished.pop(place) for place in places]
        for one in waiting:
            _keep(mind, one)


def _keep(mind: Mind, turn: Unfinished) -> None:
    """As of when it was said. Whoever was erased since does not come back by it (O2)."""
    if presence(mind.faculties) == turn.since:
        mind.perceive(turn.said, turn.replied, time=turn.time, session=turn.session, incognito=turn.incognito)
