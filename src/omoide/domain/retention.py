"""Forgetting and strengthening (F1, E6, F2): the emotional retention curve."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from omoide.domain.memory import ARCHIVE, FULL, SUMMARY, TRACE
from omoide.domain.strengths import NEVER, Floats, Ints, Strengths


@dataclass(frozen=True, slots=True)
class Range:
    """From an intensity of 0 to one of 100."""

    min: float
    max: float

    def __post_init__(self) -> None:
        if not 0 < self.min <= self.max <= 1:
            raise ValueError("must have 0 < min <= max <= 1")

    def at(self, intensity: float) -> float:
        return self.min + (self.max - self.min) * intensity / 100


@dataclass(frozen=True, slots=True)
class RetentionRules:
    """How fast memories fade, per day, by what they are about."""

    base_coefficient: float = 0.995
    max_coefficient: float = 0.999
    casual: Range = field(default_factory=lambda: Range(0.70, 0.80))
    work: Range = field(default_factory=lambda: Range(0.85, 0.92))
    decision: Range = field(default_factory=lambda: Range(0.93, 0.97))
    emotional: Range = field(default_factory=lambda: Range(0.98, 0.999))

    def __post_init__(self) -> None:
        for name in ("base_coefficient", "max_coefficient"):
            if not 0 < getattr(self, name) < 1:
                raise ValueError(f"{name} must lie between 0 and 1")


@dataclass(frozen=True, slots=True)
class StrengtheningRules:
    """What one recall brings, applied in the night."""

    coefficient_boost: float = 0.02
    days_factor: float = 0.5

    def __post_init__(self) -> None:
        if not 0 <= self.coefficient_boost < 1:
            raise ValueError("coefficient_boost must lie in 0 <= x < 1")
        if not 0 <= self.days_factor <= 1:
            raise ValueError("days_factor must lie in 0 <= x <= 1")


@dataclass(frozen=True, slots=True)
class LevelRules:
    """The retention above which a memory is still full, a summary, a trace; below the last it is archived."""

    full_above: float = 50.0
    summary_above: float = 20.0
    trace_above: float = 5.0

    def __post_init__(self) -> None:
        if not 0 <= self.trace_above < self.summary_above < self.full_above <= 100:
            raise ValueError("must have 0 <= trace_above < summary_above < full_above <= 100")


def retention(intensity: float, coefficient: float, days: float) -> float:
    """retention = intensity x coefficient ^ days"""
    return intensity * coefficient**days


def coefficient_for(category: str, intensity: float, rules: RetentionRules) -> float:
    """The stronger the feeling, the nearer to the upper end of the category's range (E6)."""
    span = getattr(rules, category, None)
    return span.at(intensity) if isinstance(span, Range) else rules.base_coefficient


def strengthen(
    days: float, coefficient: float, rules: StrengtheningRules, max_coefficient: float
) -> tuple[float, float]:
    """Younger, and slower to fade from now on. A coefficient that is already higher than the cap stays."""
    younger, slower = strengthen_all(np.array([days]), np.array([coefficient]), rules, max_coefficient)
    return float(younger[0]), float(slower[0])


def strengthen_all(
    days: Floats, coefficients: Floats, rules: StrengtheningRules, max_coefficient: float
) -> tuple[Floats, Floats]:
    """strengthen over arrays.

    A revived memory can be held above its own intensity, at an age below zero (F4). Halving that age would weaken what
    was recalled, and a higher coefficient would too; its age is moved along the new curve so that its score stays.
    """
    slower = np.maximum(coefficients, np.minimum(max_coefficient, coefficients + rules.coefficient_boost))
    same_score = np.divide(np.log(coefficients), np.log(slower), out=np.ones_like(slower), where=slower < 1)
    return days * np.where(days < 0, same_score, rules.days_factor), slower


def level_for(score: float, rules: LevelRules) -> int:
    """The level that a retention calls for (F2)."""
    if score > rules.full_above:
        return FULL
    if score > rules.summary_above:
        return SUMMARY
    return TRACE if score > rules.trace_above else ARCHIVE


def levels_for(scores: Floats, rules: LevelRules) -> Ints:
    """level_for over an array."""
    levels = np.full(len(scores), FULL, dtype=np.int64)
    for bound in (rules.full_above, rules.summary_above, rules.trace_above):
        levels += scores <= bound
    return levels


def live_until(strengths: Strengths, night: int, rules: StrengtheningRules, max_coefficient: float) -> Strengths:
    """Advance to a night. What was recalled is strengthened, by the night that followed the recall, once (F1).

    Nights that were missed count all the same, and give the result that living each of them would have given.
    Ageing itself needs no work: it is arithmetic on the anchor. A night that is lived late leaves alone what was
    recalled after it had begun: that belongs to the night to come.
    """
    due = (strengths.recalled_for != NEVER) & (strengths.recalled_for <= night) & (strengths.anchor <= night)
    recalled = np.flatnonzero(strengths.active & due)
    at = np.maximum(strengths.recalled_for[recalled], strengths.anchor[recalled])
    before = strengths.days[recalled] + (at - 1 - strengths.anchor[recalled])
    days, coefficient = strengthen_all(before, strengths.coefficient[recalled], rules, max_coefficient)
    return strengths.put(
        recalled,
        days=days,
        coefficient=coefficient,
        anchor=at,
        recalls=strengths.recalls[recalled] + 1,
        recalled_for=NEVER,
    )


def fade(strengths: Strengths, night: int, now: int, rules: LevelRules) -> Strengths:
    """Lower levels where retention has fallen below a threshold; levels never rise here (F2)."""
    open_to_change = strengths.active & ~strengths.protected & ~strengths.newborn_at(night)
    called_for = levels_for(strengths.retention_at(night), rules)
    falling = np.flatnonzero(open_to_change & (called_for > strengths.level))
    return lower(strengths, falling, called_for[falling], night, now)


def lower(strengths: Strengths, positions: Ints, levels: Ints | int, night: int, now: int) -> Strengths:
    """Set lower levels; what reaches the archive is frozen at its present age."""
    lowered = strengths.put(positions, level=levels)
    archived = positions[lowered.level[positions] == ARCHIVE]
    return lowered.put(
        archived, archived_at=now, days=strengths.days_at(night)[archived], anchor=night, recalled_for=NEVER
    )


@dataclass(frozen=True, slots=True)
class Projection:
    """One row of `simulate` (F8)."""

    day: float
    retention: float
    level: int


def project(
    intensity: float, coefficient: float, days: Sequence[float], rules: LevelRules, age: float = 0.0
) -> list[Projection]:
    """What will be left of a memory after so many days without a recall."""
    scores = [retention(intensity, coefficient, age + day) for day in days]
    return [Projection(day, score, level_for(score, rules)) for day, score in zip(days, scores, strict=True)]


def half_life(coefficient: float) -> float:
    """Days until half is left; a coefficient of 1 never gets there."""
    if coefficient == 1:
        return math.inf
    return math.log(0.5) / math.log(coefficient)
