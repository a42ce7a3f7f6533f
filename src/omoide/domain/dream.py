"""Dreams (D1, D2): what the persona understood while it slept, and how far back it looks on which night."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from omoide.domain.dream_rules import DreamRules
from omoide.domain.goal import GoalMeta
from omoide.domain.turn import Scope

Level = Literal[1, 2, 3]
LEVELS: tuple[Level, ...] = (1, 2, 3)
Origin = Literal["dream", "question"]


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
