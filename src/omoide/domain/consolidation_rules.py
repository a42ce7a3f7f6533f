"""How much the night makes of what was lived, and how often it tidies (D3, D4). Settings are read at every start, so
this file needs no other."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class ConsolidationRules:
    """`days_at_once`: accounts that one night looks at; what is left waits for the next. One question holds so many
    characters, and may bring so many items and procedures, each with so many characters. Every so many days the weekly
    and the monthly work is done. `merge_at_once`: groups of look-alikes that one night merges, each of at most
    `merge_most` pages. A habit is a sequence of at most `habit_longest` actions, none more than `habit_gap_minutes`
    apart, that was seen `habit_times` times on `habit_days` days; one night writes down at most `habits_at_once`."""

    days_at_once: int = 30
    part_characters: int = 12_000
    most_items: int = 12
    most_procedures: int = 5
    item_characters: int = 2_000
    procedure_characters: int = 8_000
    weekly_days: int = 7
    monthly_days: int = 30
    merge_at_once: int = 20
    merge_most: int = 5
    habit_times: int = 3
    habit_days: int = 2
    habit_longest: int = 6
    habit_gap_minutes: int = 30
    habits_at_once: int = 10

    def __post_init__(self) -> None:
        least = {"merge_most": 2, "habit_times": 2, "habit_longest": 2, "item_characters": 50}
        least |= {"procedure_characters": 200, "part_characters": 500}
        for item in fields(self):
            if getattr(self, item.name) < least.get(item.name, 1):
                raise ValueError(f"{item.name} must be at least {least.get(item.name, 1)}")
