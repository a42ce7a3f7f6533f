"""How good a list is, and how sure we can be of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

SEED = 20260118
_RESAMPLED = 2_000


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with the middle 95 % of its bootstrap."""

    value: float
    low: float
    high: float
    count: int


def distinct(ids: Sequence[str], most: int) -> list[str]:
    """The first so many different ones: a memory of two utterances takes two places."""
    return list(dict.fromkeys(ids))[:most]


def recall(found: Sequence[str], gold: frozenset[str], k: int) -> float:
    return len(gold & set(found[:k])) / len(gold)


def all_found(found: Sequence[str], gold: frozenset[str], k: int) -> float:
    return float(gold <= set(found[:k]))


def any_found(found: Sequence[str], gold: frozenset[str], k: int) -> float:
    return float(bool(gold & set(found[:k])))


def ndcg(found: Sequence[str], gold: frozenset[str], k: int) -> float:
    gain = sum(1 / np.log2(place + 2) for place, one in enumerate(found[:k]) if one in gold)
    best = sum(1 / np.log2(place + 2) for place in range(min(len(gold), k)))
    return float(gain / best)


def bootstrap(values: Sequence[float]) -> Figure:
    """Questions are drawn anew with replacement, from a seed: the same values give the same interval."""
    if not values:
        return Figure(float("nan"), float("nan"), float("nan"), 0)
    seen = np.asarray(values, dtype=np.float64)
    drawn = np.random.default_rng(SEED).integers(0, len(seen), (_RESAMPLED, len(seen)))
    low, high = np.percentile(seen[drawn].mean(axis=1), [2.5, 97.5])
    return Figure(float(seen.mean()), float(low), float(high), len(seen))
