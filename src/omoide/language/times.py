"""Times in words, in both languages, as stretches of days: they are resolved against the day on which they were said.

Only what names a day, a week, a month, a season or a year is read. "Soon", 「いつか」 and the like name none, and a
bare "may" or "march" is a verb more often than a month: a month without a year needs a word that makes it a time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from omoide.domain.span import Span
from omoide.language.ahead import lies_ahead
from omoide.language.calendar_words import (
    MONTHS,
    NUMBERS,
    SEASONS,
    WEEKDAYS_EN,
    WEEKDAYS_JA,
    month_names,
    season,
    weekday_names,
)  # fmt: skip

_MONTH, _WEEKDAY = month_names(), weekday_names()
_COUNT = r"\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of"
_COUNT_JA = r"\d{1,3}|[一二三四五六七八九十]|数"
_YEAR = r"(?:19|20)\d\d"
_SEASON = "spring|summer|autumn|fall|winter"
# Without one of these no rule can apply; most cues are done with that, and the rules need not even be compiled.
_HINT = re.compile(
    r"\d|ago\b|day|night|week|month|year|this (?:morning|afternoon|evening)|spring|summer|autumn|fall|winter"
    r"|\b(?:last|this|next|on|in|since|during|until|by|of) (?:[a-z]{3,9}\b)"
    r"|[昨今明去来年月週前先]|本日|きのう|おととい|おととし|あした|あさって"
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A time that a text speaks of, and where it stands in the folded text."""

    span: Span
    start: int
    end: int
    relative: bool  # it means another day when it is said on another day


def folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower().replace("’", "'")


def times(text: str, said_on: date) -> list[Spoken]:
    """Every time in the text, in its order; of two that overlap the one that was said more exactly."""
    plain = folded(text)
    found: list[Spoken] = []
    if not _HINT.search(plain):
        return found
    for pattern, reading, relative, coming in _rules():
        for match in pattern.finditer(plain):
            if any(match.start() < other.end and other.start < match.end() for other in found):
                continue
            meant = coming if coming and lies_ahead(plain, match.start(), match.end()) else reading
            try:
                span = meant(match, said_on)
            except (ValueError, OverflowError):  # the 31st of April, a million years ago
                continue
            if span:
                found.append(Spoken(span, match.start(), match.end(), relative))
    return sorted(found, key=lambda spoken: spoken.start)


def without(text: str, spoken: list[Spoken]) -> str:
    """The folded text with its times cut out."""
    plain, parts, at = folded(text), [], 0
    for one in spoken:
        parts.append(plain[at : one.start])
        at = one.end
    return " ".join(" ".join([*parts, plain[at:]]).split())


# ---------------------------------------------------------------- what each form means

Reading = Callable[[re.Match[str], date], Span | None]
# A form, what it means, whether it means another day on another day, and what it means in a sentence that speaks of
# what is to come, where that is something else.
Rule = tuple[re.Pattern[str], Reading, bool, Reading | None]


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS[word]


def _back_months(day: date, count: int) -> Span:
    year, month = divmod(day.year * 12 + day.month - 1 - count, 12)
    return Span.month(year, month + 1)


def _such_month(match: re.Match[str], day: date) -> Span:
    """A month without a year is the one that was last, the present one included."""
    month = _month(match)
    return Span.month(day.year if month <= day.month else day.year - 1, month)


def _coming_month(match: re.Match[str], day: date) -> Span:
    month = _month(match)
    return Span.month(day.year if month >= day.month else day.year + 1, month)


def _month(match: re.Match[str]) -> int:
    named = match.groupdict()
    return MONTHS[named["name"][:3]] if named.get("name") else int(named["m"])


def _full(match: re.Match[str], _: date) -> Span:
    named, month = match.groupdict(), _month(match)
    if named.get("d"):
        return Span.day(date(int(named["y"]), month, int(named["d"])))
    return Span.month(int(named["y"]), month)


def _day_of_month(match: re.Match[str], day: date) -> Span:
    such = date(day.year, _month(match), int(match["d"]))
    return Span.day(such if such <= day else such.replace(year=day.year - 1))


def _coming_day_of_month(match: re.Match[str], day: date) -> Span:
    such = date(day.year, _month(match), int(match["d"]))
    return Span.day(such if such >= day else such.replace(year=day.year + 1))


def _ago(match: re.Match[str], day: date) -> Span:
    count, unit = _number(match["n"]), match["u"]
    if unit in ("day", "日"):
        return Span.day(day - timedelta(days=count))
    if unit in ("weekend", "週末"):
        saturday = Span.week(day - timedelta(weeks=count)).first + timedelta(days=5)
        return Span(saturday, saturday + timedelta(days=1))
    if unit in ("week", "週", "週間"):
        return Span.week(day - timedelta(weeks=count))
    if unit in ("year", "年"):
        return Span.year(day.year - count)
    return _back_months(day, count)


_SHIFTS = {
    "last": -1, "past": -1, "previous": -1, "this": 0, "next": 1, "coming": 1,
    "先々": -2, "先": -1, "今": 0, "来": 1, "再来": 2,
}  # fmt: skip


def _around(match: re.Match[str], day: date) -> Span | None:
    """last week, next month, this year; 先週, 来月."""
    shift, unit = _SHIFTS[match["s"]], match["u"]
    if unit in ("week", "週"):
        return Span.week(day + timedelta(weeks=shift))
    if unit in ("weekend", "週末"):
        saturday = Span.week(day + timedelta(weeks=shift)).first + timedelta(days=5)
        return Span(saturday, saturday + timedelta(days=1))
    if unit in ("month", "月"):
        return _back_months(day, -shift)
    return Span.year(day.year + shift)


def _weekday(match: re.Match[str], day: date) -> Span:
    """English: the last one before today, or the next one after it. With a Japanese week: the one in that week."""
    if match.groupdict().get("w"):
        monday = Span.week(day + timedelta(weeks=_SHIFTS[match["w"]])).first
        return Span.day(monday + timedelta(days=WEEKDAYS_JA.index(match["j"])))
    if _SHIFTS.get(match["s"] or "last", -1) > 0:
        return _coming_weekday(match, day)
    return Span.day(day - timedelta(days=(day.weekday() - WEEKDAYS_EN.index(match["e"][:3]) - 1) % 7 + 1))


def _coming_weekday(match: re.Match[str], day: date) -> Span:
    return Span.day(day + timedelta(days=(WEEKDAYS_EN.index(match["e"][:3]) - day.weekday() - 1) % 7 + 1))


def _season_en(match: re.Match[str], day: date) -> Span:
    named = SEASONS[match["name"]]
    if match["y"]:
        return season(int(match["y"]), named)
    candidates = [season(year, named) for year in (day.year + 1, day.year, day.year - 1, day.year - 2)]
    if match["s"] == "next":
        return [one for one in candidates if one.first > day][-1]
    if match["s"] == "last":
        return next(one for one in candidates if one.last < day)
    return next(one for one in candidates if one.first <= day)


_YEARS_JA = {"今年": 0, "去年": -1, "昨年": -1, "一昨年": -2, "おととし": -2, "来年": 1, "再来年": 2}


def _in_year_ja(match: re.Match[str], day: date) -> Span:
    """去年の夏, 今年の3月, 2025年の秋."""
    year = int(match["y"]) if match["y"] else day.year + _YEARS_JA[match["r"]]
    return season(year, SEASONS[match["q"]]) if match["q"] else Span.month(year, int(match["m"]))


_DAYS = {
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "yesterday": -1,
    "last night": -1, "the day before yesterday": -2, "tomorrow": 1, "the day after tomorrow": 2,
    "今日": 0, "本日": 0, "今朝": 0, "今晩": 0, "今夜": 0, "昨日": -1, "きのう": -1, "昨晩": -1, "昨夜": -1,
    "一昨日": -2, "おととい": -2, "明日": 1, "あした": 1, "明後日": 2, "あさって": 2,
}  # fmt: skip


def _plain_day(match: re.Match[str], day: date) -> Span:
    return Span.day(day + timedelta(days=_DAYS[match[0]]))


def _year_ja(match: re.Match[str], day: date) -> Span:
    return Span.year(day.year + _YEARS_JA[match[0]])


def _any(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def _rule(pattern: str, reading: Reading, relative: bool, coming: Reading | None = None) -> Rule:
    return re.compile(pattern), reading, relative, coming


@cache
def _rules() -> tuple[Rule, ...]:
    """The more exact forms come first: what they take, the others leave alone."""
    return (
        _rule(rf"(?<!\d)(?P<y>{_YEAR})[-/.](?P<m>\d\d?)[-/.](?P<d>\d\d?)(?!\d)", _full, False),
        _rule(rf"(?P<y>{_YEAR})年(?P<m>\d\d?)月(?:(?P<d>\d\d?)日)?", _full, False),
        _rule(rf"\b(?P<d>\d\d?)(?:st|nd|rd|th)?(?: of)? (?P<name>{_MONTH})\.?,? (?P<y>{_YEAR})\b", _full, False),
        _rule(rf"\b(?P<name>{_MONTH})\.? (?P<d>\d\d?)(?:st|nd|rd|th)?,? (?P<y>{_YEAR})\b", _full, False),
        _rule(rf"\b(?P<name>{_MONTH})\.?(?: of)?,? (?P<y>{_YEAR})\b", _full, False),
        _rule(rf"(?:(?P<y>{_YEAR})年|(?P<r>{_any(_YEARS_JA)}))の?(?:(?P<q>[春夏秋冬])|(?P<m>\d\d?)月)",
              _in_year_ja, True),
        _rule(rf"(?P<w>先々|先|今|来|再来)週の?(?P<j>[{WEEKDAYS_JA}])曜?", _weekday, True),
        _rule(rf"\b(?:(?P<s>last|this|next) )?(?P<name>{_SEASON})(?: of (?P<y>{_YEAR}))\b", _season_en, False),
        _rule(rf"\b(?P<s>last|this|next) (?P<name>{_SEASON})(?P<y>)\b", _season_en, True),
        _rule(r"(?<!\d)(?P<m>\d\d?)月(?P<d>\d\d?)日", _day_of_month, True, _coming_day_of_month),
        _rule(rf"\b(?P<name>{_MONTH})\.? (?P<d>\d\d?)(?:st|nd|rd|th)?\b(?! ?(?:years|people|%))",
              _day_of_month, True, _coming_day_of_month),
        _rule(rf"\b(?P<d>\d\d?)(?:st|nd|rd|th)?(?: of)? (?P<name>{_MONTH})\b",
              _day_of_month, True, _coming_day_of_month),
        _rule(rf"\b(?P<n>{_COUNT}) (?P<u>day|weekend|week|month|year)s? (?:ago|back|earlier)\b", _ago, True),
        _rule(rf"(?P<n>{_COUNT_JA})(?P<u>日|週間|週|年|[かヶカケ箇]?月)(?:間)?前", _ago, True),
        _rule(rf"\b(?P<s>last|next|this past) (?P<e>{_WEEKDAY})\b", _weekday, True),
        _rule(rf"\b(?P<s>this|on) (?P<e>{_WEEKDAY})\b", _weekday, True, _coming_weekday),
        _rule(r"\b(?P<s>last|past|previous|this|next|coming) (?P<u>weekend|week|month|year)\b", _around, True),
        _rule(r"(?P<s>先々|先|今|来|再来)(?P<u>週末|週|月)(?!曜)", _around, True),
        _rule(rf"(?:{_any(_DAYS)})", _plain_day, True),
        _rule(rf"(?:{_any(_YEARS_JA)})", _year_ja, True),
        _rule(rf"\b(?:in|last|this|since|during|until|by|of) (?P<name>{_MONTH})\b(?! \d)",
              _such_month, True, _coming_month),
        _rule(r"(?<![\d年])(?P<m>1[0-2]|[1-9])月(?![曜光見])(?=[にのはも、頃ごろ中から]|$)",
              _such_month, True, _coming_month),
        _rule(rf"(?<!\d)(?P<y>{_YEAR})年", lambda match, _: Span.year(int(match["y"])), False),
        _rule(rf"\b(?:in|since|during|of|year) (?P<y>{_YEAR})\b", lambda match, _: Span.year(int(match["y"])), False),
    )  # fmt: skip
