"""Days and weeks told without a model (P1, P3, F10): in the first person, bounded, stirring moments in detail."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.models.offline import OfflineMind
from omoide.prompts.merge_week import DayTold, MergeWeek
from omoide.prompts.summarise_day import Exchange, JoinDay, SummariseDay

MIND = OfflineMind()
SAID = {
    "ja": "{}番目の話をするね。昨日、鴨川沿いを散歩して古い橋を見たよ。",
    "en": "Story {}. I walked by the Kamo river and saw the old bridge.",
}
REPLIED = {
    "ja": "それは素敵ですね。橋の上からの眺めはどうでしたか。",
    "en": "How lovely. What was the view from the bridge like?",
}


def exchanges(count: int, language: str, strong: tuple[int, ...] = ()) -> tuple[Exchange, ...]:
    return tuple(
        Exchange(
            f"{n % 24:02}:00", SAID[language].format(n), REPLIED[language], 0.8 if n in strong else 0.2, n in strong
        )
        for n in range(count)
    )


def day(count: int, language: Any, strong: tuple[int, ...] = (), **more: Any) -> str:
    question = SummariseDay("葵", "健", "2026-01-02", exchanges(count, language, strong), 800, 1500, language, **more)
    assert MIND.who(question) == "offline"
    return MIND.ask(question).summary


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("count", [20, 60, 300])
def test_a_full_day_has_800_to_1500_characters(language: str, count: int) -> None:
    # P1
    assert 800 <= len(day(count, language, (3, 7))) <= 1500


@pytest.mark.parametrize(
    ("language", "first"), [("ja", "1月2日、健と2回やりとりをした。"), ("en", "2 January: I talked with 健 twice.")]
)
def test_a_day_is_told_in_the_first_person_and_word_for_word_where_there_is_room(language: str, first: str) -> None:
    # P1
    head, *lines = day(2, language).splitlines()
    assert head == first
    for number, line in enumerate(lines):
        assert SAID[language].format(number) in line
        assert REPLIED[language] in line
        assert ("私は" if language == "ja" else "and I answered") in line


@pytest.mark.parametrize("language", ["ja", "en"])
def test_stirring_moments_are_starred_and_told_with_the_answer(language: str) -> None:
    # P1
    lines = day(60, language, (11, 30)).splitlines()
    starred = [line for line in lines if line.startswith("★0.80 ")]
    assert len(starred) == 2
    plain = [line for line in lines[1:] if not line.startswith("★")]
    assert min(map(len, starred)) > 1.5 * max(map(len, plain))


def test_of_too_many_the_stirring_ones_stay_and_the_rest_is_counted() -> None:
    # P1
    told = day(300, "ja", (50, 200)).splitlines()
    assert [line[:5] for line in told if "★" in line] == ["★0.80", "★0.80"]
    assert told[-1].startswith("ほかにも")


def test_one_sided_and_empty_exchanges_are_told_as_they_are() -> None:
    # P1
    question = SummariseDay(
        "a", "me", "2026-01-02", (Exchange("09:00", "", "Good morning."), Exchange("10:00", "Hello?", "")), 1, 400, "en"
    )
    assert MIND.ask(question).summary.splitlines() == [
        "2 January: I talked with you twice.", 'At 09:00 I said "Good morning."',
        'At 10:00 you and I talked about "Hello?"',
    ]  # fmt: skip


def test_parts_are_joined_without_losing_their_stars() -> None:
    # P1
    parts = (day(40, "ja", (1,)), day(40, "ja", (2,), part=2, parts=2))
    joined = MIND.ask(JoinDay("葵", "健", "2026-01-02", parts, 800, 1500, "ja")).summary
    assert 800 <= len(joined) <= 1500
    assert joined.count("★0.80") == 2


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_week_begins_with_what_stirred_most(language: Any) -> None:
    # P3: 400-800 characters, ★ carried over
    days = tuple(
        DayTold(f"2026-01-{5 + n:02}", day(12, language, (n,) if n < 2 else ()), 0.8 if n < 2 else 0.3, n < 2)
        for n in range(5)
    )
    week = MIND.ask(MergeWeek("葵", "健", "2026-01-05~2026-01-11", days, 2, 400, 800, language)).summary
    lines = week.splitlines()
    assert 400 <= len(week) <= 800
    assert [line.startswith("★0.80 ") for line in lines] == [True, True, False, False, False]
    assert week.count("★0.80") >= 4, "the days' own stars are carried over"
    assert min(map(len, lines[:2])) > max(map(len, lines[2:]))


TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=80)


@given(
    st.lists(st.tuples(TEXT, TEXT, st.none() | st.floats(0, 1), st.booleans()), min_size=1, max_size=12),
    st.integers(200, 1500),
    st.sampled_from(["ja", "en"]),
)
@settings(max_examples=60, deadline=None)
def test_whatever_was_said_the_account_fits_and_is_the_same_every_time(told: Any, most: int, language: Any) -> None:
    # P1, F10
    made = tuple(Exchange("10:00", said, replied, arousal, starred) for said, replied, arousal, starred in told)
    question = SummariseDay("葵", "健", "2026-01-02", made, 0, most, language)
    first = MIND.ask(question).summary
    assert 0 < len(first) <= most
    assert MIND.ask(question).summary == first
