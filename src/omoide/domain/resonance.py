"""Resonance: a feeling now brings back what felt alike (R2). Symmetric: no valence is favoured over another (Z1)."""

from __future__ import annotations

from dataclasses import dataclass

from omoide.domain.emotion import Emotion


@dataclass(frozen=True, slots=True)
class ResonanceRules:
    valence_match: float = 0.3
    arousal_nearness: float = 0.2
    shared_tags: float = 0.5
    weight: float = 0.3

    def __post_init__(self) -> None:
        for name in ("valence_match", "arousal_nearness", "shared_tags", "weight"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be negative")


def resonance(now: Emotion | None, then: Emotion, rules: ResonanceRules) -> float:
    """0 with no current emotion; 1 for the same valence, arousal and tags."""
    if now is None:
        return 0.0
    score = rules.valence_match if now.valence == then.valence else 0.0
    score += max(0.0, rules.arousal_nearness * (1 - abs(now.arousal - then.arousal) / 100))
    ours, theirs = set(now.tags), set(then.tags)
    if ours and theirs:
        score += rules.shared_tags * len(ours & theirs) / max(len(ours), len(theirs))
    return score
