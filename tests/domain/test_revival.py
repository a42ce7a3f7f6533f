"""Coming back from the archive, and leaving it for good.

F4, F5, F6
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from omoide.domain.memory import TRACE
from omoide.domain.retention import LevelRules, StrengtheningRules, fade, live_until, retention
from omoide.domain.revival import (
    DAY_MICROSECONDS,
    ArchiveRules,
    due_for_deletion,
    rebased_days,
    revival_score,
    revive,
)
from omoide.domain.shares import ShareRules
from omoide.domain.strengths import NEVER, Strengths

from .columns import NIGHT, NOW, archived, same, store

LEVELS, SHARES, RULES = LevelRules(), ShareRules(), ArchiveRules()


def days_ago(days: float) -> int:
    return NOW - round(days * DAY_MICROSECONDS)


def asked(**memory: Any) -> dict[str, Any]:
    return archived(revival_requested_at=NOW - 1_000) | memory


def night(strengths: Strengths) -> Strengths:
    return revive(strengths, NIGHT, NOW, LEVELS, SHARES, RULES)


@pytest.mark.parametrize(
    ("intensity", "days", "score"),
    [
        (100, 0, 100.0),
        (100, 30, 86.038),
        (50, 100, 30.289),
        (20, 180, 8.113),
        (20, 365, 8.0),  # 3.21 by the curve: the least score is 5 + 3
        (3, 0, 8.0),
    ],
)
def test_revival_score(intensity: int, days: int, score: float) -> None:  # F4
    assert revival_score(intensity, days, LEVELS, RULES) == pytest.approx(score, abs=0.001)


def test_the_margin_follows_its_settings() -> None:  # F4
    assert revival_score(1, 999, LevelRules(trace_above=10), ArchiveRules(revival_margin=1.5)) == 11.5


@pytest.mark.parametrize(("intensity", "coefficient", "score"), [(50, 0.75, 30.3), (50, 0.999, 8), (3, 0.7, 8)])
def test_the_age_is_rebased_onto_the_curve(intensity: int, coefficient: float, score: float) -> None:  # F4
    days = rebased_days(intensity, coefficient, score)
    assert retention(intensity, coefficient, days) == pytest.approx(score)
    assert (days < 0) == (score > intensity)


def test_a_flat_curve_has_one_age_like_another() -> None:  # F4
    assert rebased_days(50, 1.0, 8.0) == 0.0


def test_a_revived_memory() -> None:  # F4
    before = store(
        asked(intensity=50.0, coefficient=0.9, recalls=2, archived_at=days_ago(100.9)), *[archived()] * 2
    )  # 1 of 3 is a third: there is room
    after = night(before)
    assert after.level.tolist()[0] == TRACE
    assert after.archived_at.tolist()[0] == NEVER
    assert after.revival_requested_at.tolist()[0] == NEVER
    assert after.recalls.tolist()[0] == 3
    assert after.recalled_for.tolist()[0] == NIGHT + 1
    assert after.anchor.tolist()[0] == NIGHT
    assert after.coefficient.tolist()[0] == 0.9
    assert after.retention_at(NIGHT)[0] == pytest.approx(50 * 0.995**100)  # whole days in the archive
    assert same(after.take([1, 2]), before.take([1, 2]))


def test_the_night_after_it_is_strengthened_and_goes_on_from_that_score() -> None:  # F4, F1
    before = store(asked(intensity=50.0, coefficient=0.9, archived_at=days_ago(100)), *[archived()] * 2)
    revived = night(before)
    days = revived.days_at(NIGHT)[0]
    after = live_until(revived, NIGHT + 1, StrengtheningRules(), 0.999)
    assert after.days_at(NIGHT + 1)[0] == pytest.approx(days / 2)
    assert (after.coefficient[0], after.recalls[0]) == (pytest.approx(0.92), 2)
    assert after.retention_at(NIGHT + 2)[0] == pytest.approx(50 * 0.92 ** (days / 2 + 1))


@pytest.mark.parametrize(("intensity", "coefficient"), [(1.0, 0.701), (3.0, 0.75), (1.0, 0.98), (4.0, 0.999)])
def test_no_revived_memory_is_archived_again_the_next_night(intensity: float, coefficient: float) -> None:  # F4
    before = store(asked(intensity=intensity, coefficient=coefficient), *[archived()] * 2)
    after = live_until(night(before), NIGHT + 1, StrengtheningRules(), 0.999)
    assert after.retention_at(NIGHT + 1)[0] == pytest.approx(8)
    assert fade(after, NIGHT + 1, NOW, LEVELS).level[0] == TRACE


def test_without_room_the_request_is_dropped() -> None:  # F4
    full = store(asked(), archived(), {"level": TRACE})  # a second trace of three would be 67 %
    after = night(full)
    assert after.archived.tolist() == [True, True, False]
    assert after.revival_requested_at.tolist() == [NEVER] * 3
    assert same(full.put([0], revival_requested_at=NEVER), after)


def test_room_is_reached_exactly_at_the_share() -> None:  # F4
    traces = [{"level": TRACE}] * 6
    assert night(store(asked(), *traces, *[archived()] * 13)).archived[0].item() is False  # 7 of 20 is 35 %
    assert night(store(asked(), *traces, *[archived()] * 12)).archived[0].item() is True  # 7 of 19 is more


def test_the_oldest_requests_come_first_until_the_room_is_used_up() -> None:  # F4
    requests = [asked(revival_requested_at=NOW - age) for age in (10, 40, 20, 30)]
    after = night(store(*requests, *[archived()] * 3))  # 2 of 7 fit, 3 do not
    assert after.archived.tolist() == [True, False, True, False, True, True, True]
    assert after.revival_requested_at.tolist() == [NEVER] * 7


def test_protected_memories_are_outside_the_count() -> None:  # F4, F6
    guarded = [{"level": TRACE, "protected": True}] * 10
    assert night(store(asked(), archived(), archived(), *guarded)).archived[0].item() is False
    assert night(store(asked(), archived(), *guarded)).archived[0].item() is True


def test_what_was_protected_in_the_archive_needs_no_room() -> None:  # F4, F6
    after = night(store(asked(protected=True)))
    assert after.archived.tolist() == [False]


def test_no_feeling_no_way_back() -> None:  # F4
    after = night(store(asked(intensity=0.0), *[archived()] * 9))
    assert after.archived.all()
    assert after.revival_requested_at.tolist() == [NEVER] * 10


def test_a_clock_set_back_does_not_make_a_memory_stronger() -> None:  # F4
    after = night(store(asked(intensity=60.0, archived_at=NOW + 5 * DAY_MICROSECONDS), *[archived()] * 2))
    assert after.retention_at(NIGHT)[0] == pytest.approx(60)


def test_without_requests_nothing_changes() -> None:  # F4
    for quiet in (store(), store({}), store(archived(), {}, {})):
        assert same(quiet, night(quiet))


# ---------------------------------------------------------------- deletion

OLD = {"archived_at": days_ago(366), "recalls": 0, "intensity": 19.0}
CASES = store(
    archived(**OLD),
    archived(**OLD | {"archived_at": days_ago(365)}),  # not yet more than 365 days
    archived(**OLD | {"recalls": 1}),
    archived(**OLD | {"intensity": 20.0}),
    archived(**OLD | {"protected": True}),
    OLD | {"archived_at": NEVER},  # active
    archived(archived_at=days_ago(10), recalls=3, intensity=90.0),
)


@pytest.mark.parametrize(
    ("rules", "rows"),
    [
        ({}, []),
        ({"auto_delete": True}, [1]),
        ({"auto_delete": True, "delete_needs_no_recall": False}, [1, 3]),
        ({"auto_delete": True, "delete_when": "any"}, [1, 2, 3, 4]),
        ({"auto_delete": True, "delete_when": "any", "delete_below_intensity": 0.0}, [1, 2, 3, 4]),
        (
            {"auto_delete": True, "delete_when": "any", "delete_below_intensity": 0.0, "delete_needs_no_recall": False},
            [1, 3, 4],
        ),
        ({"auto_delete": True, "delete_after_days": 364}, [1, 2]),
        ({"auto_delete": True, "delete_below_intensity": 21.0}, [1, 4]),
    ],
)  # fmt: skip
def test_auto_delete(rules: dict[str, Any], rows: list[int]) -> None:  # F5, F6
    assert CASES.row[due_for_deletion(CASES, NOW, ArchiveRules(**rules))].tolist() == rows


def test_auto_delete_over_nothing() -> None:  # F5
    assert due_for_deletion(store(), NOW, ArchiveRules(auto_delete=True)).tolist() == []


@pytest.mark.parametrize(
    "broken",
    [
        lambda: ArchiveRules(revival_decay=0),
        lambda: ArchiveRules(revival_decay=1.1),
        lambda: ArchiveRules(revival_decay=math.nan),
        lambda: ArchiveRules(revival_margin=0),
        lambda: ArchiveRules(delete_after_days=-1),
        lambda: ArchiveRules(delete_below_intensity=101),
    ],
)
def test_impossible_rules_are_refused(broken) -> None:  # F4, F5, I7
    with pytest.raises(ValueError, match="must"):
        broken()
