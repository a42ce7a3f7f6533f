"""How many memories each level may hold.

F3, F6
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from omoide.domain.memory import ARCHIVE, FULL, SUMMARY, TRACE
from omoide.domain.revival import DAY_MICROSECONDS
from omoide.domain.shares import ShareRules, allowed, enforce, weakest_first
from omoide.domain.strengths import NEVER, Strengths

from .columns import NIGHT, NOW, archived, held_at, same, store

SHARES = ShareRules()


def per_level(strengths: Strengths) -> list[int]:
    return [int((strengths.level == level).sum()) for level in (FULL, SUMMARY, TRACE, ARCHIVE)]


@pytest.mark.parametrize(
    ("share", "total", "most"),
    [
        (0.15, 100, 15), (0.15, 101, 16), (0.30, 101, 31), (0.35, 20, 7), (0.35, 101, 36), (0.15, 36_500, 5_475),
        (0.35, 180, 63), (0.1, 0, 0),
    ],
)  # fmt: skip
def test_allowed_is_rounded_up(share: float, total: int, most: int) -> None:  # F3
    assert allowed(share, total) == most


def test_a_full_store_of_vivid_memories_is_pushed_down_from_the_top() -> None:  # F3
    after = enforce(held_at(*range(1, 101)), NIGHT, NOW, SHARES)
    assert per_level(after) == [15, 30, 35, 20]
    # the strongest keep their level, the weakest fall through three levels in this one night
    assert after.level[85:].tolist() == [FULL] * 15
    assert after.level[55:85].tolist() == [SUMMARY] * 30
    assert after.level[20:55].tolist() == [TRACE] * 35
    assert after.level[:20].tolist() == [ARCHIVE] * 20
    assert after.archived_at[:20].tolist() == [NOW] * 20
    assert set(after.archived_at[20:].tolist()) == {NEVER}


def test_a_second_run_changes_nothing() -> None:  # F3
    once = enforce(held_at(*range(1, 101)), NIGHT, NOW, SHARES)
    assert same(once, enforce(once, NIGHT, NOW + 1, SHARES))


def test_the_designs_yearly_distribution() -> None:  # F3, F9
    after = enforce(held_at(*np.linspace(6, 100, 36_500)), NIGHT, NOW, SHARES)
    assert per_level(after) == [5_475, 10_950, 12_775, 7_300]


def test_a_small_store_is_left_alone() -> None:  # F3
    small = held_at(*range(1, 100))
    assert same(small, enforce(small, NIGHT, NOW, SHARES))
    assert per_level(enforce(small, NIGHT, NOW, ShareRules(enforced_from=99))) == [15, 30, 35, 19]
    assert same(store(), enforce(store(), NIGHT, NOW, ShareRules(enforced_from=1)))


def test_one_memory_alone_keeps_its_level() -> None:  # F3
    one = held_at(10)
    assert same(one, enforce(one, NIGHT, NOW, ShareRules(enforced_from=1)))


def test_the_total_counts_active_and_archived_but_not_protected() -> None:  # F3, F6
    active = [{"intensity": float(score), "days": 0.0} for score in range(1, 41)]
    gone = [archived() for _ in range(60)]
    guarded = [{"intensity": 1.0, "protected": True} for _ in range(50)]
    after = enforce(store(*active, *gone, *guarded), NIGHT, NOW, SHARES)
    free = after.take(~after.protected)
    assert per_level(free) == [15, 25, 0, 60]  # of 100, not of 40 and not of 150
    assert after.level[after.protected].tolist() == [FULL] * 50


def test_protected_memories_do_not_fill_a_store_up_to_the_threshold() -> None:  # F3, F6
    guarded = [{"protected": True}] * 50
    small = store(*[{}] * 99, *guarded)
    assert same(small, enforce(small, NIGHT, NOW, SHARES))


def test_the_archive_never_gives_up_a_place_or_is_archived_anew() -> None:  # F3, F4
    before = store(*[{}] * 50, *[archived()] * 50)
    after = enforce(before, NIGHT, NOW, SHARES)
    assert after.take(before.archived).archived_at.tolist() == before.archived_at[before.archived].tolist()


def test_ties_go_by_age_and_then_by_recalls() -> None:  # F3
    day = DAY_MICROSECONDS
    weakest = store(
        {"created": NOW - day, "recalls": 0, "intensity": 40.0},  # 4th: newest
        {"created": NOW - 2 * day, "recalls": 3, "intensity": 40.0},  # 3rd: as old, more recalls
        {"created": NOW - 2 * day, "recalls": 1, "intensity": 40.0},  # 2nd
        {"created": NOW, "recalls": 9, "intensity": 39.9},  # 1st: lowest retention, whatever the rest
        {"created": NOW - 9 * day, "recalls": 0, "intensity": 40.1},  # last: highest retention
    )
    order = weakest_first(weakest, np.arange(5), weakest.retention_at(NIGHT))
    assert weakest.row[order].tolist() == [4, 3, 2, 1, 5]


def test_equal_memories_go_by_row_so_that_the_order_is_total() -> None:  # F3
    after = enforce(store(*[{}] * 100), NIGHT, NOW, SHARES)
    assert after.level.tolist() == [ARCHIVE] * 20 + [TRACE] * 35 + [SUMMARY] * 30 + [FULL] * 15


def test_what_is_pushed_into_the_archive_is_frozen() -> None:  # F3, F4
    before = store(*[{"days": 7.0, "anchor": NIGHT - 2, "recalled_for": NIGHT + 1}] * 100)
    gone = enforce(before, NIGHT, NOW, SHARES).take(np.arange(20))
    assert set(gone.days_at(NIGHT + 500).tolist()) == {9.0}
    assert set(gone.recalled_for.tolist()) == {NEVER}


@pytest.mark.parametrize(
    "broken",
    [
        lambda: ShareRules(full=-0.1),
        lambda: ShareRules(full=0.5, summary=0.4, trace=0.2),
        lambda: ShareRules(enforced_from=0),
        lambda: ShareRules(trace=math.inf),
    ],
)
def test_impossible_shares_are_refused(broken) -> None:  # F3, I7
    with pytest.raises(ValueError, match="must"):
        broken()
