"""Pausing: for a while, nothing is perceived (N2). Kept in the store, so that every process knows.

Pauses that are over are kept too: a transcript may be read long after, and what was said in a pause stays unsaid.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from omoide.domain.dates import placed
from omoide.ports import Faculties

MOST_KEPT = 500  # pauses that are over


@dataclass(frozen=True, slots=True)
class Pause:
    since: datetime
    until: datetime | None


def pause(faculties: Faculties, until: datetime | None) -> Pause:
    since = faculties.clock.now()
    _put_by(faculties)
    until = placed(until) if until else None  # kept without a zone, it could never be compared with now again
    faculties.store.state.set(
        _key(faculties), json.dumps({"since": since.isoformat(), "until": until.isoformat() if until else None})
    )
    return Pause(since, until)


def resume(faculties: Faculties) -> None:
    _put_by(faculties)
    faculties.store.state.set(_key(faculties), None)


def paused(faculties: Faculties) -> Pause | None:
    """The pause that holds now, if there is one; one that has run out counts as over."""
    last = _last(faculties)
    return None if last is None or (last.until and last.until <= faculties.clock.now()) else last


def was_paused(faculties: Faculties, time: datetime) -> bool:
    """Whether a pause held at that time, be it over or not."""
    last = _last(faculties)
    every = [*_over(faculties), *([last] if last else [])]
    return any(pause.since <= time and (pause.until is None or time < pause.until) for pause in every)


def _last(faculties: Faculties) -> Pause | None:
    kept = faculties.store.state.get(_key(faculties))
    if not kept:
        return None
    values = json.loads(kept)
    until = datetime.fromisoformat(values["until"]) if values["until"] else None
    return Pause(datetime.fromisoformat(values["since"]), until)


def _over(faculties: Faculties) -> list[Pause]:
    kept = faculties.store.state.get(faculties.scope.key("pauses"))
    return [Pause(*map(datetime.fromisoformat, each)) for each in json.loads(kept or "[]")]


def _put_by(faculties: Faculties) -> None:
    """The pause that held last joins those that are over; it ended when it ran out, or ends now."""
    last, now = _last(faculties), faculties.clock.now()
    if last:
        over = [*_over(faculties), Pause(last.since, min(last.until or now, now))][-MOST_KEPT:]
        pairs = [(pause.since.isoformat(), pause.until.isoformat()) for pause in over if pause.until]
        faculties.store.state.set(faculties.scope.key("pauses"), json.dumps(pairs))


def _key(faculties: Faculties) -> str:
    return faculties.scope.key("pause")
