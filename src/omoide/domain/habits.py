"""Habits in a log (D4): sequences of actions that come again and again. Found by counting; no mind is needed for it.

A run is a stretch of actions without a long pause. Every stretch of two or more actions within a run is counted, where
two countings of the same one may not overlap; what is part of a longer one that comes as often is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that was done: what (its name), when, and on which day of the person's calendar."""

    name: str
    at: datetime
    day: date
    told: str = ""


@dataclass(frozen=True, slots=True)
class Habit:
    """`runs` are the places at which it begins, oldest first."""

    sequence: tuple[str, ...]
    runs: tuple[int, ...]
    days: int

    @property
    def times(self) -> int:
        return len(self.runs)


def habits(acts: Sequence[Act], times: int, days: int, longest: int, gap: timedelta) -> list[Habit]:
    """The longest and most frequent first. The same thing over and over (A A A) is one action, not a habit."""
    found: list[Habit] = []
    for length in range(longest, 1, -1):
        for sequence, starts in _stretches(acts, length, gap).items():
            on = len({acts[start].day for start in starts})
            if len(starts) >= times and on >= days and len(set(sequence)) > 1:
                habit = Habit(sequence, tuple(starts), on)
                if not any(_within(habit, longer) for longer in found):
                    found.append(habit)
    return sorted(found, key=lambda habit: (-len(habit.sequence) * habit.times, habit.sequence))


def _stretches(acts: Sequence[Act], length: int, gap: timedelta) -> dict[tuple[str, ...], list[int]]:
    """Where each sequence of this length begins, without overlaps."""
    found: dict[tuple[str, ...], list[int]] = {}
    unbroken = 0  # how many actions before this one belong to its run
    for at, act in enumerate(acts):
        follows = at > 0 and act.at - acts[at - 1].at <= gap
        unbroken = unbroken + 1 if follows else 0
        start = at - length + 1
        if unbroken + 1 < length:
            continue
        starts = found.setdefault(tuple(one.name for one in acts[start : at + 1]), [])
        if not starts or start >= starts[-1] + length:
            starts.append(start)
    return found


def _within(habit: Habit, longer: Habit) -> bool:
    """Part of a longer habit, and not seen more often by itself than with it."""
    size = len(habit.sequence)
    inside = any(longer.sequence[at : at + size] == habit.sequence for at in range(len(longer.sequence) - size + 1))
    return inside and habit.times <= longer.times
