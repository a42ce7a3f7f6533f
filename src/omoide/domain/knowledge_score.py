"""How learned pages are ranked (R5), and how far a procedure can be trusted (K4)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import datetime

from omoide.domain.dates import DAY_SECONDS
from omoide.domain.learned import ProcedureFacts
from omoide.domain.learning_rules import LearningRules


@dataclass(frozen=True, slots=True)
class ScoreWhy:
    """Each term of a score: how well the page answers the cue (and by which sense), how recently it was changed, how
    often it was used, and how much activation reached it."""

    relevance: float
    recency: float
    frequency: float
    spread: float = 0.0
    meaning: float = 0.0
    words: float = 0.0
    days: float = 0.0
    uses: int = 0

    @property
    def score(self) -> float:
        return self.relevance + self.recency + self.frequency + self.spread


def knowledge_score(
    relevance: float, changed: datetime, uses: int, now: datetime, rules: LearningRules, spread: float = 0.0,
    meaning: float = 0.0, words: float = 0.0,
) -> ScoreWhy:  # fmt: skip
    """relevance + 0.2 × 0.5^(days since update/30) + 0.1 × ln(1 + uses) + 0.5 × spread. A page from the future, whose
    file has a wrong clock, is as new as can be and no newer."""
    days = max((now.timestamp() - changed.timestamp()) / DAY_SECONDS, 0.0)
    return ScoreWhy(
        relevance,
        rules.recency_weight * 0.5 ** (days / rules.half_life_days),
        rules.frequency_weight * math.log1p(max(uses, 0)),
        rules.spread_weight * spread,
        meaning,
        words,
        days,
        uses,
    )


def with_outcome(facts: ProcedureFacts, success: bool) -> ProcedureFacts:
    """One more outcome; from the first on, confidence is the part of them that were successes."""
    won, lost = facts.success_count + success, facts.failure_count + (not success)
    return replace(facts, success_count=won, failure_count=lost, confidence=round(won / max(1, won + lost), 4))
