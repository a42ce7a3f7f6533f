"""A backup when one is due, taken when the night is over (O1)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from omoide.domain.backup_rules import is_due
from omoide.domain.turn import Scope
from omoide.errors import Busy, OmoideError
from omoide.perceive import fault, note_fault, works_again
from omoide.ports import Backup, Backups, Faculties
from omoide.settings import Settings

ALONE = "backup"  # the lock of whoever takes one by rule
_FAULT = "backup"
_LEFT_ALONE, _REST = "backups left alone", timedelta(minutes=30)
_NAMES = {1: "daily", 7: "weekly", 30: "monthly"}


def back_up_when_due(
    faculties: Faculties, settings: Settings, backups: Callable[[], Backups], now: datetime
) -> Backup | None:
    """A night that was lived stays lived, also when no backup can be taken: `omoide doctor` tells of it. Thousands of
    nights may end within the hour, and each would wait for a place that does not answer: it is left alone a while."""
    if not settings.backup_days:
        return None
    try:
        chosen = backups()
        if _left_alone(faculties, chosen.where, now):
            return None
        taken = _tried(faculties, settings, chosen, now)
    except Busy:
        return None  # another night is at it
    except OmoideError as error:
        note_backup_fault(faculties, error)
        return None
    if taken:
        with _of_the_house(faculties) as house:
            works_again(house, _FAULT)
    return taken


def _tried(faculties: Faculties, settings: Settings, backups: Backups, now: datetime) -> Backup | None:
    try:
        return back_up(faculties, settings, backups, now)
    except Busy:
        raise
    except OmoideError:
        rest = {"where": backups.where, "until": (now + _REST).isoformat()}
        with _of_the_house(faculties) as house, suppress(OmoideError):
            house.store.state.set(house.scope.key(_LEFT_ALONE), json.dumps(rest))
        raise


def _left_alone(faculties: Faculties, where: str, now: datetime) -> bool:
    with _of_the_house(faculties) as house:
        kept = json.loads(house.store.state.get(house.scope.key(_LEFT_ALONE)) or "{}")
    return kept.get("where") == where and now < datetime.fromisoformat(kept["until"]) <= now + _REST


def back_up(faculties: Faculties, settings: Settings, backups: Backups, now: datetime) -> Backup | None:
    """Take one when the newest is so many days old or older, then let go what no rule keeps. One at a time: many
    personas may wake up together."""
    days = settings.backup_days
    if not days or not is_due(backups.newest(now), now, days):
        return None
    with faculties.locks.hold(ALONE):
        if not is_due(backups.newest(now), now, days):
            return None
        taken = backups.create(now, _NAMES.get(days, "regular"))
        backups.prune(settings.backup.kept, now)
    return taken


def note_backup_fault(faculties: Faculties, error: OmoideError) -> None:
    with _of_the_house(faculties) as house:
        note_fault(house, _FAULT, error)


def backup_fault(faculties: Faculties) -> dict[str, Any] | None:
    """Why the last one could not be taken; None when it could."""
    with _of_the_house(faculties) as house:
        return fault(house, _FAULT)


@contextmanager
def _of_the_house(faculties: Faculties) -> Iterator[Faculties]:
    """A backup is of nobody in particular: behind the walls of one scope nothing could be kept of it."""
    with faculties.store.beyond():
        yield replace(faculties, scope=Scope("", ""))
