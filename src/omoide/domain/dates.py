"""Nights and wall clocks.

A night is named by its local calendar date, counted as an ordinal day number: the night of 2026-02-01 begins at
03:00 that morning. A time brings its own wall clock (its UTC offset, so that a traveller's evening stays an evening);
a zone set for a person overrides it (N3).
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, tzinfo

from omoide.errors import InvalidInput

DAY_SECONDS = 86_400
# At the very ends of the calendar a moment has no date in other zones, and no night before or after it.
FIRST_YEAR, LAST_YEAR = 2, 9998


def placed(moment: datetime) -> datetime:
    """The moment itself, when it has a zone and nights around it; whatever comes from outside goes through here."""
    if moment.tzinfo is None:
        raise InvalidInput(
            f"the time {moment.isoformat()} has no time zone; add an offset such as +09:00.",
            f"時刻 {moment.isoformat()} に時差がありません。+09:00 のように付けてください。",
        )
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise InvalidInput(
            f"the time {moment.isoformat()} is too far away; use a year from {FIRST_YEAR} to {LAST_YEAR}.",
            f"時刻 {moment.isoformat()} は遠すぎます。{FIRST_YEAR} 年から {LAST_YEAR} 年までにしてください。",
        )
    return moment


def wall_clock(moment: datetime, zone: tzinfo | None = None) -> datetime:
    """The moment as the person's clock showed it.

    By way of UTC: a time that a change to summer time skipped becomes the one that clocks showed instead.
    """
    if moment.tzinfo is None:
        raise ValueError("a time without a time zone cannot be placed; add an offset such as +09:00")
    return moment.astimezone(UTC).astimezone(zone or moment.tzinfo)


def night_of(moment: datetime, hour: int = 3, zone: tzinfo | None = None) -> int:
    """The night that began last: before `hour` it is still yesterday's."""
    local = wall_clock(moment, zone)
    return local.toordinal() - (local.hour < hour)


def first_night(created: datetime, hour: int = 3, zone: tzinfo | None = None) -> int:
    """The night that a memory made at this moment meets first."""
    return night_of(created, hour, zone) + 1


def night_start(night: int, hour: int, zone: tzinfo) -> datetime:
    return datetime.combine(date.fromordinal(night), time(hour), zone)


def initial_days(created: datetime, hour: int = 3, zone: tzinfo | None = None) -> float:
    """Days until the next night, so that what was made at 18:00 and at 01:00 ages alike: 0.375 and 0.083 (E5).

    Real elapsed time: across a change to summer time the night is an hour nearer.
    """
    local = wall_clock(created, zone)
    start = night_start(first_night(created, hour, zone), hour, local.tzinfo or zone)  # type: ignore[arg-type]
    # Subtraction of two datetimes that share a tzinfo ignores daylight saving, so compare instants.
    return (start.timestamp() - local.timestamp()) / DAY_SECONDS


def memory_day(created: datetime, zone: tzinfo | None = None) -> date:
    """The calendar day that a memory's id carries."""
    return wall_clock(created, zone).date()


def days_between(earlier: datetime, later: datetime) -> int:
    """Whole days of real time, never negative."""
    return max(int((later.timestamp() - earlier.timestamp()) // DAY_SECONDS), 0)
