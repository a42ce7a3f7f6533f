"""Whose night is due, from four facts (F7), on any clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from omoide.domain.sleeper import Sleeper, shards
from omoide.domain.turn import Scope
from omoide.fleet.clock import ServerClock

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = datetime(2026, 2, 1, 3, 0, tzinfo=TOKYO)  # the night of 1 February begins
TONIGHT = date(2026, 2, 1).toordinal()
SCOPE = Scope("aoi", "me")


@pytest.mark.parametrize(
    ("sleeper", "now", "due"),
    [
        (Sleeper(SCOPE, TONIGHT - 1, True, None), NOW, TONIGHT),
        (Sleeper(SCOPE, TONIGHT - 1, True, None), NOW - timedelta(seconds=1), None),  # not yet: before three
        (Sleeper(SCOPE, TONIGHT - 40, True, None), NOW, TONIGHT),  # missed ones are lived with the newest
        (Sleeper(SCOPE, TONIGHT, True, None), NOW, None),
        (Sleeper(SCOPE, TONIGHT, False, None), NOW, TONIGHT),  # cut short
        (Sleeper(SCOPE, TONIGHT + 1, False, None), NOW, None),  # a night ahead of this clock
        (Sleeper(SCOPE, 0, False, NOW - timedelta(seconds=1)), NOW, TONIGHT),
        (Sleeper(SCOPE, 0, False, NOW + timedelta(hours=9)), NOW + timedelta(hours=10), None),  # born this morning
        (Sleeper(SCOPE, 0, False, None), NOW, None),  # nothing was ever said
    ],
)
def test_a_night_is_due_once(sleeper: Sleeper, now: datetime, due: int | None) -> None:
    # F7
    assert sleeper.due(now, 3, TOKYO) == due
    assert sleeper.due(now.astimezone(UTC), 3, TOKYO) == due


def test_a_wrong_clock_is_set_by_the_server() -> None:
    # F7: a machine whose clock is a day behind lives the same night as the others
    told = datetime.now(UTC) + timedelta(days=1)
    assert abs(ServerClock(told).now() - told) < timedelta(minutes=1)


def test_shards_hold_everybody_once() -> None:
    # D5
    nights = [(Scope(f"persona{number}", "me"), TONIGHT) for number in range(7)]
    assert [len(shard) for shard in shards(nights, 3)] == [3, 3, 1]
    assert [night for shard in shards(nights, 3) for night in shard] == nights
