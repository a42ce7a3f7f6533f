"""Goals that the persona sets itself (M4): near ones that must move or go, far ones that may stay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from omoide.domain.motive_rules import GoalRules
from omoide.domain.turn import Scope

Term = Literal["short", "long"]
Status = Literal["active", "completed", "abandoned"]
PREFIX: dict[Term, str] = {"short": "sh", "long": "lo"}
LOWEST_PRIORITY = 1_000

# Kept in the words of the ledger, in both languages: it is a record, and what reads it looks for these words.
STALE_REASON = "自動整理: {days}日以上進展なし"
OVER_LIMIT_REASON = "自動整理: 短期目標の上限{most}件を超過"


@dataclass(frozen=True, slots=True)
class ProgressNote:
    time: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Goal:
    """Priority 1 is the highest. `sources` are the turns that it came from (E9)."""

    id: str
    scope: Scope
    term: Term
    goal: str
    created_at: datetime
    priority: int = 1
    status: Status = "active"
    progress_notes: tuple[ProgressNote, ...] = ()
    closed_at: datetime | None = None
    reason: str = ""
    sources: tuple[str, ...] = ()

    def plain(self) -> dict[str, object]:
        """Document 000's fields, and what Omoide knows besides."""
        return {
            "id": self.id,
            "goal": self.goal,
            "created_at": self.created_at.isoformat(),
            "status": self.status,
            "progress_notes": [{"time": note.time.isoformat(), "note": note.text} for note in self.progress_notes],
            "priority": self.priority,
            "term": self.term,
            "closed_at": self.closed_at.isoformat() if self.closed_at else None,
            "reason": self.reason,
            "sources": list(self.sources),
        }


@dataclass(frozen=True, slots=True)
class GoalMeta:
    """When the persona last looked back, and how far (D1)."""

    last_reflection_level: int = 0
    last_level2_date: date | None = None
    last_level3_date: date | None = None

    def plain(self) -> dict[str, object]:
        """As document 000's goals.json has it."""
        return {
            "last_reflection_level": self.last_reflection_level,
            "last_level2_date": self.last_level2_date.isoformat() if self.last_level2_date else None,
            "last_level3_date": self.last_level3_date.isoformat() if self.last_level3_date else None,
        }


@dataclass(frozen=True, slots=True)
class GoalStatistics:
    short_term: int
    long_term: int
    completed: int
    abandoned: int
    oldest_active_days: int


def by_weight(goals: Sequence[Goal]) -> list[Goal]:
    """Most important first; of equals the near ones, then the older ones."""
    return sorted(goals, key=lambda goal: (goal.priority, goal.term == "long", goal.created_at, goal.id))


def stale(goals: Sequence[Goal], now: datetime, rules: GoalRules) -> list[Goal]:
    """Near goals that have not moved for so many days: since they were set, or since progress was last noted."""
    limit = timedelta(days=rules.stale_days)
    return [goal for goal in goals if goal.term == "short" and now - _moved(goal) >= limit]


def over_limit(goals: Sequence[Goal], rules: GoalRules) -> list[Goal]:
    """Near goals that are too many: the least important go first, of equals the oldest."""
    near = [goal for goal in goals if goal.term == "short"]
    near.sort(key=lambda goal: (-goal.priority, goal.created_at, goal.id))
    return near[: max(len(near) - rules.most_short_term, 0)]


def _moved(goal: Goal) -> datetime:
    return max([goal.created_at, *(note.time for note in goal.progress_notes)])
