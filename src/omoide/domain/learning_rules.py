"""Every number by which learned pages are validated, found, matched and forgotten (K1-K6, R5). Settings are read at
every start, so this file needs no other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LearningRules:
    """Validation: from which entailment on a candidate is accepted and from which contradiction on it is rejected, and
    how sure that makes it (K1). Likeness: what is related, what is the same procedure, how many neighbours are looked
    at, and from which entailment on two related pages agree (K3, K4). Search: half-life and weights (R5). Matching: how
    much of the fewer words must be shared, and how near in meaning the rest must be (K4). Disuse (K6). How often a
    question that got an unusable answer is put, and for how many days rejected candidates can be looked at. How many
    changed pages and how many pieces a search takes in by itself; the night takes in the rest."""

    entailment: float = 0.6
    contradiction: float = 0.7
    agreement: float = 0.7
    accepted_by_entailment: float = 0.9
    accepted_by_model: float = 0.7
    distilled_confidence: float = 0.4
    reconsolidated_confidence: float = 0.5
    related: float = 0.75
    duplicate: float = 0.85
    nearest: int = 5
    half_life_days: float = 30.0
    recency_weight: float = 0.2
    frequency_weight: float = 0.1
    spread_weight: float = 0.5
    spread_floor: float = 0.1
    overlap: float = 0.5
    match_meaning: float = 0.6
    knowledge_idle_days: int = 90
    procedure_idle_days: int = 180
    few_uses: int = 3
    poor_confidence: float = 0.3
    many_failures: int = 3
    forget_after_days: int = 60
    mature_version: int = 3
    versions_kept: int = 5
    attempts: int = 3
    rejected_kept_days: int = 30
    pages_at_once: int = 50
    pieces_at_once: int = 100

    def __post_init__(self) -> None:
        for name in (
            "entailment", "contradiction", "agreement", "accepted_by_entailment", "accepted_by_model",
            "distilled_confidence", "reconsolidated_confidence", "related", "duplicate", "overlap", "match_meaning",
            "poor_confidence", "spread_floor",
        ):  # fmt: skip
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie in 0..1")
        for name in ("recency_weight", "frequency_weight", "spread_weight"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be at least 0")
        if self.rejected_kept_days < 0:
            raise ValueError("rejected_kept_days must be at least 0")
        if not self.half_life_days > 0:
            raise ValueError("half_life_days must be greater than 0")
        for name in (
            "nearest", "attempts", "few_uses", "many_failures", "mature_version", "versions_kept", "pages_at_once",
            "pieces_at_once", "knowledge_idle_days", "procedure_idle_days", "forget_after_days",
        ):  # fmt: skip
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")
