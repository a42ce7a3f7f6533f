"""Times in words, in both languages, against the day on which they were said.

R12
"""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.span import Span
from omoide.language.times import times, without

SUNDAY = date(2026, 1, 18)


def spans(text: str, said_on: date = SUNDAY) -> list[str]:
    return [spoken.span.written() for spoken in times(text, said_on)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("先週の金曜に話した件", ["2026-01-09"]),
        ("今週の月曜日", ["2026-01-12"]),
        ("来週の月曜", ["2026-01-19"]),
        ("去年の夏どこ行った？", ["2025-06-01..2025-08-31"]),
        ("昨年の3月", ["2025-03"]),
        ("2024年の冬", ["2024-12-01..2025-02-28"]),
        ("2026年3月の旅行", ["2026-03"]),
        ("2022年8月6日に", ["2022-08-06"]),
        ("２０２２年８月６日", ["2022-08-06"]),
        ("8月6日にグラノーラ", ["2025-08-06"]),
        ("1月5日", ["2026-01-05"]),
        ("5月に行った", ["2025-05"]),
        ("一昨日と昨日", ["2026-01-16", "2026-01-17"]),
        ("3日前", ["2026-01-15"]),
        ("二週間前", ["2025-12-29..2026-01-04"]),
        ("三か月前", ["2025-10"]),
        ("3ヶ月前", ["2025-10"]),
        ("10年前", ["2016"]),
        ("先月", ["2025-12"]),
        ("おととし", ["2024"]),
        ("いつか食べたい", []),
        ("月曜日が嫌い", []),
        ("お月見", []),
    ],
)
def test_japanese(text: str, expected: list[str]) -> None:
    assert spans(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I fly to Paris in December!", ["2026-12"]),
        ("We will visit Osaka on the 20th of December.", ["2026-12-20"]),
        ("I have a wedding on 12 December", ["2026-12-12"]),
        ("See you on Monday!", ["2026-01-19"]),
        ("I promise to call Grandma on Sunday.", ["2026-01-25"]),
        ("I'm going to move in January.", ["2026-01"]),
        ("We met in December. I will tell you more on Friday.", ["2025-12", "2026-01-23"]),
        ("I flew to Paris in December and will never forget it.", ["2025-12"]),
        ("In March we go to Rome, and on Friday I'll pack.", ["2026-03", "2026-01-23"]),
        ("I moved in December, on Monday.", ["2025-12", "2026-01-12"]),
        ("What happened on Monday?", ["2026-01-12"]),
        ("12月にパリへ行くよ！", ["2026-12"]),
        ("12月20日に結婚する予定。", ["2026-12-20"]),
        ("1月5日に会いましょう", ["2027-01-05"]),
        ("3月に始まります。12月は忙しかった。", ["2026-03", "2025-12"]),
        ("12月に引っ越しする予定だった", ["2025-12"]),
        ("12月の旅行は楽しかった", ["2025-12"]),
        ("12月にパリに行った", ["2025-12"]),
    ],
)
def test_what_is_to_come_lies_ahead(text: str, expected: list[str]) -> None:
    assert spans(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did we do last Friday?", ["2026-01-16"]),
        ("see you next Monday", ["2026-01-19"]),
        ("Last Tues", ["2026-01-13"]),
        ("last spring we went", ["2025-03-01..2025-05-31"]),
        ("the summer of 2022", ["2022-06-01..2022-08-31"]),
        ("next winter", ["2026-12-01..2027-02-28"]),
        ("on 7 May 2023", ["2023-05-07"]),
        ("May 7th, 2023", ["2023-05-07"]),
        ("2023-05-07", ["2023-05-07"]),
        ("in May 2023", ["2023-05"]),
        ("on May 8th", ["2025-05-08"]),
        ("What happened in March?", ["2025-03"]),
        ("in January", ["2026-01"]),
        ("in 2023", ["2023"]),
        ("two weekends ago", ["2026-01-03..2026-01-04"]),
        ("a week ago", ["2026-01-05..2026-01-11"]),
        ("a couple of years ago", ["2024"]),
        ("this past weekend", ["2026-01-10..2026-01-11"]),
        ("the day before yesterday", ["2026-01-16"]),
        ("last night", ["2026-01-17"]),
        ("last week and last month", ["2026-01-05..2026-01-11", "2025-12"]),
        ("I may march on", []),
        ("31 April 2023", ["2023-04"]),
        ("the last page", []),
        ("room 2023", []),
        ("", []),
    ],
)
def test_english(text: str, expected: list[str]) -> None:
    assert spans(text) == expected


def test_a_text_without_its_times() -> None:
    text = "2022年8月6日、グラノーラについて何と言っていた？"
    assert without(text, times(text, SUNDAY)) == "、グラノーラについて何と言っていた?"
    assert without("No time at all", []) == "no time at all"


def test_what_means_another_day_on_another_day() -> None:
    told = {spoken.span.written(): spoken.relative for spoken in times("yesterday, not on 7 May 2023", SUNDAY)}
    assert told == {"2026-01-17": True, "2023-05-07": False}


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.text(st.sampled_from("0123456789年月日前先来週去の春夏金曜 lastnextweekagoinMayof"), max_size=40),
    st.dates(date(1990, 1, 1), date(2090, 12, 31)),
)
def test_any_text_gives_spans_in_order_that_can_be_written_and_read(text: str, day: date) -> None:
    found = times(text, day)
    assert all(a.end <= b.start for a, b in pairwise(found))
    for spoken in found:
        assert Span.read(spoken.span.written()) == spoken.span


@given(st.dates(date(1990, 1, 1), date(2090, 12, 31)), st.integers(0, 400))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_span_is_read_as_it_was_written(first: date, days: int) -> None:
    span = Span(first, date.fromordinal(first.toordinal() + days))
    assert Span.read(span.written()) == span
    assert first in span
    assert span.meets(Span.day(span.last))
    assert not span.meets(Span.day(date.fromordinal(span.last.toordinal() + 1)))


@pytest.mark.parametrize("text", ["温泉", "2026-13", "2026-02-30", "20260101", "2026-01-05..2026-01-01"])
def test_other_keywords_are_no_spans(text: str) -> None:
    assert Span.read(text) is None
