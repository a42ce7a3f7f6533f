"""Where lines and points of a picture lie. Templates put them into SVG; nothing here knows of pages or of minds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from omoide.domain.episode import Episode
from omoide.domain.memory import Memory, Relation
from omoide.domain.retention import LevelRules, project

WIDE, HIGH = 640.0, 220.0
AHEAD_DAYS = 365


@dataclass(frozen=True, slots=True)
class Curve:
    """Retention from its making to a year from now: `past` and `ahead` are SVG paths, `today` is where they meet.
    `bounds` are the heights of the levels, `ticks` the places of days."""

    past: str
    ahead: str
    today: tuple[float, float]
    bounds: tuple[tuple[float, float], ...]
    ticks: tuple[tuple[float, int], ...]


def curve(memory: Memory, rules: LevelRules) -> Curve:
    """The past as the formula has it today: from the age that it has now, which recalls have halved."""
    behind = max(memory.days, 0.0)
    whole = behind + AHEAD_DAYS

    def place(day: float) -> tuple[float, float]:
        held = project(memory.intensity, memory.coefficient, [day], rules)[0].retention
        return (behind + day - memory.days) / whole * WIDE, _down(min(held, 100.0))

    before = [place(memory.days - behind + behind * step / 40) for step in range(41)]
    after = [place(memory.days + AHEAD_DAYS * step / 120) for step in range(121)]
    bounds = ((rules.full_above, _down(rules.full_above)), (rules.summary_above, _down(rules.summary_above)),
              (rules.trace_above, _down(rules.trace_above)))  # fmt: skip
    ticks = tuple(((behind + day) / whole * WIDE, day) for day in (0, 90, 180, 270, 365))
    return Curve(path(before), path(after), (round(after[0][0], 1), round(after[0][1], 1)), bounds, ticks)


def _down(percent: float) -> float:
    return round(HIGH * (1 - percent / 100), 1)


def path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points) if points else ""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A linked memory on the circle round the one that is looked at."""

    memory: Memory
    relation: Relation
    x: float
    y: float
    outward: bool


def neighbours(
    out: Sequence[tuple[Relation, Memory]], into: Sequence[tuple[Relation, Memory]], most: int = 12
) -> list[Neighbour]:
    """The strongest links, each memory once, clockwise from the top."""
    links = {memory.id: (relation, memory, False) for relation, memory in into}
    links |= {memory.id: (relation, memory, True) for relation, memory in out}
    chosen = sorted(links.values(), key=lambda link: (-link[0].weight, link[1].id))[:most]
    placed = []
    for number, (relation, memory, outward) in enumerate(chosen):
        angle = 2 * math.pi * number / len(chosen) - math.pi / 2
        x, y = 50 + 36 * math.cos(angle), 50 + 36 * math.sin(angle)
        placed.append(Neighbour(memory, relation, round(x, 2), round(y, 2), outward))
    return placed


@dataclass(frozen=True, slots=True)
class Square:
    """A day of the calendar; `arousal` is None where nothing was told."""

    day: date
    column: int
    row: int
    arousal: float | None
    special: bool


def calendar(episodes: Sequence[Episode], until: date, weeks: int = 27) -> list[Square]:
    """Columns of weeks from Monday to Sunday, the present one last. A week that was merged colours its seven days."""
    first = until - timedelta(days=until.weekday(), weeks=weeks - 1)
    told: dict[date, float] = {}
    special: set[date] = set()
    for one in episodes:
        day = max(one.days.first, first)
        while day <= min(one.days.last, until):
            told[day] = max(told.get(day, 0.0), one.arousal or 0.0)
            special |= {day} if one.special else set()
            day += timedelta(days=1)
    days = [first + timedelta(days=number) for number in range((until - first).days + 1)]
    return [Square(d, n // 7, n % 7, told.get(d), d in special) for n, d in enumerate(days)]


@dataclass(frozen=True, slots=True)
class Axis:
    """A span of time as a width."""

    since: datetime
    until: datetime
    width: float = WIDE

    def at(self, moment: datetime) -> float:
        whole = (self.until - self.since).total_seconds() or 1.0
        return round((moment - self.since).total_seconds() / whole * self.width, 1)

    def ticks(self, count: int = 4) -> list[tuple[float, datetime]]:
        step = (self.until - self.since) / count
        return [(self.at(self.since + step * n), self.since + step * n) for n in range(count + 1)]


def area(points: Sequence[tuple[float, float]], high: float) -> str:
    """A line of shares from 0 to 1 with what lies below it, as a closed path."""
    drawn = [(x, high * (1 - y)) for x, y in points]
    return f"{path(drawn)} L{drawn[-1][0]:.1f} {high:.1f} L{drawn[0][0]:.1f} {high:.1f} Z" if drawn else ""
