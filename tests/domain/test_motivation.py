"""The four drives as numbers: document 000's example, their shape, and what keeps lists short."""

# M1, M4, M5, P5, Z1

from __future__ import annotations

import math
from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain import motivation
from omoide.domain.goal import Goal, GoalRules, ProgressNote, by_weight, over_limit, stale
from omoide.domain.motivation import DRIVES, Drive, dominant, over_threshold
from omoide.domain.motive_rules import AutonomyRules, DriveThresholds, EmotionWeights, MotivationRules
from omoide.domain.persona_emotion import CATEGORIES, MemoryTrace, PersonaEmotion, bonded
from omoide.domain.sameness import sameness
from omoide.domain.turn import Scope
from omoide.errors import InvalidSettings
from omoide.settings import build

RULES = MotivationRules()
NOW = datetime.fromisoformat("2026-02-01T12:00:00+09:00")
UNIT = st.floats(0, 1)


def felt(category: Any, intensity: float) -> PersonaEmotion:
    return PersonaEmotion(category, intensity)


def test_the_numbers_of_document_000() -> None:
    """Its example follows: one question of 0.8, one goal of priority 1, protective at 0.9 (told as 0.8, one digit), and
    a boredom of 0.48, which it tells without its idle time: that of 99 minutes. And relatedness wins over curiosity."""
    levels: dict[Drive, float] = {
        "boredom": motivation.boredom(99, RULES),
        "curiosity": motivation.curiosity([0.8], RULES),
        "goal_achievement": motivation.goal_achievement([1], RULES),
        "relatedness": motivation.relatedness(felt("protective", 0.9), RULES),
    }
    assert {drive: round(level, 2) for drive, level in levels.items()} == {
        "boredom": 0.48, "curiosity": 0.8, "goal_achievement": 0.6, "relatedness": 0.81,
    }  # fmt: skip
    assert dominant(levels, RULES) == "relatedness"
    assert dominant({**levels, "relatedness": 0.8}, RULES) == "relatedness"


@pytest.mark.parametrize(
    ("minutes", "level"),
    [
        (None, 0.0),
        (-5, 0.0),
        (0, 0.0),
        (0.9, 0.0),
        (1, 0.019),
        (10, math.log(2) / math.log(145)),
        (60, 0.391),
        (1440, 1.0),
        (1e9, 1.0),
    ],
)
def test_boredom_grows_as_a_logarithm_up_to_a_day(minutes: float | None, level: float) -> None:
    assert motivation.boredom(minutes, RULES) == pytest.approx(level, abs=5e-4)


def test_what_else_is_open_adds_a_little() -> None:
    assert motivation.curiosity([], RULES) == 0
    assert motivation.curiosity([0.2, 0.6, 0.1], RULES) == pytest.approx(0.7)
    assert motivation.curiosity([0.99] * 3, RULES) == 1
    assert motivation.goal_achievement([], RULES) == 0
    assert motivation.goal_achievement([3, 2, 5], RULES) == pytest.approx(0.5)
    assert motivation.goal_achievement([1] * 9, RULES) == 1


def test_relatedness_weighs_each_emotion() -> None:
    weights = {category: motivation.relatedness(felt(category, 1.0), RULES) for category in CATEGORIES}
    assert weights == {
        "joy": 0.2, "contentment": 0.1, "protective": 0.9, "anxious": 1.0, "sadness": 0.7, "anger": 0.6, "neutral": 0.3,
    }  # fmt: skip
    assert motivation.relatedness(None, RULES) == 0
    assert motivation.relatedness(felt("anxious", 0.25), RULES) == 0.25


@given(st.floats(0, 1e7), st.floats(0, 1e7))
@settings(max_examples=100, deadline=None)
def test_longer_alone_is_never_less_bored(a: float, b: float) -> None:
    shorter, longer = sorted((a, b))
    assert 0 <= motivation.boredom(shorter, RULES) <= motivation.boredom(longer, RULES) <= 1


@given(
    st.lists(UNIT, max_size=30), st.lists(st.integers(1, 1000), max_size=30), st.sampled_from(CATEGORIES), UNIT,
    UNIT, st.integers(1, 1000),
)  # fmt: skip
@settings(max_examples=100, deadline=None)
def test_drives_stay_within_bounds_and_rise_with_their_causes(
    asked: list[float], aims: list[int], category: str, intensity: float, question: float, goal: int
) -> None:
    curious, aiming = motivation.curiosity(asked, RULES), motivation.goal_achievement(aims, RULES)
    related = motivation.relatedness(felt(category, intensity), RULES)
    assert all(0 <= level <= 1 for level in (curious, aiming, related))
    assert motivation.curiosity([*asked, question], RULES) >= curious
    assert motivation.goal_achievement([*aims, goal], RULES) >= aiming
    assert motivation.relatedness(felt(category, 1.0), RULES) >= related


def test_nothing_moves_a_mind_that_has_lived_nothing() -> None:
    assert dominant(dict.fromkeys(DRIVES, 0.0), MotivationRules(at_rest_below=0.0)) is None
    assert over_threshold(dict.fromkeys(DRIVES, 0.0), DriveThresholds()) == ()


def test_what_hardly_moves_is_rest() -> None:
    levels: dict[Drive, float] = dict.fromkeys(DRIVES, 0.0)
    assert [dominant({**levels, "boredom": level}, RULES) for level in (0.02, 0.199, 0.2)] == [None, None, "boredom"]
    assert dominant({**levels, "boredom": 0.02}, MotivationRules(at_rest_below=0.01)) == "boredom"
    with pytest.raises(InvalidSettings, match=r"motivation\.at_rest_below"):
        build({"motivation": {"at_rest_below": 1.1}})


def test_who_may_act_and_from_where_on() -> None:
    # M5: boredom from 0.6, the others from 0.7
    levels: dict[Drive, float] = {"boredom": 0.6, "curiosity": 0.7, "goal_achievement": 0.69, "relatedness": 0.95}
    assert over_threshold(levels, DriveThresholds()) == ("relatedness", "curiosity", "boredom")
    assert over_threshold({**levels, "boredom": 0.59}, DriveThresholds()) == ("relatedness", "curiosity")


@pytest.mark.parametrize(
    ("rules", "quiet"),
    [
        (AutonomyRules(), [True, True, False, False]),
        (AutonomyRules(quiet_from="22:00", quiet_until="06:59"), [True, False, False, True]),
        (AutonomyRules(quiet_from="00:00", quiet_until="00:00"), [False] * 4),
    ],
)
def test_quiet_hours_may_span_midnight(rules: AutonomyRules, quiet: list[bool]) -> None:
    clocks = ("00:00:00", "06:59:59", "07:00:00", "22:00:00")
    assert [rules.quiet(datetime.fromisoformat(f"2026-02-01T{clock}+09:00")) for clock in clocks] == quiet


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("motivation.boredom_minutes", 0), ("motivation.bored_after_minutes", -1), ("motivation.further_goal", 1.5),
        ("motivation.weights.joy", 2), ("motivation.thresholds.boredom", -0.1), ("motivation.events.bonding", 1.1),
        ("goals.stale_days", 0), ("goals.most_short_term", -1), ("autonomy.quiet_from", "25:00"),
        ("autonomy.quiet_until", "soon"),
    ],
)  # fmt: skip
def test_nonsense_in_the_settings_names_its_key(key: str, value: Any) -> None:
    # I7
    tree: Any = value
    for part in reversed(key.split(".")):
        tree = {part: tree}
    with pytest.raises(InvalidSettings, match=key.replace(".", r"\.")):
        build(tree)


def test_there_is_no_devotion() -> None:
    # Z1: replaced by relatedness, which looks at the persona's own emotion
    assert DRIVES == ("boredom", "curiosity", "goal_achievement", "relatedness")
    assert [item.name for item in fields(DriveThresholds)] == list(DRIVES)
    assert {item.name for item in fields(EmotionWeights)} == set(CATEGORIES)


@pytest.mark.parametrize("before", [None, *CATEGORIES])
@pytest.mark.parametrize("after", CATEGORIES)
def test_only_unease_that_turns_into_ease_is_a_bond(before: str | None, after: str) -> None:
    expected = before in ("anxious", "protective") and after in ("contentment", "joy")
    assert bonded(felt(before, 0.5) if before else None, felt(after, 0.5)) is expected


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf"), True, "0.5"])
def test_what_is_no_share_is_refused(value: Any) -> None:
    for make in (lambda: PersonaEmotion("joy", value), lambda: MemoryTrace("e", value)):
        with pytest.raises(ValueError, match="from 0 to 1"):
            make()
    with pytest.raises(ValueError, match="category"):
        PersonaEmotion("devotion", 0.5)  # type: ignore[arg-type]


def goal(number: int, days_ago: float, priority: int = 1, term: Any = "short", noted: float | None = None) -> Goal:
    notes = () if noted is None else (ProgressNote(NOW - timedelta(days=noted), "went on"),)
    made = Goal(f"sh_{number:03}", Scope(), term, f"goal {number}", NOW - timedelta(days=days_ago), priority)
    return replace(made, progress_notes=notes)


def test_near_goals_that_have_not_moved_for_thirty_days_are_stale() -> None:
    # M4: far ones may stay, and what was noted counts as moving
    goals = [goal(1, 30), goal(2, 29.999), goal(3, 400, term="long"), goal(4, 90, noted=10), goal(5, 90, noted=31)]
    assert [one.id for one in stale(goals, NOW, GoalRules())] == ["sh_001", "sh_005"]
    assert stale(goals, NOW - timedelta(days=4000), GoalRules()) == []  # a clock that was set back


def test_over_the_limit_the_least_important_go_first_then_the_oldest() -> None:
    # M4
    goals = [goal(n, days_ago=n, priority=2 if n in (3, 5) else 1) for n in range(1, 13)] + [goal(20, 99, 9, "long")]
    assert [one.id for one in over_limit(goals, GoalRules())] == ["sh_005", "sh_003"]
    assert [one.id for one in over_limit(goals, GoalRules(most_short_term=9))] == ["sh_005", "sh_003", "sh_012"]
    assert over_limit(goals, GoalRules(most_short_term=12)) == []


def test_goals_are_weighed_by_priority_then_nearness_then_age() -> None:
    goals = [goal(1, 1, 2), goal(2, 5, 1, "long"), goal(3, 1, 1), goal(4, 3, 1)]
    assert [one.id for one in by_weight(goals)] == ["sh_004", "sh_003", "sh_002", "sh_001"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Learn the guitar", "learn  the Guitar!", True), ("猫の好物は？", "猫の好物は", True), ("ＡＢＣ", "abc", True),
        ("猫の好物", "犬の好物", False), ("Learn C", "Learn C++", False), ("C#", "C", False),
        ("???", "!!!", False), ("straße", "STRASSE", True),
    ],
)  # fmt: skip
def test_the_same_in_other_marks_is_the_same(one: str, other: str, same: bool) -> None:
    assert (sameness(one) == sameness(other)) is same
