"""One night (F7, D5): its steps in order, each recorded in the transaction that does it, so that a night that was
killed goes on where it stopped, a second one the same night finds nothing to do, and two never run at once."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby
from typing import Any

from omoide.domain.dates import night_of, placed, wall_clock
from omoide.domain.machine_clock import ClockDoubt
from omoide.errors import OmoideError, StoreDamaged, because
from omoide.perceive import alone
from omoide.ports import Faculties, Progress
from omoide.settings import Settings
from omoide.sleep.dreaming import Wish, wished_level
from omoide.sleep.measuring import measured
from omoide.sleep.steps import ASKING, STEPS, Held, Night


@dataclass(frozen=True, slots=True)
class NightReport:
    """What a night did, by step. `lived` is False when it had been lived before, and when the clock is in doubt."""

    night: date
    previous: date | None
    lived: bool
    steps: dict[str, dict[str, Any]]
    seconds: float
    doubt: ClockDoubt | None = None


def live_night(
    faculties: Faculties, settings: Settings, now: datetime, progress: Progress | None = None, wish: Wish = None
) -> NightReport:
    """Live the night that began last, and with it all that were missed since the one before.

    Without a wish it dreams when the conditions hold; with one it was asked for by hand, and dreams at that level.
    """
    now = placed(now)
    began = time.perf_counter()
    scope, runs = faculties.scope, faculties.store.runs
    number = night_of(now, settings.night.hour, settings.zone(scope.person))
    night = Night(faculties, settings, number, now, Held(faculties.store.memories, scope), wish=wish)
    with alone(faculties), measured(faculties, number) as watch:
        night = replace(night, watch=watch)
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


def night_not_lived(faculties: Faculties, settings: Settings, now: datetime, doubt: ClockDoubt) -> NightReport:
    """By a clock that is in doubt nothing fades, and no night is counted (O6)."""
    scope = faculties.scope
    number = night_of(now, settings.night.hour, settings.zone(scope.person))
    last = faculties.store.runs.last_night(scope)
    return NightReport(date.fromordinal(number), date.fromordinal(last) if last else None, False, {}, 0.0, doubt)


def _live(night: Night, progress: Progress | None) -> dict[str, dict[str, Any]]:
    scope, store = night.faculties.scope, night.faculties.store
    done = dict(store.runs.begin(scope, night.number, night.now).steps)
    waiting = [name for name in STEPS if name not in done or (name == "dream" and _dream_again(night, done[name]))]
    others = set[str]()
    for asking, names in groupby(waiting, key=ASKING.__contains__):
        if asking:
            for name in names:
                if name not in others:
                    done[name] = night.idle[name] = _ask(night, name, progress)
                    if any(done[name].values()):
                        night.record()
                        night.idle.clear()
        else:
            recorded = _together(night, list(names), progress)
            night.idle.clear()
            others |= recorded.keys() - done.keys()  # what we have done is in both
            done = recorded | done
    night.record()
    if not any("failed" in result for result in done.values()):
        store.runs.finish(scope, night.number, night.now)
    return {name: done[name] for name in STEPS}


def _ask(night: Night, name: str, progress: Progress | None) -> dict[str, Any]:
    """A step that asks a mind or an index. If it fails, the others go on; it is tried again when the night is called
    again, since it is not recorded as done. A damaged store or a full disk ends the night: nothing else would work."""
    try:
        with night.watch.over(name):
            result = STEPS[name](replace(night, progress=_within(progress, name)))
    except StoreDamaged:
        raise
    except OmoideError as error:
        result = because(error, "failed")
    _tell(progress, name)
    return result


def _together(night: Night, names: list[str], progress: Progress | None) -> dict[str, dict[str, Any]]:
    """Steps that are arithmetic over all memories, as one transaction. Returns all that is recorded of the night: who
    was cut off from a server has lost the night's lock, and what another has done meanwhile is not done again."""
    scope, store, done = night.faculties.scope, night.faculties.store, {}
    with night.watch.over(*names), store.transaction():
        run = store.runs.get(scope, night.number)
        before = dict(run.steps) if run else {}
        within = replace(night, held=Held(store.memories, scope))
        for name in names:
            if name not in before:
                done[name] = STEPS[name](within)
            _tell(progress, name)
        within.held.write()
        night.record(**done)
    return before | done


def _second_thoughts(night: Night, progress: Progress | None) -> dict[str, dict[str, Any]]:
    """A night that is over is not lived again; only what had to wait for a mind is tried once more."""
    scope, store = night.faculties.scope, night.faculties.store
    run = store.runs.get(scope, night.number)
    again = [name for name in STEPS if run and run.steps.get(name, {}).get("postponed") and name in ASKING - {"texts"}]
    if store.memories.counts(scope).texts_waiting:
        again += ["texts", "vectors"]
    dreams = run is not None and _dream_again(night, run.steps.get("dream", {}))
    done: dict[str, dict[str, Any]] = {}
    for name in STEPS:
        follows = name in ("questions", "entities") and "level" in done.get("dream", {})  # what a dream may bring about
        if name in again or follows or (name == "dream" and dreams):
            done[name] = _ask(night, name, progress)
            if run is not None:
                night.record(**{name: done[name]})
    return done


def _dream_again(night: Night, before: dict[str, Any]) -> bool:
    """Whoever asks by hand gets a dream, unless the night has had one that looked as far back."""
    if night.wish is None:
        return False
    level = wished_level(night.faculties, night.settings, night.now, night.wish)
    return before.get("level", 0) < level


def _tell(progress: Progress | None, name: str) -> None:
    if progress:
        progress((list(STEPS).index(name) + 1) * 100, len(STEPS) * 100)


def _within(progress: Progress | None, name: str) -> Progress | None:
    """Progress inside a step, as a part of the whole night. A whole hundred is told between steps only: whoever wants
    to end a night there knows that nothing is under way."""
    if progress is None:
        return None
    place = list(STEPS).index(name)
    return lambda done, total: progress(place * 100 + min(100 * done // max(total, 1), 99), len(STEPS) * 100)


def night_missed(faculties: Faculties, settings: Settings, now: datetime) -> bool:
    """True when the last night lies more than a day (missed_after_hours) behind its time (F7).

    Before the first night it is the oldest memory that counts: on a machine that is always off at that hour no night
    would ever be lived otherwise.
    """
    scope, store = faculties.scope, faculties.store
    last = store.runs.last_night(scope)
    if not last:
        anchors = store.memories.strengths(scope).anchor
        if not len(anchors):
            return False
        last = int(anchors.min()) - 1
    local = wall_clock(placed(now), settings.zone(scope.person))
    hours = (local.toordinal() - last) * 24 + local.hour + local.minute / 60 - settings.night.hour
    return hours >= settings.night.missed_after_hours
