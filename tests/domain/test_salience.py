"""How important a talk is, and how many go on to long-term memory (S3, S4)."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.salience import Impression, SalienceRules, felt_as, how_many_go_on, importance, novelty, relatedness

RULES = SalienceRules()


@pytest.mark.parametrize(
    ("impression", "expected"),
    [
        (Impression(), 0.31),  # nothing felt, nothing like it, said once: 0.3 + 0.1 × 0.1
        (Impression(felt=1.0, similarities=(), mentions=10), 0.8),  # the first thing ever said, and never let go
        (Impression(felt=1.0, similarities=(0.79,) * 5, mentions=10), 0.958),  # new and yet related: 0.8 + 0.2 × 0.79
        (Impression(felt=1.0, similarities=(1.0,) * 5, mentions=100), 0.7),  # told before, word for word
        (Impression(felt=0.65, similarities=(0.9, 0.8, 0.4, 0.2, 0.1), mentions=3), 0.566),
        (Impression(felt=0.0, similarities=(0.8,), mentions=1), 0.41),  # one of five places: novelty 0.8
        (Impression(felt=0.2, similarities=(0.5, 0.5, 0.5, 0.5, 0.5, 1.0), mentions=0), 0.48),  # a sixth does not count
    ],
)
def test_importance(impression: Impression, expected: float) -> None:  # S4
    assert importance(impression, RULES) == pytest.approx(expected, abs=1e-12)


def test_a_neutral_feeling_weighs_nothing_however_intense() -> None:  # S4
    assert [felt_as(valence, 85) for valence in ("positive", "negative", "neutral")] == [0.85, 0.85, 0.0]
    assert felt_as("positive", 0) == 0.0


def test_novelty_and_relatedness_of_nothing() -> None:  # S4
    assert (novelty((), 0.8), relatedness(())) == (1.0, 0.0)
    assert novelty((0.8, 0.7999), 0.8) == pytest.approx(0.8)


@given(
    st.floats(0, 1), st.lists(st.floats(0, 1), max_size=8).map(lambda some: tuple(sorted(some, reverse=True))),
    st.integers(0, 1_000),
)  # fmt: skip
def test_importance_lies_between_0_and_1_and_grows_with_feeling(felt: float, alike: tuple[float, ...], n: int) -> None:
    # S4
    less, more = (importance(Impression(one, alike, n), RULES) for one in (felt / 2, felt))
    assert 0 <= less <= more <= 1


def test_how_many_go_on() -> None:  # S3: the best ceil(0.7 n), at least one
    assert [how_many_go_on(n, 0.7) for n in (0, 1, 2, 3, 4, 5, 7, 10, 20, 30, 70, 100)] == [
        0, 1, 2, 3, 3, 4, 5, 7, 14, 21, 49, 70,
    ]  # fmt: skip
    assert how_many_go_on(3, 0.01) == 1
    assert how_many_go_on(5, 1.0) == 5


@given(st.integers(1, 100_000))
def test_no_last_bit_lets_one_too_many_through(n: int) -> None:  # S3
    assert how_many_go_on(n, 0.7) == math.ceil(Fraction(7, 10) * n)
