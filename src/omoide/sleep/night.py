"""One night (F7, D5): its steps in order, each recorded in the transaction that does it, so that a night that was
killed goes on where it stopped, a second one the same night finds nothing to do, and two never run at once."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from omoide.domain.dates import night_of, wall_clock
from omoide.errors import InvalidInput
from omoide.ports import Faculties, Progress
from omoide.settings import Settings
from omoide.sleep.steps import ASKING, STEPS, Night


@dataclass(frozen=True, slots=True)
class NightReport:
    """What a night did, by step. `lived` is False when it had been lived before."""

    night: date
    previous: date | None
    lived: bool
    steps: dict[str, dict[str, Any]]
    seconds: float


def live_night(
    faculties: Faculties, settings: Settings, now: datetime, progress: Progress | None = None
) -> NightReport:
    """Live the night that began last, and with it all that were missed since the one before."""
    if now.tzinfo is None:
        raise InvalidInput(
            "the time of a night needs a zone, such as +09:00.", "夜の時刻には +09:00 のような時差が必要です。"
        )
    began = time.perf_counter()
    scope, runs = faculties.scope, faculties.store.runs
    number = night_of(now, settings.night.hour, settings.zone(scope.person))
    night = Night(faculties, settings, number, now)
    with faculties.locks.hold(f"night-{scope.persona}-{scope.person}"):
        previous = runs.last_night(scope)
        run = runs.get(scope, number)
        if number < previous or (run and run.finished):
            steps = _second_thoughts(night, progress)
            lived = False
        else:
            steps = _live(night, progress)
            lived = True
    return NightReport(
        date.fromordinal(number),
        date.fromordinal(previous) if previous else None,
        lived,
        steps,
        time.perf_counter() - began,
    )


def _live(night: Night, progress: Progress | None) -> dict[str, dict[str, Any]]:
    scope, store = night.faculties.scope, night.faculties.store
    done = dict(store.runs.begin(scope, night.number, night.now).steps)
    for place, (name, step) in enumerate(STEPS.items()):
        if name in done:
            continue
        within = replace(night, progress=_within(progress, place))
        if name in ASKING:
            done[name] = step(within)
            store.runs.record(scope, night.number, name, done[name])
        else:
            with store.transaction():
                done[name] = step(within)
                store.runs.record(scope, night.number, name, done[name])
        if progress:
            progress((place + 1) * 100, len(STEPS) * 100)
    store.runs.finish(scope, night.number, night.now)
    return {name: done[name] for name in STEPS}


def _second_thoughts(night: Night, progress: Progress | None) -> dict[str, dict[str, Any]]:
    """A night that is over is not lived again; only texts that had to wait for a mind are tried once more."""
    if not night.faculties.store.memories.counts(night.faculties.scope).texts_waiting:
        return {}
    within = replace(night, progress=progress)
    return {name: STEPS[name](within) for name in ("texts", "vectors")}


def _within(progress: Progress | None, place: int) -> Progress | None:
    """Progress inside a step, as a part of the whole night."""
    if progress is None:
        return None
    return lambda done, total: progress(place * 100 + 100 * done // max(total, 1), len(STEPS) * 100)


def night_missed(faculties: Faculties, settings: Settings, now: datetime) -> bool:
    """True when nights are recorded and the last lies more than a day (missed_after_hours) behind its time (F7)."""
    last = faculties.store.runs.last_night(faculties.scope)
    if not last:
        return False
    local = wall_clock(now, settings.zone(faculties.scope.person))
    hours = (local.toordinal() - last) * 24 + local.hour + local.minute / 60 - settings.night.hour
    return hours >= settings.night.missed_after_hours
