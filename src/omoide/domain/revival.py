"""The archive: coming back from it (F4) and leaving it for good (F5)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from omoide.domain.memory import TRACE
from omoide.domain.retention import LevelRules
from omoide.domain.shares import ShareRules
from omoide.domain.strengths import NEVER, Ints, Strengths

DAY_MICROSECONDS = 86_400_000_000


@dataclass(frozen=True, slots=True)
class ArchiveRules:
    """What can be found in the archive, how it comes back, and when it is deleted."""

    searched: bool = True
    revival_decay: float = 0.995
    revival_margin: float = 3.0
    auto_delete: bool = False
    delete_after_days: int = 365
    delete_needs_no_recall: bool = True
    delete_below_intensity: float = 20.0
    delete_when: Literal["all", "any"] = "all"

    def __post_init__(self) -> None:
        if not 0 < self.revival_decay <= 1:
            raise ValueError("revival_decay must lie in 0 < x <= 1")
        if self.revival_margin <= 0:
            raise ValueError("revival_margin must be above 0")
        if self.delete_after_days < 0:
            raise ValueError("delete_after_days must not be negative")
        if not 0 <= self.delete_below_intensity <= 100:
            raise ValueError("delete_below_intensity must lie in 0..100")


def revival_score(intensity: float, archived_days: int, levels: LevelRules, rules: ArchiveRules) -> float:
    """Fades with the time spent archived, but never so low that the next night would archive it again."""
    return max(intensity * rules.revival_decay**archived_days, levels.trace_above + rules.revival_margin)


def rebased_days(intensity: float, coefficient: float, score: float) -> float:
    """The age at which the retention curve passes through a score (negative when it lies above the intensity).

    With a coefficient of 1 the curve is flat and passes through no other score: any age will do.
    """
    if coefficient == 1:
        return 0.0
    return math.log(score / intensity) / math.log(coefficient)


def revive(
    strengths: Strengths, night: int, now: int, levels: LevelRules, shares: ShareRules, rules: ArchiveRules,
    resting: int = 0,
) -> Strengths:  # fmt: skip
    """Bring requested memories back as traces while level 3 has room; drop the requests that found none. `resting` are
    unprotected memories of the archive that are not among the strengths, and only count.

    The oldest request is served first. A memory made with no feeling at all (intensity 0) has no curve to come
    back on: its request is dropped. One that was protected while it lay in the archive is outside the shares (F6)
    and needs no room.
    """
    total = int((~strengths.protected).sum()) + resting
    held = int((~strengths.protected & strengths.active & (strengths.level == TRACE)).sum())
    requested = np.flatnonzero(strengths.archived & (strengths.revival_requested_at != NEVER))
    requested = requested[np.argsort(strengths.revival_requested_at[requested], kind="stable")]
    back = []
    for position in requested:
        guarded = bool(strengths.protected[position])
        if strengths.intensity[position] > 0 and (guarded or (held + 1) / total <= shares.trace):
            held += not guarded
            back.append(position)
    strengths = strengths.put(requested, revival_requested_at=NEVER)
    positions = np.array(back, dtype=np.int64)
    days = [_days_after_revival(strengths, position, now, levels, rules) for position in back]
    return strengths.put(
        positions,
        level=TRACE,
        archived_at=NEVER,
        days=np.array(days, dtype=np.float64),
        anchor=night,
        recalls=strengths.recalls[positions] + 1,
        recalled_for=night + 1,
    )


def _days_after_revival(s: Strengths, at: int, now: int, levels: LevelRules, rules: ArchiveRules) -> float:
    archived_days = max(int(now - s.archived_at[at]) // DAY_MICROSECONDS, 0)
    score = revival_score(float(s.intensity[at]), archived_days, levels, rules)
    return rebased_days(float(s.intensity[at]), float(s.coefficient[at]), score)


def due_for_deletion(strengths: Strengths, now: int, rules: ArchiveRules) -> Ints:
    """Archived memories that auto-delete would remove; none while it is off. Protected ones never."""
    if not rules.auto_delete:
        return np.array([], dtype=np.int64)
    archived_days = (now - strengths.archived_at) // DAY_MICROSECONDS
    conditions = [archived_days > rules.delete_after_days, strengths.intensity < rules.delete_below_intensity]
    if rules.delete_needs_no_recall:
        conditions.append(strengths.recalls == 0)
    combined = np.logical_and.reduce(conditions) if rules.delete_when == "all" else np.logical_or.reduce(conditions)
    return np.flatnonzero(strengths.archived & ~strengths.protected & combined)
