"""The retention curve, its coefficients, levels and projections, as document 002 gives them.

F1, F2, F8, E6, E11
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from omoide.domain.memory import ARCHIVE, FULL, SUMMARY, TRACE
from omoide.domain.retention import (
    LevelRules,
    Range,
    RetentionRules,
    StrengtheningRules,
    coefficient_for,
    fade,
    half_life,
    level_for,
    levels_for,
    live_until,
    project,
    retention,
    strengthen,
)
from omoide.domain.strengths import NEVER

from .columns import NIGHT, NOW, held_at, store

RETENTION, STRENGTHENING, LEVELS = RetentionRules(), StrengtheningRules(), LevelRules()


def test_retention_is_intensity_times_coefficient_to_the_days() -> None:  # F1
    assert retention(80, 0.9, 0) == 80
    assert retention(80, 0.5, 2) == 20
    assert retention(45, 0.92, 1.375) == pytest.approx(40.125, abs=0.001)
    assert retention(0, 0.7, 3) == 0


@pytest.mark.parametrize(
    ("intensity", "expected"),
    [(100, [86, 64, 41, 16]), (50, [43, 32, 20, 8]), (35, [30, 22, 14, 6]), (20, [17, 13, 8, 3])],
)
def test_simulation_table_of_the_design(intensity: int, expected: list[int]) -> None:  # F8
    rows = project(intensity, 0.995, [30, 90, 180, 365], LEVELS)
    assert [round(row.retention) for row in rows] == expected
    assert [row.day for row in rows] == [30, 90, 180, 365]


def test_projection_names_the_level_and_goes_on_from_an_age() -> None:  # F8
    assert [row.level for row in project(100, 0.995, [0, 90, 180, 365, 700], LEVELS)] == [1, 1, 2, 3, 4]
    assert project(100, 0.995, [60], LEVELS, age=30)[0].retention == project(100, 0.995, [90], LEVELS)[0].retention
    assert project(100, 0.995, [], LEVELS) == []


def test_an_average_memory_reaches_the_archive_after_about_a_year() -> None:  # F8
    year = project(35, 0.995, [365, 388, 389], LEVELS)
    assert [row.level for row in year] == [TRACE, TRACE, ARCHIVE]


@pytest.mark.parametrize(
    ("category", "at_0", "at_50", "at_100"),
    [
        ("casual", 0.70, 0.75, 0.80),
        ("work", 0.85, 0.885, 0.92),
        ("decision", 0.93, 0.95, 0.97),
        ("emotional", 0.98, 0.9895, 0.999),
        ("something else", 0.995, 0.995, 0.995),
    ],
)
def test_coefficient_by_category_and_intensity(category: str, at_0: float, at_50: float, at_100: float) -> None:  # E6
    found = [coefficient_for(category, intensity, RETENTION) for intensity in (0, 50, 100)]
    assert found == pytest.approx([at_0, at_50, at_100])


def test_a_name_of_another_rule_is_no_category() -> None:  # E6
    assert coefficient_for("max_coefficient", 100, RETENTION) == 0.995


def test_half_lives() -> None:  # E6
    days = [round(half_life(c), 1) for c in (0.70, 0.80, 0.85, 0.92, 0.93, 0.97, 0.98, 0.995, 0.999)]
    assert days == [1.9, 3.1, 4.3, 8.3, 9.6, 22.8, 34.3, 138.3, 692.8]
    assert half_life(1) == math.inf


@pytest.mark.parametrize(
    ("days", "coefficient", "expected"),
    [
        (10.0, 0.90, (5.0, 0.92)),
        (3.0, 0.75, (1.5, 0.77)),
        (0.375, 0.97, (0.1875, 0.99)),
        (8.0, 0.98, (4.0, 0.999)),  # capped: 1.000 would never fade
        (8.0, 0.999, (4.0, 0.999)),
        (0.0, 0.70, (0.0, 0.72)),
    ],
)
def test_a_recall_halves_the_age_and_slows_the_fading(days: float, coefficient: float, expected: tuple) -> None:  # F1
    assert strengthen(days, coefficient, STRENGTHENING, 0.999) == pytest.approx(expected)


def test_a_coefficient_above_the_cap_stays() -> None:  # F1
    assert strengthen(4.0, 0.9995, STRENGTHENING, 0.999) == (2.0, 0.9995)
    assert strengthen(4.0, 1.0, STRENGTHENING, 0.999) == (2.0, 1.0)


def test_strengthening_never_weakens_what_is_held_above_its_intensity() -> None:  # F1, F4
    days = math.log(8 / 3) / math.log(0.75)  # intensity 3, revived at the least score
    after = strengthen(days, 0.75, STRENGTHENING, 0.999)
    assert after[1] == pytest.approx(0.77)
    assert retention(3, after[1], after[0]) == pytest.approx(8)
    capped = strengthen(math.log(8) / math.log(0.98), 0.98, STRENGTHENING, 0.999)
    assert retention(1, capped[1], capped[0]) == pytest.approx(8)


@pytest.mark.parametrize(
    ("score", "level"),
    [
        (100.0, FULL),
        (50.000001, FULL),
        (50.0, SUMMARY),
        (20.000001, SUMMARY),
        (20.0, TRACE),
        (5.000001, TRACE),
        (5.0, ARCHIVE),
        (0.0, ARCHIVE),
    ],
)
def test_levels_at_their_exact_boundaries(score: float, level: int) -> None:  # F2
    assert level_for(score, LEVELS) == level
    assert levels_for(np.array([score]), LEVELS).tolist() == [level]


def test_levels_of_an_empty_store() -> None:  # F2
    assert levels_for(np.array([]), LEVELS).tolist() == []


def test_the_first_night_adds_a_whole_day() -> None:  # F1, E5, E11
    # made at 18:00 with an age of 0.375: held at its intensity until the night comes, and 1.375 old from then on
    newborn = store({"intensity": 60.0, "coefficient": 0.9, "days": 1.375, "anchor": NIGHT + 1})
    assert newborn.newborn_at(NIGHT).tolist() == [True]
    assert newborn.days_at(NIGHT).tolist() == newborn.days_at(NIGHT - 3).tolist() == [0.375]
    assert newborn.retention_at(NIGHT).tolist() == [60.0]
    assert newborn.days_at(NIGHT + 1).tolist() == [1.375]
    assert newborn.retention_at(NIGHT + 1).tolist() == pytest.approx([60 * 0.9**1.375])
    assert newborn.days_at(NIGHT + 4).tolist() == [4.375]


def test_a_newborn_recalled_on_its_first_day_is_strengthened_by_its_first_night() -> None:  # F1
    newborn = store({"days": 1.375, "anchor": NIGHT + 1, "recalled_for": NIGHT + 1, "coefficient": 0.9})
    assert live_until(newborn, NIGHT, STRENGTHENING, 0.999).recalled_for.tolist() == [NIGHT + 1]
    after = live_until(newborn, NIGHT + 1, STRENGTHENING, 0.999)
    assert after.days_at(NIGHT + 1).tolist() == [0.1875]
    assert after.coefficient.tolist() == [0.92]


def test_a_night_strengthens_the_recalled_and_ages_the_others() -> None:  # F1
    before = store(
        {"days": 10.0, "anchor": NIGHT - 1, "coefficient": 0.9, "recalled_for": NIGHT, "recalls": 2},
        {"days": 10.0, "anchor": NIGHT - 1, "coefficient": 0.9},
    )
    after = live_until(before, NIGHT, STRENGTHENING, 0.999)
    assert after.days_at(NIGHT).tolist() == [5.0, 11.0]
    assert after.coefficient.tolist() == [0.92, 0.9]
    assert after.recalls.tolist() == [3, 0]
    assert after.recalled_for.tolist() == [NEVER, NEVER]
    assert after.changed(before).tolist() == [0]  # ageing alone writes nothing


def test_missed_nights_are_made_up_for() -> None:  # F1
    before = store(
        {"days": 10.0, "anchor": NIGHT, "coefficient": 0.9, "recalled_for": NIGHT + 2},
        {"days": 10.0, "anchor": NIGHT, "coefficient": 0.9},
    )
    after = live_until(before, NIGHT + 5, STRENGTHENING, 0.999)
    assert after.days_at(NIGHT + 5).tolist() == [(10 + 1) / 2 + 3, 15.0]


def test_a_night_lived_late_leaves_later_recalls_to_the_next() -> None:  # F1
    before = store({"days": 10.0, "anchor": NIGHT - 1, "recalled_for": NIGHT + 1})
    late = live_until(before, NIGHT, STRENGTHENING, 0.999)
    assert len(late.changed(before)) == 0
    assert live_until(late, NIGHT + 1, STRENGTHENING, 0.999).days_at(NIGHT + 1).tolist() == [5.5]


def test_fading_lowers_levels_and_never_raises_them() -> None:  # F2
    before = held_at(60, 50, 20, 5, 90)
    before = before.put([4], level=TRACE)
    after = fade(before, NIGHT, NOW, LEVELS)
    assert after.level.tolist() == [FULL, SUMMARY, TRACE, ARCHIVE, TRACE]
    assert after.archived_at.tolist() == [NEVER, NEVER, NEVER, NOW, NEVER]


def test_the_archive_freezes_age_and_flag() -> None:  # F4
    before = store({"intensity": 10.0, "coefficient": 0.7, "days": 2.0, "anchor": NIGHT - 3, "recalled_for": NIGHT + 1})
    after = fade(before, NIGHT, NOW, LEVELS)
    assert after.archived.tolist() == [True]
    assert after.recalled_for.tolist() == [NEVER]
    assert after.days_at(NIGHT).tolist() == after.days_at(NIGHT + 900).tolist() == [5.0]
    later = live_until(after, NIGHT + 900, STRENGTHENING, 0.999)
    assert later.retention_at(NIGHT + 900).tolist() == pytest.approx([10 * 0.7**5])


def test_fading_spares_the_protected_and_the_newborn() -> None:  # F6, E11
    before = store(
        {"intensity": 1.0, "protected": True},
        {"intensity": 1.0, "anchor": NIGHT + 1},
    )
    assert len(fade(before, NIGHT, NOW, LEVELS).changed(before)) == 0


def test_the_protected_still_age_and_strengthen() -> None:  # F6
    before = store(
        {"protected": True, "days": 10.0, "anchor": NIGHT - 1},
        {"protected": True, "days": 10.0, "anchor": NIGHT - 1, "recalled_for": NIGHT},
    )
    assert live_until(before, NIGHT, STRENGTHENING, 0.999).days_at(NIGHT).tolist() == [11.0, 5.0]


def test_nothing_to_live_through() -> None:  # F1
    empty = store()
    assert len(fade(live_until(empty, NIGHT, STRENGTHENING, 0.999), NIGHT, NOW, LEVELS)) == 0


@pytest.mark.parametrize(
    "broken",
    [
        lambda: Range(0, 0.5),
        lambda: Range(0.9, 0.8),
        lambda: Range(0.9, 1.1),
        lambda: Range(math.nan, 0.9),
        lambda: RetentionRules(base_coefficient=1),
        lambda: RetentionRules(max_coefficient=1),
        lambda: StrengtheningRules(days_factor=1.5),
        lambda: StrengtheningRules(coefficient_boost=-0.1),
        lambda: LevelRules(full_above=10),
        lambda: LevelRules(trace_above=math.nan),
    ],
)
def test_impossible_rules_are_refused(broken) -> None:  # F1, F2, I7
    with pytest.raises(ValueError, match=r"must"):
        broken()
