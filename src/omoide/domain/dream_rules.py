"""When the persona dreams, and of how much. Settings are read at every start, so this file needs no other."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class DreamRules:
    """When the persona dreams by itself, how much it looks at, and how much may come of one night.

    `any_hour`: also outside the quiet hours, for machines that are off at night. A page is written anew when it has
    grown by `page_growth` characters since it last was.
    """

    idle_minutes: float = 30.0
    any_hour: bool = False
    weekly_days: int = 7
    monthly_days: int = 30
    turns: int = 100
    characters: int = 12_000
    memories: int = 10
    most_goals: int = 3
    most_questions: int = 3
    most_proposals: int = 5
    most_pending: int = 30
    page_growth: int = 500

    def __post_init__(self) -> None:
        positive = ("weekly_days", "monthly_days", "turns", "characters", "page_growth")
        for item in fields(self):
            least = 1 if item.name in positive else 0
            if getattr(self, item.name) < least:
                raise ValueError(f"{item.name} must be at least {least}")
