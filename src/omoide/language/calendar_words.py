"""Names of months, weekdays, seasons and small numbers."""

from __future__ import annotations

from datetime import date, timedelta

from omoide.domain.span import Span

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = {name[:3]: number for number, name in enumerate(_MONTHS, 1)}
WEEKDAYS_EN = [name[:3] for name in _WEEKDAYS]
WEEKDAYS_JA = "月火水木金土日"
SEASONS = {
    "spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "春": 3, "夏": 6, "秋": 9, "冬": 12,
}  # fmt: skip
NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "a few": 3, "a couple of": 2, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
    "九": 9, "十": 10, "数": 3,
}  # fmt: skip


def month_names() -> str:
    """An expression for the names of months, whole or short; the short ones never inside another word."""
    short = [name[:3] for name in _MONTHS] + ["sept"]
    return "|".join([*_MONTHS, *dict.fromkeys(short)])


def weekday_names() -> str:
    return "|".join([*_WEEKDAYS, "tues", "thurs", "weds", *WEEKDAYS_EN])


def season(year: int, first_month: int) -> Span:
    """Three months from the given one; a winter belongs to the year in which it begins."""
    year_after, month_after = (year + 1, first_month - 9) if first_month > 9 else (year, first_month + 3)
    return Span(date(year, first_month, 1), date(year_after, month_after, 1) - timedelta(days=1))
