"""Links between memories: their direction and their number (G1). Arrays, since the night looks at all of them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np

from omoide.domain.memory import RELATION_TYPES
from omoide.domain.strengths import Floats, Ints


@dataclass(frozen=True, slots=True)
class RelationRules:
    near_scores: float = 5.0
    auto_link: bool = True
    auto_link_similarity: float = 0.85
    corrects_similarity: float = 0.5
    most: int = 10
    depth: int = 1

    def __post_init__(self) -> None:
        for name in ("auto_link_similarity", "corrects_similarity"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie in 0 <= x <= 1")
        for name in ("near_scores", "most", "depth"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be negative")


@dataclass(frozen=True)
class Edges:
    """Directed links as columns; `type` is an index into RELATION_TYPES."""

    source: Ints
    target: Ints
    type: Ints
    weight: Floats

    def __len__(self) -> int:
        return len(self.source)

    @classmethod
    def of(cls, links: list[tuple[int, int, str, float]]) -> Self:
        columns = list(zip(*links, strict=True)) or [(), (), (), ()]
        return cls(
            np.array(columns[0], dtype=np.int64),
            np.array(columns[1], dtype=np.int64),
            np.array([RELATION_TYPES.index(t) for t in columns[2]], dtype=np.int64),
            np.array(columns[3], dtype=np.float64),
        )

    def links(self) -> list[tuple[int, int, str, float]]:
        return [
            (int(s), int(t), RELATION_TYPES[int(k)], float(w))
            for s, t, k, w in zip(self.source, self.target, self.type, self.weight, strict=True)
        ]

    def take(self, positions: Any) -> Self:
        return replace(self, **{f.name: getattr(self, f.name)[positions] for f in fields(self)})

    def plus(self, other: Edges) -> Edges:
        return Edges(*(np.concatenate([getattr(self, f.name), getattr(other, f.name)]) for f in fields(self)))


def points_from_first(score_a: float, score_b: float, created_a: float, created_b: float, near: float) -> bool:
    """From the higher retention to the lower; when they are near, from the newer to the older."""
    if score_a == score_b or abs(score_a - score_b) < near:
        return created_a >= created_b
    return score_a > score_b


def settle(edges: Edges, rows: Ints, scores: Floats, created: Ints, rules: RelationRules) -> Edges:
    """What should stand: links among the given (active) rows, rightly directed, none twice, at most so many each.

    Idempotent: settling what was settled changes nothing.
    """
    order = np.argsort(rows)
    rows, scores, created = rows[order], scores[order], created[order]
    edges = edges.take(np.isin(edges.source, rows) & np.isin(edges.target, rows) & (edges.source != edges.target))
    a, b = np.searchsorted(rows, edges.source), np.searchsorted(rows, edges.target)
    # Equal scores are near even when the band is set to 0: they give no direction of their own.
    near = (scores[a] == scores[b]) | (np.abs(scores[a] - scores[b]) < rules.near_scores)
    # A tie in time goes to the higher row number, so that the direction never depends on how the link stood.
    newer = (created[a] > created[b]) | ((created[a] == created[b]) & (edges.source > edges.target))
    forward = np.where(near, newer, scores[a] > scores[b])
    turned = replace(
        edges,
        source=np.where(forward, edges.source, edges.target),
        target=np.where(forward, edges.target, edges.source),
    )
    return _strongest(turned, rules.most)


def _strongest(edges: Edges, most: int) -> Edges:
    """Drop doubles, then the weakest links over the limit of a memory."""
    order = np.lexsort((edges.type, edges.target, -edges.weight, edges.source))
    edges = edges.take(order)
    _, first = np.unique(np.stack([edges.source, edges.target, edges.type]), axis=1, return_index=True)
    edges = edges.take(np.sort(first))
    _, starts, counts = np.unique(edges.source, return_index=True, return_counts=True)
    rank = np.arange(len(edges)) - np.repeat(starts, counts)
    return edges.take(rank < most)
