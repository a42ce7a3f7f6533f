"""What of a talk is worth keeping for good (S3, S4): its importance from 0 to 1, and how many of those due go on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

NEAREST = 5  # memories that a session is held against
MENTIONED_OFTEN = 10  # mentions that count in full


@dataclass(frozen=True, slots=True)
class SalienceRules:
    """What each part weighs, and from which similarity on a memory says that the matter is not new."""

    valence: float = 0.4
    novelty: float = 0.3
    relatedness: float = 0.2
    mentions: float = 0.1
    similar: float = 0.8

    def __post_init__(self) -> None:
        for name in ("valence", "novelty", "relatedness", "mentions", "similar"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie in 0..1")


@dataclass(frozen=True, slots=True)
class Impression:
    """What a session left: how strongly it was felt (0-1, 0 when neutral), how alike the nearest other memories are,
    and how often its matter came up."""

    felt: float = 0.0
    similarities: tuple[float, ...] = ()
    mentions: int = 1


def felt_as(valence: str, intensity: float) -> float:
    """Its distance from indifference: a neutral feeling has none, however intense."""
    return 0.0 if valence == "neutral" else intensity / 100


def novelty(similarities: Sequence[float], similar: float) -> float:
    """1 where nothing is like it, 0 where all of the nearest are. Memories that are not there yet are not alike."""
    return 1.0 - sum(1 for one in similarities[:NEAREST] if one >= similar) / NEAREST


def relatedness(similarities: Sequence[float]) -> float:
    """How alike the nearest are in the mean; 0 where there is nothing yet."""
    nearest = similarities[:NEAREST]
    return sum(nearest) / len(nearest) if nearest else 0.0


def importance(of: Impression, rules: SalienceRules) -> float:
    """The similarities best first."""
    total = (
        rules.valence * of.felt
        + rules.novelty * novelty(of.similarities, rules.similar)
        + rules.relatedness * relatedness(of.similarities)
        + rules.mentions * min(max(of.mentions, 0) / MENTIONED_OFTEN, 1.0)
    )
    return min(max(total, 0.0), 1.0)


def how_many_go_on(due: int, share: float) -> int:
    """The best of them, rounded up, at least one. Rounded first: 0.7 × 10 must not become 8 by the last bit."""
    return min(due, max(1, math.ceil(round(share * due, 9)))) if due > 0 else 0
