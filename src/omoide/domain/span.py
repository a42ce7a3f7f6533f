"""A stretch of days that words speak of: 「先週の金曜」, "last spring", 2026年3月."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Self

_WRITTEN = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:\.\.(\d{4})-(\d\d)-(\d\d))?)?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Span:
    """From its first day to its last, both included."""

    first: date
    last: date

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError("a span must not end before it begins")

    @classmethod
    def day(cls, day: date) -> Self:
        return cls(day, day)

    @classmethod
    def month(cls, year: int, month: int) -> Self:
        return cls(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]))

    @classmethod
    def year(cls, year: int) -> Self:
        return cls(date(year, 1, 1), date(year, 12, 31))

    @classmethod
    def week(cls, day: date) -> Self:
        """From Monday to Sunday."""
        monday = day - timedelta(days=day.weekday())
        return cls(monday, monday + timedelta(days=6))

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    def meets(self, other: Span) -> bool:
        return self.first <= other.last and other.first <= self.last

    def written(self) -> str:
        """As a keyword: 2026, 2026-03, 2026-03-05, or 2026-03-02..2026-03-08."""
        if self.first == self.last:
            return self.first.isoformat()
        if self == Span.year(self.first.year):
            return f"{self.first.year:04}"
        if self == Span.month(self.first.year, self.first.month):
            return f"{self.first.year:04}-{self.first.month:02}"
        return f"{self.first.isoformat()}..{self.last.isoformat()}"

    @classmethod
    def read(cls, written: str) -> Span | None:
        """What `written` wrote; None for any other text."""
        found = _WRITTEN.fullmatch(written)
        if not found:
            return None
        year, month, day, *rest = (int(part) if part else None for part in found.groups())
        try:
            if year is None or month is None:
                return Span.year(year or 1)
            if day is None:
                return Span.month(year, month)
            first = date(year, month, day)
            return Span(first, date(*rest) if rest[0] else first)  # type: ignore[arg-type]
        except ValueError:
            return None
