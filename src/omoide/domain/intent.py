"""What a question is after, and how that weighs passages (R6): a feeling outlives time, technical facts grow stale.

The score of a passage is the better the lower it is: `α·distance + β(1 − arousal) + γ(1 − decay)(1 − arousal)`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

from omoide.domain.episode import UNKNOWN_AROUSAL
from omoide.domain.passage import Passage, PassageRules

Intent = Literal["emotional", "factual", "technical", "temporal", "relational"]
INTENTS: tuple[Intent, ...] = get_args(Intent)


@dataclass(frozen=True, slots=True)
class PassageFound:
    """A passage with every term of its score (R12); `arousal` is what the formula took."""

    passage: Passage
    relevance: float
    distance: float
    arousal: float
    decay: float
    score: float
    stirring: bool  # ★
    fresh: bool  # 🆕

    @property
    def marks(self) -> str:
        return "★" * self.stirring + "🆕" * self.fresh


@dataclass(frozen=True, slots=True)
class PassagesFound:
    """The best first; only the first few (`shown`) are put before a model."""

    cue: str
    intent: Intent
    passages: tuple[PassageFound, ...]
    most_shown: int

    @property
    def shown(self) -> tuple[PassageFound, ...]:
        return self.passages[: self.most_shown]


def distance_of(relevance: float, rules: PassageRules) -> float:
    """Our one relevance as the distance that document 000 has its thresholds for.

    Its distances are those of one embedder; ours mean the same with every one (R13). They are stretched so that the
    documented threshold of 0.75 lies at the relevance below which nothing comes to mind unasked: 1.5 × (1 − 0.5).
    """
    return rules.stretch * (1 - relevance)


def decay_of(days: float, rules: PassageRules) -> float:
    """1 on its day, half after two weeks; what lies ahead of the clock is of today."""
    return math.exp(-rules.decay_rate * max(days, 0.0))


def score(distance: float, arousal: float, decay: float, weights: Sequence[float]) -> float:
    alpha, beta, gamma = weights
    return alpha * distance + beta * (1 - arousal) + gamma * (1 - decay) * (1 - arousal)


def weighed(passage: Passage, relevance: float, intent: Intent, today: date, rules: PassageRules) -> PassageFound:
    arousal = UNKNOWN_AROUSAL if passage.arousal is None else passage.arousal
    distance = distance_of(relevance, rules)
    decay = decay_of((today - passage.day).days, rules)
    return PassageFound(
        passage,
        relevance,
        distance,
        arousal,
        decay,
        score(distance, arousal, decay, getattr(rules, intent)),
        stirring=arousal > rules.stirring,
        fresh=decay > rules.fresh,
    )


def choose(shelves: Sequence[Sequence[PassageFound]], threshold: float, rules: PassageRules) -> list[PassageFound]:
    """Of each shelf the nearest few within the threshold; of all of them the best by score."""
    near: list[PassageFound] = []
    for shelf in shelves:
        within = [found for found in shelf if found.distance <= threshold]
        near += sorted(within, key=lambda found: (found.distance, found.passage.row))[: rules.per_index]
    return sorted(near, key=lambda found: (found.score, found.distance, -found.passage.row))[: rules.kept]
