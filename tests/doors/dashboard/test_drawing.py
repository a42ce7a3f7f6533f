"""Where lines and points of the dashboard's pictures lie."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from omoide.domain.emotion import TAGS, Emotion
from omoide.domain.episode import Episode
from omoide.domain.memory import Memory, Relation
from omoide.domain.retention import LevelRules
from omoide.domain.span import Span
from omoide.domain.turn import Scope
from omoide.doors.dashboard import drawing
from omoide.doors.dashboard.views.forgetting import FAMILIES

NOON = datetime.fromisoformat("2026-01-18T12:00:00+09:00")


def memory(number: int, days: float = 10.0) -> Memory:
    held = 80 * 0.99**days
    return Memory(f"mem_{number}", Scope(), NOON, "t", "c", 80, Emotion(), "work", 0.99, days, held)


def episode(kind: str, first: str, last: str, arousal: float | None) -> Episode:
    days = Span(date.fromisoformat(first), date.fromisoformat(last))
    return Episode(f"{kind}-{first}", Scope(), kind, days, "…", arousal, arousal, NOON)  # type: ignore[arg-type]


def test_the_curve_begins_at_its_intensity_and_passes_through_today() -> None:
    # F1, F8: 220 high, a hundred percent at the top; ten days behind and a year ahead across 640
    drawn = drawing.curve(memory(1), LevelRules())
    assert drawn.past.startswith("M0.0 44.0 ")  # 80 of 100
    assert drawn.past.endswith(f"L{drawn.today[0]} {drawn.today[1]}")
    assert drawn.ahead.startswith(f"M{drawn.today[0]} {drawn.today[1]} ")
    assert drawn.today == (round(10 / 375 * 640, 1), round(220 * (1 - 0.8 * 0.99**10), 1))
    assert drawn.ahead.endswith(f"L640.0 {220 * (1 - 0.8 * 0.99**375):.1f}")
    assert drawn.bounds == ((50.0, 110.0), (20.0, 176.0), (5.0, 209.0))


def test_each_linked_memory_stands_once_on_the_circle_the_strongest_first() -> None:
    # G5
    out = [(Relation(f"mem_{n}", "same_topic", n / 10), memory(n)) for n in range(1, 9)]
    into = [(Relation(f"mem_{n}", "references", 1.0), memory(n)) for n in (3, 20)]
    placed = drawing.neighbours(out, into, most=5)
    assert [one.memory.id for one in placed] == ["mem_20", "mem_8", "mem_7", "mem_6", "mem_5"]
    assert (placed[0].x, placed[0].y, placed[0].outward) == (50.0, 14.0, False)
    assert all(abs((one.x - 50) ** 2 + (one.y - 50) ** 2 - 36**2) < 1 for one in placed)
    assert drawing.neighbours([], []) == []


def test_the_calendar_ends_today_in_columns_from_monday() -> None:
    # P5, I4: a merged week colours its days, the stronger of two accounts counts
    told = [
        episode("week", "2026-01-05", "2026-01-11", 0.4),
        episode("day", "2026-01-14", "2026-01-14", None),
        episode("achievement", "2026-01-14", "2026-01-14", 0.8),
        episode("day", "2025-01-01", "2025-01-01", 0.9),
    ]
    squares = drawing.calendar(told, date(2026, 1, 15), weeks=3)
    assert [(one.day, one.column, one.row) for one in (squares[0], squares[-1])] == [
        (date(2025, 12, 29), 0, 0), (date(2026, 1, 15), 2, 3),
    ]  # fmt: skip
    assert [one.arousal for one in squares] == [None] * 7 + [0.4] * 7 + [None, None, 0.8, None]
    assert [one.day.day for one in squares if one.special] == [14]


def test_time_is_a_width() -> None:
    axis = drawing.Axis(NOON, NOON + timedelta(days=8))
    assert axis.ticks() == [(160.0 * n, NOON + timedelta(days=2 * n)) for n in range(5)]
    assert drawing.area([(0, 0), (10, 1)], 64) == "M0.0 64.0 L10.0 0.0 L10.0 64.0 L0.0 64.0 Z"


@pytest.mark.parametrize("tag", TAGS)
def test_every_emotion_has_one_colour(tag: str) -> None:
    # E2
    assert sum(tag in tags for _, tags in FAMILIES.values()) == 1
