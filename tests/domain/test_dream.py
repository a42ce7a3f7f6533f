"""How far a night looks back (D1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.dream import DreamRules, level_for
from omoide.domain.goal import GoalMeta

RULES = DreamRules()
FIRST = date(2026, 1, 1)


@pytest.mark.parametrize(
    ("days", "meta", "level"),
    [
        # D1: nothing was looked back on yet, so the first talk counts
        (0, GoalMeta(), 1),
        (6, GoalMeta(), 1),
        (7, GoalMeta(), 2),
        (29, GoalMeta(), 2),
        (30, GoalMeta(), 3),
        # a monthly one is a weekly one too
        (36, GoalMeta(3, FIRST + timedelta(30), FIRST + timedelta(30)), 1),
        (37, GoalMeta(3, FIRST + timedelta(30), FIRST + timedelta(30)), 2),
        (60, GoalMeta(2, FIRST + timedelta(58), FIRST + timedelta(30)), 3),
        (59, GoalMeta(2, FIRST + timedelta(58), FIRST + timedelta(30)), 1),
    ],
)
def test_the_level_that_is_due(days: int, meta: GoalMeta, level: int) -> None:
    assert level_for(FIRST + timedelta(days), meta, FIRST, RULES) == level


def test_before_the_first_talk_there_is_nothing_to_look_back_on() -> None:
    assert level_for(FIRST, GoalMeta(), None, RULES) == 1


@given(st.integers(1, 9), st.integers(10, 40))
def test_lived_every_night_each_comes_in_its_time(week: int, month: int) -> None:
    # D1: whatever a week and a month are set to
    rules = DreamRules(weekly_days=week, monthly_days=month)
    meta, seen = GoalMeta(), []
    for day in range(130):
        today = FIRST + timedelta(day)
        level = level_for(today, meta, FIRST, rules)
        seen.append(level)
        meta = GoalMeta(
            level, today if level >= 2 else meta.last_level2_date, today if level == 3 else meta.last_level3_date
        )
    assert [day for day, level in enumerate(seen) if level == 3] == list(range(month, 130, month))
    deep = [day for day, level in enumerate(seen) if level >= 2]
    assert deep[0] == week
    assert all(later - earlier == week or later % month == 0 for earlier, later in pairwise(deep))


@pytest.mark.parametrize("name", ["weekly_days", "monthly_days", "turns", "characters", "page_growth"])
def test_rules_that_mean_nothing_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        replace(DreamRules(), **{name: 0})
