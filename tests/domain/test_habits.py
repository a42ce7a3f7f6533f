"""Habits are found by counting (D4)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.habits import Act, Habit, habits

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
GAP = timedelta(minutes=30)


def week(*days: str, gap: timedelta = timedelta(minutes=1)) -> list[Act]:
    """One letter for each action, one word for each day."""
    acts: list[Act] = []
    for day, letters in enumerate(days):
        begin = START + timedelta(days=day)
        acts += [Act(letter, begin + at * gap, begin.date()) for at, letter in enumerate(letters)]
    return acts


def found(*days: str, times: int = 3, on: int = 2, longest: int = 6) -> list[tuple[str, int, int]]:
    return [("".join(h.sequence), h.times, h.days) for h in habits(week(*days), times, on, longest, GAP)]


def test_three_times_on_two_days() -> None:
    # D4
    assert found("ABC", "ABC", "ABC") == [("ABC", 3, 3)]
    assert found("ABCxABC", "ABC") == [("ABC", 3, 2)]
    assert found("ABC", "ABC") == []  # twice
    assert found("ABCxABCyABC") == []  # on one day
    assert found("AAAA", "AAAA", "AAAA") == []  # one action over and over


def test_a_part_is_told_only_when_it_comes_by_itself_too() -> None:
    # D4
    assert found("ABC", "ABC", "ABC", "xBC", "yBC") == [("BC", 5, 5), ("ABC", 3, 3)]
    assert found("ABCDEFG", "ABCDEFG", "ABCDEFG", longest=3)[0][1:] == (3, 3)


def test_a_long_pause_ends_a_sequence() -> None:
    # D4
    acts = week("AB", "AB", "AB", gap=timedelta(minutes=31))
    assert habits(acts, 3, 2, 6, GAP) == []
    assert habits(week("AB", "AB", "AB", gap=GAP), 3, 2, 6, GAP) == [Habit(("A", "B"), (0, 2, 4), 3)]


@given(st.lists(st.text(alphabet="ABC", max_size=8), max_size=5))
@settings(max_examples=60, deadline=None)
def test_runs_do_not_overlap_and_say_what_they_are(days: list[str]) -> None:
    # D4
    acts = week(*days)
    for habit in habits(acts, 2, 1, 4, GAP):
        size = len(habit.sequence)
        assert all(b - a >= size for a, b in zip(habit.runs, habit.runs[1:], strict=False))
        assert all(tuple(act.name for act in acts[a : a + size]) == habit.sequence for a in habit.runs)
