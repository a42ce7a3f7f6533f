"""How far the nights of all are (D5): for `omoide work --status` and for metrics."""

from __future__ import annotations

from pathlib import Path

from omoide import settings as settings_
from omoide.fleet.clock import ServerClock
from omoide.fleet.parts import shared_tables
from omoide.fleet.workers import due_nights
from omoide.settings import Settings


def how_far(home: Path, settings: Settings | None = None) -> dict[str, int]:
    """Of how many scopes the night is due, of how many it is over; and the jobs, which hold several nights each."""
    from omoide.adapters.queue.jobs import job_counts

    settings = settings or settings_.load(home)
    database, nights = shared_tables(home, settings)
    try:
        now, scopes = ServerClock(nights.now()).now(), nights.count()
        due = len(due_nights(nights.sleepers(now), settings, now))
        return {"scopes": scopes, "due": due, "over": scopes - due} | {
            f"jobs_{name}" if name != "workers" else name: count
            for name, count in job_counts(database, settings.work.lost_seconds).items()
        }
    finally:
        database.close()
