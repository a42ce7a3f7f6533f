"""Elastic injection (R8): whatever the raw log's length, no day is told twice and none is left out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.elastic import injected
from omoide.domain.episode import Episode
from omoide.domain.span import Span
from omoide.domain.turn import Scope

MADE = datetime(2026, 6, 1, tzinfo=UTC)
START = date(2026, 1, 5)  # a Monday


def day(number: int, **fields: object) -> Episode:
    then = START + timedelta(days=number)
    return Episode(
        id=f"episode_{then}_001", scope=Scope(), kind="day", days=Span.day(then), summary=f"day {number}",
        arousal=None, arousal_max=None, created=MADE, **fields,  # type: ignore[arg-type]
    )  # fmt: skip


def merged(days: list[Episode]) -> list[Episode]:
    """A week, and its days in the archive."""
    span = Span.week(days[0].days.first)
    week = replace(days[0], id=f"episode_{span.first}_002", kind="week", days=span, original_count=len(days))
    return [week, *(replace(one, archived_at=MADE, merged_into=week.id) for one in days)]


def names(found: list[Episode]) -> list[str]:
    return [episode.summary if episode.kind == "day" else f"week {episode.days.first}" for episode in found]


def test_from_the_look_back_up_to_the_day_before_the_raw_log() -> None:
    # R8: oldest - N <= date < oldest
    days = [day(n) for n in range(30)]
    assert names(injected(days, START + timedelta(days=20), 3)) == ["day 17", "day 18", "day 19"]
    assert names(injected(days, START, 14)) == []
    assert names(injected(days, START + timedelta(days=20), 0)) == []
    assert names(injected(days[::-1], START + timedelta(days=2), 90)) == ["day 0", "day 1"]


def test_refusals_and_archived_days_are_not_injected() -> None:
    # R8, P2
    days = [day(0, failed=True), replace(day(1), archived_at=MADE, merged_into="another"), day(2)]
    assert names(injected(days, START + timedelta(days=3), 7)) == ["day 2"]


def test_a_week_comes_when_any_of_its_days_is_in_range() -> None:
    # R8
    week = merged([day(0), day(3)])
    assert names(injected(week, START + timedelta(days=8), 2)) == [f"week {START}"]  # only its Sunday is in range
    assert names(injected(week, START + timedelta(days=9), 2)) == []


def test_a_week_over_the_boundary_gives_way_to_its_own_days() -> None:
    # R8: no overlap with the raw log, no gap before it
    week = merged([day(0), day(3), day(5)])
    assert names(injected(week, START + timedelta(days=4), 14)) == ["day 0", "day 3"]
    assert names(injected(week, START + timedelta(days=5), 14)) == ["day 0", "day 3"]
    # the raw log begins in the same week, but none of the week's days is in it
    assert names(injected(week, START + timedelta(days=6), 14)) == [f"week {START}"]
    assert names(injected(week, START + timedelta(days=4), 1)) == ["day 3"]


@st.composite
def lives(draw: st.DrawFn) -> tuple[set[int], set[int], int, int]:
    """Days with turns, weeks that were merged, where the raw log begins (a day with turns), and the look-back."""
    talked = draw(st.sets(st.integers(0, 60), min_size=1, max_size=40))
    weeks = draw(st.sets(st.integers(0, 8), max_size=9))
    oldest = draw(st.sampled_from(sorted(talked)))
    return talked, weeks, oldest, draw(st.sampled_from([0, 1, 7, 14, 30, 90]))


@given(lives())
@settings(max_examples=300, deadline=None)
def test_every_day_is_covered_exactly_once(life: tuple[set[int], set[int], int, int]) -> None:
    # R8: raw from the boundary on, one episode for each day of the look-back, and nothing of the raw days
    talked, weeks, oldest, lookback = life
    episodes: list[Episode] = []
    for week in range(9):
        days = [day(n) for n in sorted(talked) if n // 7 == week]
        episodes += merged(days) if days and week in weeks else days
    found = injected(episodes, START + timedelta(days=oldest), lookback)
    told: list[int] = []
    for episode in found:
        inside = [n for n in sorted(talked) if START + timedelta(days=n) in episode.days]
        told += inside
    assert [n for n in told if n >= oldest] == [], "an overlap with the raw log"
    assert len(told) == len(set(told)), "told twice"
    assert {n for n in talked if oldest - lookback <= n < oldest} <= set(told), "a gap"
    assert found == sorted(found, key=lambda e: e.days.first)
