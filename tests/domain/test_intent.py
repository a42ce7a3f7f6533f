"""The score of a passage (R6): golden numbers, and what holds for all of them."""

from __future__ import annotations

import math
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.intent import INTENTS, Intent, choose, decay_of, distance_of, score, weighed
from omoide.domain.passage import Passage, PassageRules
from omoide.domain.ranking import RecallRules

RULES = PassageRules()
TODAY = date(2026, 1, 20)
PART = st.floats(0, 1)


def passage(row: int = 1, days: int = 0, arousal: float | None = None) -> Passage:
    return Passage(row, "diary", "main_diary", 0, "text", TODAY - timedelta(days=days), arousal)


@pytest.mark.parametrize(
    ("intent", "weights", "golden"),
    [
        # a passage of relevance 0.6 (distance 0.6), arousal 0.8, two weeks old (decay e^-0.7 = 0.496585)
        ("emotional", (0.3, 0.6, 0.1), 0.310068),
        ("factual", (0.5, 0.2, 0.3), 0.370205),
        ("technical", (0.3, 0.1, 0.6), 0.260410),
        ("temporal", (0.2, 0.2, 0.6), 0.220410),
        ("relational", (0.4, 0.4, 0.2), 0.340137),
    ],
)
def test_golden_scores(intent: Intent, weights: tuple[float, float, float], golden: float) -> None:
    # R6
    assert getattr(RULES, intent) == weights
    found = weighed(passage(days=14, arousal=0.8), 0.6, intent, TODAY, RULES)
    assert (found.distance, found.decay) == (pytest.approx(0.6), pytest.approx(0.496585, abs=1e-6))
    assert found.score == pytest.approx(golden, abs=1e-6)
    assert (found.marks, found.stirring, found.fresh) == ("★", True, False)


def test_the_threshold_lies_where_nothing_comes_to_mind_unasked() -> None:
    # R6, R13: 0.75 is a relevance of 0.5
    assert distance_of(RecallRules().priming_floor, RULES) == pytest.approx(RULES.threshold)
    assert distance_of(1.0, RULES) == 0
    assert [decay_of(days, RULES) for days in (0, -3)] == [1.0, 1.0]
    assert decay_of(14, RULES) == pytest.approx(math.exp(-0.7))


def test_marks() -> None:
    # R6: ★ above 0.6, 🆕 above 0.9 (two days), neither at the border
    def marks(days: int, arousal: float | None) -> str:
        return weighed(passage(days=days, arousal=arousal), 0.5, "factual", TODAY, RULES).marks

    assert [marks(0, 0.61), marks(2, 0.6), marks(3, 0.7), marks(3, None)] == ["★🆕", "🆕", "★", ""]


@given(st.sampled_from(INTENTS), PART, st.integers(0, 5_000), st.integers(0, 5_000))
@settings(max_examples=60)
def test_what_stirred_most_does_not_lose_by_age(intent: Intent, relevance: float, young: int, old: int) -> None:
    # R6
    one, other = (weighed(passage(days=days, arousal=1.0), relevance, intent, TODAY, RULES) for days in (young, old))
    assert one.score == other.score


@given(st.sampled_from(INTENTS), PART, st.integers(0, 5_000))
@settings(max_examples=60)
def test_an_unknown_arousal_counts_as_a_half(intent: Intent, relevance: float, days: int) -> None:
    # R6
    unknown = weighed(passage(days=days), relevance, intent, TODAY, RULES)
    assert unknown.arousal == 0.5
    assert unknown.score == weighed(passage(days=days, arousal=0.5), relevance, intent, TODAY, RULES).score


@given(st.sampled_from(INTENTS), PART, PART, PART, PART)
@settings(max_examples=60)
def test_nearer_more_stirring_and_newer_are_never_worse(
    intent: Intent, distance: float, arousal: float, decay: float, more: float
) -> None:
    # R6
    weights = getattr(RULES, intent)
    here = score(distance, arousal, decay, weights)
    assert score(distance * more, arousal, decay, weights) <= here + 1e-12
    assert score(distance, arousal + (1 - arousal) * more, decay, weights) <= here + 1e-12
    assert score(distance, arousal, decay + (1 - decay) * more, weights) <= here + 1e-12


def test_ten_of_each_shelf_ten_of_all_and_none_beyond_the_threshold() -> None:
    # R6
    near = [weighed(passage(row, arousal=0.1), 0.9 - row / 1_000, "factual", TODAY, RULES) for row in range(15)]
    stirring = [weighed(passage(100 + row, arousal=1.0), 0.6, "emotional", TODAY, RULES) for row in range(3)]
    far = [weighed(passage(200, arousal=1.0), 0.2, "emotional", TODAY, RULES)]
    chosen = choose([near, stirring, far], 0.75, RULES)
    assert [found.passage.row for found in chosen] == [102, 101, 100, *range(7)]
    assert [f.passage.row for f in choose([near], 0.75, RULES)] == list(range(10))
    assert choose([far], 0.8, RULES) == []
