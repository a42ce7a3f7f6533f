"""Dreams (D1, D2): what the persona understood while it slept, and how far back it looks on which night."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Literal

from omoide.domain.goal import GoalMeta
from omoide.domain.turn import Scope

Level = Literal[1, 2, 3]
LEVELS: tuple[Level, ...] = (1, 2, 3)
Origin = Literal["dream", "question"]


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


@dataclass(frozen=True, slots=True)
class Insight:
    """A line of the dream diary. `origin` is the night's reflection (of a level from 1 to 3), or a question that was
    answered (level 0). `sources` are the turns that it came from (E9)."""

    id: str
    scope: Scope
    created_at: datetime
    trigger_topic: str
    insight: str
    strategy: str = ""
    log_entry: str = ""
    level: int = 0
    origin: Origin = "dream"
    sources: tuple[str, ...] = ()
    made_by: str = ""

    def plain(self) -> dict[str, object]:
        """Document 000's fields, and what Omoide knows besides."""
        return {
            "id": self.id,
            "created_at": self.created_at.isoformat(),
            "trigger_topic": self.trigger_topic,
            "insight": self.insight,
            "strategy": self.strategy,
            "log_entry": self.log_entry,
            "level": self.level,
            "origin": self.origin,
            "sources": list(self.sources),
            "made_by": self.made_by,
        }


def level_for(today: date, meta: GoalMeta, first_talk: date | None, rules: DreamRules) -> Level:
    """How far the persona looks back tonight: a month after the last monthly reflection, else a week after the last
    weekly or monthly one. What never was is counted from the first talk: nobody looks back on a month on day one."""
    if first_talk is None:
        return 1
    if (today - (meta.last_level3_date or first_talk)).days >= rules.monthly_days:
        return 3
    if (today - (meta.last_level2_date or first_talk)).days >= rules.weekly_days:
        return 2
    return 1
