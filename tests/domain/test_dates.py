"""Nights and wall clocks: the age a memory is born with, daylight saving, travelling.

E5, N3
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.dates import days_between, first_night, initial_days, memory_day, night_of, night_start, wall_clock

BERLIN, NEW_YORK, TOKYO = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York"), ZoneInfo("Asia/Tokyo")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("created", "days"),
    [
        ("2026-01-20T18:00:00+09:00", 0.375),
        ("2026-01-20T01:00:00+09:00", 2 / 24),
        ("2026-01-20T03:00:00+09:00", 1.0),  # the night that begins now is the last one, not the next
        ("2026-01-20T02:59:59+09:00", 1 / 86_400),
        ("2026-01-19T17:00:00-08:00", 10 / 24),  # the clock that the time brings along counts, wherever it is
        ("2026-12-31T23:00:00+05:45", 4 / 24),
    ],
)
def test_initial_age(created: str, days: float) -> None:  # E5
    assert initial_days(at(created)) == pytest.approx(days, abs=1e-12)


def test_the_hour_of_the_night_is_a_setting() -> None:  # E5
    assert initial_days(at("2026-01-20T18:00:00+09:00"), hour=0) == 0.25
    assert initial_days(at("2026-01-20T18:00:00+09:00"), hour=20) == pytest.approx(2 / 24)


@pytest.mark.parametrize(
    ("created", "zone", "hours"),
    [
        (datetime(2026, 3, 28, 18, tzinfo=BERLIN), BERLIN, 8),  # clocks go forward: the night is nearer
        (datetime(2026, 10, 24, 18, tzinfo=BERLIN), BERLIN, 10),  # and back: it is further
        (datetime(2026, 3, 7, 18, tzinfo=NEW_YORK), NEW_YORK, 8),
        (datetime(2026, 10, 31, 18, tzinfo=NEW_YORK), NEW_YORK, 10),
        (datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN), BERLIN, 1.5),  # the first 02:30 of that night
        (datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=BERLIN), BERLIN, 0.5),  # and the second
        (at("2026-03-28T17:00:00+00:00"), BERLIN, 8),
        (at("2026-03-28T17:00:00+00:00"), None, 10),
    ],
)
def test_nights_of_daylight_saving(created: datetime, zone: ZoneInfo | None, hours: float) -> None:  # E5, N3
    assert initial_days(created, zone=zone) * 24 == pytest.approx(hours)


def test_a_time_that_summer_time_skipped_is_the_one_that_clocks_showed() -> None:  # E5, N3
    skipped = datetime(2026, 3, 29, 2, 30, tzinfo=BERLIN)
    assert wall_clock(skipped).isoformat() == "2026-03-29T03:30:00+02:00"
    assert date.fromordinal(first_night(skipped)) == date(2026, 3, 30)
    assert initial_days(skipped) * 24 == pytest.approx(23.5)


def test_a_travellers_evening_stays_an_evening() -> None:  # N3
    tokyo, los_angeles = at("2026-02-10T18:00:00+09:00"), at("2026-02-10T18:00:00-08:00")
    assert initial_days(tokyo) == initial_days(los_angeles) == 0.375
    assert memory_day(tokyo) == memory_day(los_angeles) == date(2026, 2, 10)


def test_a_zone_set_for_a_person_overrides_the_clock_of_the_time() -> None:  # N3
    evening_in_los_angeles = at("2026-02-10T18:00:00-08:00")  # 11:00 the next day in Tokyo
    assert memory_day(evening_in_los_angeles, TOKYO) == date(2026, 2, 11)
    assert initial_days(evening_in_los_angeles, zone=TOKYO) * 24 == pytest.approx(16)
    assert date.fromordinal(first_night(evening_in_los_angeles, zone=TOKYO)) == date(2026, 2, 12)


@pytest.mark.parametrize(
    ("moment", "night"),
    [
        ("2026-02-01T02:59:59+09:00", date(2026, 1, 31)),
        ("2026-02-01T03:00:00+09:00", date(2026, 2, 1)),
        ("2026-02-01T23:59:59+09:00", date(2026, 2, 1)),
    ],
)
def test_which_night_it_is(moment: str, night: date) -> None:  # E5
    assert date.fromordinal(night_of(at(moment))) == night
    assert first_night(at(moment)) == night_of(at(moment)) + 1


def test_a_night_begins_at_its_hour_by_the_clock_on_the_wall() -> None:  # N3
    spring = night_start(date(2026, 3, 29).toordinal(), 3, BERLIN)
    assert spring.astimezone(UTC).isoformat() == "2026-03-29T01:00:00+00:00"


def test_a_time_without_a_zone_is_refused() -> None:  # E5
    with pytest.raises(ValueError, match="time zone"):
        initial_days(datetime(2026, 1, 20, 18))


def test_whole_days_between() -> None:  # F4
    start = at("2026-01-01T12:00:00+09:00")
    assert days_between(start, at("2026-01-02T11:59:59+09:00")) == 0
    assert days_between(start, at("2026-01-02T12:00:00+09:00")) == 1
    assert days_between(start, at("2026-01-03T03:00:00+00:00")) == 2
    assert days_between(start, at("2025-06-01T12:00:00+09:00")) == 0
    before_summer_time = datetime(2026, 3, 28, 12, tzinfo=BERLIN)
    assert days_between(before_summer_time, datetime(2026, 3, 29, 12, tzinfo=BERLIN)) == 0  # 23 hours


ZONES = st.sampled_from([UTC, BERLIN, NEW_YORK, TOKYO, ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Asia/Kathmandu")])
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=ZONES)


@given(MOMENTS, st.integers(0, 23))
def test_the_next_night_is_never_behind_and_hardly_more_than_a_day_ahead(moment: datetime, hour: int) -> None:  # E5
    days = initial_days(moment, hour)
    assert 0 <= days <= 25 / 24
    assert night_of(moment, hour) < first_night(moment, hour)


@given(MOMENTS, st.integers(0, 23), ZONES)
def test_an_instant_has_one_night_in_a_zone_however_it_is_written(moment: datetime, hour: int, zone) -> None:  # N3
    written = moment.astimezone(UTC)
    assert night_of(moment, hour, zone) == night_of(written, hour, zone)
    assert initial_days(moment, hour, zone) == initial_days(written, hour, zone)
