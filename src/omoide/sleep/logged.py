"""A night is logged like everything else that happens (L1): that it ran, how it ended, and what failed in it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from omoide.errors import Busy, OmoideError
from omoide.perceive import note_event
from omoide.ports import Faculties, Progress
from omoide.settings import Settings
from omoide.sleep.dreaming import Wish
from omoide.sleep.night import NightReport
from omoide.sleep.night import live_night as live

TASK = "sleep"


def live_night(
    faculties: Faculties, settings: Settings, now: datetime, progress: Progress | None = None, wish: Wish = None
) -> NightReport:
    """As night.live_night. A night that somebody else is living, or that was lived before, is no news."""
    try:
        report = live(faculties, settings, now, progress, wish)
    except Busy:
        raise
    except OmoideError as error:
        _log(faculties, settings, now, error.exit_code, {"": error.en})
        raise
    if report.lived or report.steps:
        failed = {name: str(step["failed"]) for name, step in report.steps.items() if "failed" in step}
        _log(faculties, settings, now, int(bool(failed)), failed, summary=report.night.isoformat())
    return report


def _log(
    faculties: Faculties, settings: Settings, now: datetime, code: int, failed: dict[str, str], **more: Any
) -> None:
    for step, reason in failed.items():
        where = f"{TASK}: {step}" if step else TASK
        note_event(faculties, settings, "error", ts=now, task=where, content=reason)
    note_event(faculties, settings, "cron_executed", ts=now, task=TASK, exit_code=code, **more)
