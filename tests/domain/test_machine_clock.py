"""When the machine's clock has jumped, and when it has run on for long enough (O6)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.machine_clock import ClockDoubt, ClockRules, ClockSeen

RULES = ClockRules()
THEN = datetime(2026, 4, 20, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "jumped"), [(40, False), (40.01, True), (3650, True), (-2, False), (-2.01, True), (-3650, True)]
)
def test_more_than_forty_days_ahead_or_two_back_is_a_jump(days: float, jumped: bool) -> None:  # O6
    now = THEN + timedelta(days=days)
    doubt = ClockSeen(THEN).at(now, RULES).doubt(RULES)
    assert doubt == (ClockDoubt(THEN, now) if jumped else None)


def test_it_is_settled_when_it_has_run_on_for_a_day_and_begins_anew_with_each_jump() -> None:  # O6
    ahead = THEN + timedelta(days=3650)
    seen = ClockSeen(THEN).at(ahead, RULES)
    assert seen.at(ahead + timedelta(hours=23), RULES).doubt(RULES) == ClockDoubt(THEN, ahead)
    assert seen.at(ahead + timedelta(hours=24), RULES).doubt(RULES) == ClockDoubt(THEN, ahead, settled=True)
    back = seen.at(ahead + timedelta(hours=23), RULES).at(THEN + timedelta(hours=23), RULES)
    assert back.doubt(RULES) == ClockDoubt(ahead + timedelta(hours=23), THEN + timedelta(hours=23))
    assert back.at(THEN + timedelta(hours=30), RULES).doubt(RULES).settled is False  # type: ignore[union-attr]


@given(st.lists(st.floats(-1.9, 0), max_size=30))
def test_small_steps_back_do_not_add_up_unseen(steps: list[float]) -> None:  # O6: each is judged by the latest time
    seen, now = ClockSeen(THEN), THEN
    for days in steps:
        now += timedelta(days=days)
        before, seen = seen, seen.at(now, RULES)
        assert (seen.doubt(RULES) is None) == (before.doubt(RULES) is None and now >= before.last - timedelta(days=2))


@pytest.mark.parametrize("name", ["jump_ahead_days", "jump_back_days", "settle_hours"])
def test_less_than_one_is_refused(name: str) -> None:  # I7
    with pytest.raises(ValueError, match=name):
        ClockRules(**{name: 0.5})
