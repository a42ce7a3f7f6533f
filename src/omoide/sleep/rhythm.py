"""What is due every so many days (D4): from the last time it was done; before that, from the first known day."""

from __future__ import annotations

from datetime import date, datetime

from omoide.domain.dates import wall_clock
from omoide.ports import Faculties
from omoide.settings import Settings


def due(faculties: Faculties, settings: Settings, step: str, days: int, now: datetime) -> bool:
    return due_since(last_done(faculties, settings, step), faculties, settings, days, now)


def due_since(since: date | None, faculties: Faculties, settings: Settings, days: int, now: datetime) -> bool:
    return since is not None and (_today(faculties, settings, now) - since).days >= days


def last_done(faculties: Faculties, settings: Settings, step: str) -> date | None:
    kept = faculties.store.state.get(faculties.scope.key("every", step))
    if kept:
        return date.fromisoformat(kept)
    scope = faculties.scope
    talked = faculties.store.log.days(scope, settings.zone(scope.person))[:1]
    return min([*talked, *faculties.store.episodes.days_told(scope, failed=False)], default=None)


def note_done(faculties: Faculties, settings: Settings, step: str, now: datetime) -> None:
    faculties.store.state.set(faculties.scope.key("every", step), _today(faculties, settings, now).isoformat())


def _today(faculties: Faculties, settings: Settings, now: datetime) -> date:
    return wall_clock(now, settings.zone(faculties.scope.person)).date()
