"""A feeling now brings back what felt alike.

R2, Z1
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.emotion import TAGS, VALENCES, Emotion
from omoide.domain.resonance import ResonanceRules, resonance

RULES = ResonanceRules()
EMOTIONS = st.builds(
    Emotion,
    valence=st.sampled_from(VALENCES),
    arousal=st.integers(0, 100),
    tags=st.lists(st.sampled_from(TAGS), max_size=4).map(tuple),
)


def test_the_example_of_the_design() -> None:  # R2
    now, then = Emotion("negative", 85, ("frustration", "anger")), Emotion("negative", 90, ("frustration",))
    assert resonance(now, then, RULES) == pytest.approx(0.3 + 0.2 * 0.95 + 0.5 * 1 / 2)  # 0.74


@pytest.mark.parametrize(
    ("now", "then", "score"),
    [
        (None, Emotion("negative", 90, ("anger",)), 0.0),  # at the start of a session nothing resonates
        (Emotion("positive", 60, ("joy", "pride")), Emotion("positive", 60, ("joy", "pride")), 1.0),
        (Emotion("positive", 0, ("joy",)), Emotion("negative", 100, ("anger",)), 0.0),
        (Emotion("positive", 50), Emotion("positive", 50), 0.5),  # no tags on either side
        (Emotion("positive", 50, ("joy",)), Emotion("positive", 50), 0.5),
        (Emotion("neutral", 30), Emotion("positive", 80), 0.1),
        (
            Emotion("negative", 20, ("sadness",)),
            Emotion("neutral", 20, ("sadness", "nostalgia", "love")),
            0.2 + 0.5 / 3,
        ),
        (Emotion("neutral", 30, ("joy", "pride")), Emotion("neutral", 30, ("joy", "hope")), 0.5 + 0.5 / 2),
        (Emotion("neutral", 30, ("joy", "joy")), Emotion("neutral", 30, ("joy",)), 1.0),  # a tag said twice is one tag
    ],
)
def test_resonance(now: Emotion | None, then: Emotion, score: float) -> None:  # R2
    assert resonance(now, then, RULES) == pytest.approx(score)


def test_its_parts_can_be_set() -> None:  # R2
    rules = ResonanceRules(valence_match=1.0, arousal_nearness=0.0, shared_tags=2.0)
    assert resonance(Emotion("neutral", 0, ("joy",)), Emotion("neutral", 99, ("joy",)), rules) == 3.0
    for name in ("valence_match", "arousal_nearness", "shared_tags", "weight"):
        with pytest.raises(ValueError, match=f"{name} must not be negative"):
            ResonanceRules(**{name: -0.1})


@given(EMOTIONS, EMOTIONS)
def test_it_is_mutual_and_lies_between_nothing_and_one(one: Emotion, other: Emotion) -> None:  # R2, Z1
    assert resonance(one, other, RULES) == resonance(other, one, RULES)
    assert 0 <= resonance(one, other, RULES) <= 1 + 1e-12
    assert resonance(one, other, RULES) <= resonance(one, one, RULES) + 1e-12
