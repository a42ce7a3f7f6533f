"""Episodes: their lengths, their ranges of days, what resonance does, and which come first (P1, P3, P4, P6)."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.episode import (
    Episode,
    Length,
    length_for,
    mean_and_max,
    read_range,
    resonated,
    strongest_first,
)
from omoide.domain.episode_rules import EpisodeRules
from omoide.domain.span import Span
from omoide.domain.turn import Scope
from omoide.errors import InvalidInput

FIRST, LAST = date(2026, 1, 1), date(2026, 1, 7)


def episode(day: int, arousal: float | None = None, **fields: object) -> Episode:
    values = {"kind": "day", "days": Span.day(date(2026, 1, day)), "arousal_max": arousal} | fields
    return Episode(
        id=f"episode_2026-01-{day:02}_001", scope=Scope(), summary="…", arousal=arousal,
        created=datetime(2026, 2, 1, tzinfo=UTC), **values,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-01~2026-01-07", "2026-01-01～2026-01-07", " 2026-01-01 ~ 2026-01-07 ", "2026-01-01　～　2026-01-07",
        "2026-1-1〜2026-1-7\n",
    ],
)  # fmt: skip
def test_ranges_take_both_tildes_and_any_blanks(text: str) -> None:
    # P4
    assert read_range(text) == Span(FIRST, LAST)


def test_a_single_day_is_a_range() -> None:
    # P4
    assert read_range(" 2026-01-01 ") == read_range("2026-01-01~2026-01-01") == Span.day(FIRST)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2026-01-07~2026-01-01", "turn it round: 2026-01-01~2026-01-07"),
        ("2026-02-30", "no day of the calendar"),
        ("2026-13-01~2026-14-01", "no day of the calendar"),
        ("", "no range"),
        ("~", "no range"),
        ("2026-01-01~", "no range"),
        ("2026-01-01~2026-01-02~2026-01-03", "no range"),
        ("last week", "no range"),
    ],
)
def test_impossible_ranges_are_refused_in_words(text: str, told: str) -> None:
    # P4
    with pytest.raises(InvalidInput, match=told) as refused:
        read_range(text)
    assert refused.value.ja != refused.value.en


@given(st.text(max_size=30))
@settings(max_examples=80, deadline=None)
def test_no_text_escapes_as_another_error(text: str) -> None:
    # P4
    try:
        found = read_range(text)
    except InvalidInput:
        return
    assert found.first <= found.last


def test_an_account_is_as_long_as_its_day_deserves() -> None:
    # P1: 800-1500 where there is that much to tell; else half to twice of what was said, and two sentences always
    assert length_for(100_000, 800, 1500) == length_for(1_600, 800, 1500) == Length(800, 1500)
    assert length_for(600, 800, 1500) == Length(300, 1200)
    assert length_for(10, 800, 1500) == Length(5, 200)
    assert length_for(0, 800, 1500) == Length(0, 200)


def test_resonance_moves_arousal_by_a_part_of_the_way() -> None:
    # P6: new = old + 0.3 (resonance - old); an unknown one starts in the middle
    assert [round(resonated(0.5, grade, 0.3), 3) for grade in (1.0, 0.7, 0.4, 0.0)] == [0.65, 0.56, 0.47, 0.35]
    assert resonated(None, 1.0, 0.3) == resonated(0.5, 1.0, 0.3)
    for wrong in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="resonance"):
            resonated(0.5, wrong, 0.3)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
@settings(max_examples=60, deadline=None)
def test_arousal_stays_between_what_it_was_and_what_was_reported(old: float, resonance: float, rate: float) -> None:
    # P6
    low, high = min(old, resonance), max(old, resonance)
    assert low - 1e-12 <= resonated(old, resonance, rate) <= high + 1e-12


def test_mean_and_maximum_of_what_is_known() -> None:
    # E10
    assert mean_and_max([0.2, None, 0.9, 0.7]) == (pytest.approx(0.6), 0.9)
    assert mean_and_max([None]) == mean_and_max([]) == (None, None)


def test_the_two_most_stirring_days_come_first_and_the_others_by_date() -> None:
    # P3
    days = [episode(1, 0.3), episode(2, 0.8), episode(3, None), episode(4, 0.9), episode(5, 0.3)]
    assert [e.days.first.day for e in strongest_first(days, 2)] == [4, 2, 1, 3, 5]
    assert [e.days.first.day for e in strongest_first(days, 0)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "wrong",
    [
        {"highlight": 1.1}, {"shortest": 1500}, {"longest": 100}, {"week_longest": 300}, {"resonance_rate": -1},
        {"part_characters": 10}, {"lookback_days": -1},
    ],
)  # fmt: skip
def test_rules_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    # I7
    with pytest.raises(ValueError, match=next(iter(wrong))):
        EpisodeRules(**wrong)  # type: ignore[arg-type]


def test_an_episode_refuses_what_cannot_be() -> None:
    # P7, E5
    with pytest.raises(ValueError, match="arousal"):
        episode(1, 1.5)
    with pytest.raises(ValueError, match="kind"):
        episode(1, kind="session")
