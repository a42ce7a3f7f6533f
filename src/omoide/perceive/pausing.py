"""Pausing: for a while, nothing is perceived (N2). Kept in the store, so that every process knows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from omoide.domain.dates import placed
from omoide.ports import Faculties


@dataclass(frozen=True, slots=True)
class Pause:
    since: datetime
    until: datetime | None


def pause(faculties: Faculties, until: datetime | None) -> Pause:
    since = faculties.clock.now()
    until = placed(until) if until else None  # kept without a zone, it could never be compared with now again
    faculties.store.state.set(
        _key(faculties), json.dumps({"since": since.isoformat(), "until": until.isoformat() if until else None})
    )
    return Pause(since, until)


def resume(faculties: Faculties) -> None:
    faculties.store.state.set(_key(faculties), None)


def paused(faculties: Faculties) -> Pause | None:
    """The pause that holds now, if there is one; one that has run out counts as over."""
    kept = faculties.store.state.get(_key(faculties))
    if not kept:
        return None
    values = json.loads(kept)
    until = datetime.fromisoformat(values["until"]) if values["until"] else None
    if until and until <= faculties.clock.now():
        return None
    return Pause(datetime.fromisoformat(values["since"]), until)


def _key(faculties: Faculties) -> str:
    return faculties.scope.key("pause")
