"""Before anything fades by the machine's clock: whether it can be trusted, and what ends a doubt (O6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from omoide.domain.machine_clock import ClockDoubt
from omoide.errors import Busy, OmoideError, Refused
from omoide.perceive import believe_clock, tell_doubt, watch_clock
from omoide.ports import Backup, Backups, Faculties
from omoide.settings import Settings
from omoide.sleep.backup import ALONE, note_backup_fault

_REASON = "clock"


@dataclass(frozen=True, slots=True)
class ClockAccepted:
    """What was in doubt, and the backup that goes back to before."""

    doubt: ClockDoubt
    backup: Backup


def clock_in_doubt(faculties: Faculties, settings: Settings, backups: Callable[[], Backups]) -> ClockDoubt | None:
    """A clock that has run on for long enough since its jump is believed, after a backup; without one it is not."""
    doubt = _doubt(faculties, settings)
    if doubt is None or not doubt.settled:
        return doubt
    try:
        accept_clock(faculties, settings, backups)
    except Busy:  # somebody else is at it
        return doubt
    except OmoideError as error:
        note_backup_fault(faculties, error)
        return doubt
    return None


def accept_clock(faculties: Faculties, settings: Settings, backups: Callable[[], Backups]) -> ClockAccepted | None:
    """The time is right, also if it jumped: a backup is taken, and the next night is lived. None without a doubt."""
    if not _doubt(faculties, settings):
        return None
    with faculties.locks.hold(ALONE):
        if not (doubt := _doubt(faculties, settings)):  # somebody else was faster
            return None
        taken = backups().create(faculties.clock.now(), _REASON)
        believe_clock(faculties.store.state, faculties.clock, doubt, taken.name)
    return ClockAccepted(doubt, taken)


def refuse_in_doubt(doubt: ClockDoubt | None, settings: Settings) -> None:
    """For what a person asks for by hand."""
    if doubt:
        told = tell_doubt(doubt, settings.clock)
        raise Refused(f"{told.en}.", f"{told.ja}。")


def _doubt(faculties: Faculties, settings: Settings) -> ClockDoubt | None:
    return watch_clock(faculties.store.state, faculties.clock, settings.clock)
