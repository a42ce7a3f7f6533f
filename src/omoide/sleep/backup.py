"""A backup when one is due, taken when the night is over (O1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from omoide.domain.backup_rules import is_due
from omoide.domain.turn import Scope
from omoide.errors import Busy, OmoideError
from omoide.perceive import fault, note_fault, works_again
from omoide.ports import Backup, Backups, Faculties
from omoide.settings import Settings

_FAULT = "backup"
_NAMES = {1: "daily", 7: "weekly", 30: "monthly"}


def back_up_when_due(
    faculties: Faculties, settings: Settings, backups: Callable[[], Backups], now: datetime
) -> Backup | None:
    """A night that was lived stays lived, also when no backup can be taken: `omoide doctor` tells of it."""
    try:
        taken = back_up(faculties, settings, backups(), now)
    except Busy:
        return None  # another night is at it
    except OmoideError as error:
        note_fault(_of_the_house(faculties), _FAULT, error)
        return None
    if taken:
        works_again(_of_the_house(faculties), _FAULT)
    return taken


def back_up(faculties: Faculties, settings: Settings, backups: Backups, now: datetime) -> Backup | None:
    """Take one when the newest is so many days old or older, then let go what no rule keeps. One at a time: many
    personas may wake up together."""
    days = settings.backup_days
    if not days or not is_due(backups.newest(), now, days):
        return None
    with faculties.locks.hold("backup"):
        if not is_due(backups.newest(), now, days):
            return None
        taken = backups.create(now, _NAMES.get(days, "regular"))
        backups.prune(settings.backup.kept)
    return taken


def backup_fault(faculties: Faculties) -> dict[str, Any] | None:
    """Why the last one could not be taken; None when it could."""
    return fault(_of_the_house(faculties), _FAULT)


def _of_the_house(faculties: Faculties) -> Faculties:
    """A backup is of nobody in particular."""
    return replace(faculties, scope=Scope("", ""))
