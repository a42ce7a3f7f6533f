"""The end of a session (W6): turns become memories, what is new is noted, the thread of talk flows out.

Explicit (a hook, the end of a chat, a tool), or by a silence, which is looked for at heartbeats, by the worker and at
night. Taking a message in never waits for it: the turns of the old session and the new one are told apart by the
silence between them, whenever somebody looks.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from omoide.encode import Encoded, encode_turns, encode_waiting
from omoide.errors import OmoideError
from omoide.pages import refresh_profile
from omoide.perceive import end_threads, let_emotion_go
from omoide.ports import Faculties, Progress
from omoide.sessions.noting import note_ended
from omoide.sessions.parting import behind_a_silence
from omoide.settings import Settings

ALL = 10_000_000


def end_session(
    faculties: Faculties, settings: Settings, session: str | None = None, progress: Progress | None = None,
    now: datetime | None = None,
) -> Encoded:  # fmt: skip
    """End one session, or all of them."""
    encoded = encode_waiting(faculties, settings, session, progress)
    named = None if session is None else (session,)
    return _finish(faculties, settings, encoded, named, now or faculties.clock.now())


def finish_idle(faculties: Faculties, settings: Settings, now: datetime | None = None, retry: bool = False) -> Encoded:
    """As the end of every session that a silence has ended. With `retry` every turn that waits gets another chance, of
    sessions that go on too: one that failed may have waited long enough."""
    now = now or faculties.clock.now()
    if retry:
        return _finish(faculties, settings, encode_waiting(faculties, settings), (), now)
    waiting = behind_a_silence(faculties, settings, faculties.store.turns.waiting(faculties.scope, None, ALL), now)
    encoded = encode_turns(faculties, settings, [turn for stretch in waiting for turn in stretch.turns])
    for session in dict.fromkeys(stretch.session for stretch in waiting if stretch.session):
        let_emotion_go(faculties, session)
    return _finish(faculties, settings, encoded, (), now)


def round_off(faculties: Faculties, settings: Settings, encoded: Encoded) -> Encoded:
    """Round off what was read from files: the sessions that ended with it, and those that lie behind a silence."""
    if not encoded.turns and not encoded.sessions:
        return encoded
    return _finish(faculties, settings, encoded, encoded.sessions, faculties.clock.now())


def _finish(
    faculties: Faculties, settings: Settings, encoded: Encoded, over: tuple[str, ...] | None, now: datetime
) -> Encoded:
    noted = note_ended(faculties, settings, now, over)
    for session in _threads_over(faculties, over):
        end_threads(faculties, settings, now, session)
    end_threads(faculties, settings, now)
    problems = noted.problems
    if encoded.turns or noted.taken:
        try:
            refresh_profile(faculties, settings, now)
        except OmoideError as error:  # somebody's page is damaged: the session is over all the same
            problems += (error,)
    new = tuple(problem for problem in problems if problem.en not in {one.en for one in encoded.problems})
    return replace(encoded, notes=noted.taken, problems=encoded.problems + new)


def _threads_over(faculties: Faculties, over: tuple[str, ...] | None) -> tuple[str, ...]:
    if over is not None:
        return over
    return tuple(dict.fromkeys(t.session for t in faculties.store.threads.going_on(faculties.scope)))
