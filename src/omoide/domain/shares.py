"""Shares: how many memories each level may hold (F3)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from omoide.domain.memory import FULL, SUMMARY, TRACE
from omoide.domain.retention import lower
from omoide.domain.strengths import Ints, Strengths


@dataclass(frozen=True, slots=True)
class ShareRules:
    """The largest part of all unprotected memories that each level may hold; the rest is archived."""

    full: float = 0.15
    summary: float = 0.30
    trace: float = 0.35
    enforced_from: int = 100

    def __post_init__(self) -> None:
        for name in ("full", "summary", "trace"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be negative")
        if self.full + self.summary + self.trace > 1 + 1e-9:
            raise ValueError("full, summary and trace must add up to 1 at most")
        if self.enforced_from < 1:
            raise ValueError("enforced_from must be at least 1")


def allowed(share: float, total: int) -> int:
    """ceil(share x total); 0.35 x 20 is 7, whatever binary fractions say."""
    return math.ceil(round(share * total, 9))


def enforce(strengths: Strengths, night: int, now: int, rules: ShareRules, resting: int = 0) -> Strengths:
    """Push what is over its level's share one level down, from the top, so that what is pushed counts below. `resting`
    are unprotected memories of the archive that are not among the strengths: they count, and nothing else.

    Lowest retention goes first, then the oldest, then the least recalled; the score itself does not matter.
    Protected memories neither count nor move.
    """
    free = ~strengths.protected
    total = int(free.sum()) + resting
    if total < rules.enforced_from:
        return strengths
    scores = strengths.retention_at(night)
    for level, share in ((FULL, rules.full), (SUMMARY, rules.summary), (TRACE, rules.trace)):
        members = np.flatnonzero(free & strengths.active & (strengths.level == level))
        excess = len(members) - allowed(share, total)
        if excess > 0:
            weakest = weakest_first(strengths, members, scores[members])[:excess]
            strengths = lower(strengths, weakest, level + 1, night, now)
    return strengths


def weakest_first(strengths: Strengths, members: Ints, scores: np.ndarray) -> Ints:
    """Members ordered by retention, then age, then recalls; the row number makes the order total."""
    order = np.lexsort((strengths.row[members], strengths.recalls[members], strengths.created[members], scores))
    return members[order]
