"""Moments as numbers: exact to the microsecond, and with the wall clock that they were lived by (E5, N3)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

_EPOCH = datetime(1970, 1, 1)
_MICROSECOND = timedelta(microseconds=1)


def number_of(moment: datetime | None) -> int:
    """UTC microseconds; 0 for never. The one moment that is 0 itself becomes its neighbour."""
    if moment is None:
        return 0
    return (moment.replace(tzinfo=None) - _offset(moment) - _EPOCH) // _MICROSECOND or 1


def exact(moment: datetime) -> tuple[int, int]:
    """UTC microseconds and the offset in seconds, for a moment that is always there."""
    offset = _offset(moment)
    return (moment.replace(tzinfo=None) - _EPOCH - offset) // _MICROSECOND, round(offset.total_seconds())


def moment_of(number: int) -> datetime | None:
    return None if number == 0 else (_EPOCH + timedelta(microseconds=number)).replace(tzinfo=UTC)


def restored(number: int, offset: int) -> datetime:
    zone = UTC if offset == 0 else timezone(timedelta(seconds=offset))
    # Both parts are added at once: at the ends of the calendar UTC alone may have no date.
    return (_EPOCH + timedelta(microseconds=number, seconds=offset)).replace(tzinfo=zone)


def _offset(moment: datetime) -> timedelta:
    offset = moment.utcoffset()
    if offset is None:
        raise ValueError(f"the time {moment.isoformat()} has no time zone")
    return offset
