"""What ours is compared with: the same units, the same terms, the same embedder, each the plain way.

BM25 (k1 1.2, b 0.75) over turns, the same over the previous and the current turn, the nearest vectors alone, and rank
fusion (reciprocal ranks, k = 60) of BM25 and vectors. None of them knows who speaks, what is neighbouring (but the one
that is made for it) or when something was said.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from bench.finding.talk import Talk
from omoide.language.terms import terms
from omoide.ports import Embedder

Ranking = Callable[[str], list[str]]
K1, B, FUSION = 1.2, 0.75, 60


class Bm25:
    """The textbook formula over an inverted index."""

    def __init__(self, texts: Sequence[str]) -> None:
        listed = [terms(text) for text in texts]
        lengths = np.array([len(one) for one in listed], dtype=np.float64)
        self._norm = K1 * (1 - B + B * lengths / max(lengths.mean(), 1))
        self._size = len(texts)
        self._postings: dict[str, list[tuple[int, int]]] = {}
        for place, one in enumerate(listed):
            for term, times in Counter(one).items():
                self._postings.setdefault(term, []).append((place, times))

    def scores(self, cue: str) -> np.ndarray:
        scores = np.zeros(self._size)
        for term in set(terms(cue)):
            held = self._postings.get(term, [])
            rarity = math.log(1 + (self._size - len(held) + 0.5) / (len(held) + 0.5))
            for place, times in held:
                scores[place] += rarity * times * (K1 + 1) / (times + self._norm[place])
        return scores


def baselines(talk: Talk, embedder: Embedder) -> dict[str, Ranking]:
    texts = [exchange.text for exchange in talk.exchanges]
    before = [
        texts[at - 1] if at and talk.exchanges[at - 1].session == exchange.session else ""
        for at, exchange in enumerate(talk.exchanges)
    ]
    plain = Bm25(texts)
    wide = Bm25([f"{earlier} {text}" for earlier, text in zip(before, texts, strict=True)])
    vectors = embedder.embed(texts, "memory")

    def dense(cue: str) -> np.ndarray:
        return vectors @ embedder.embed([cue], "cue")[0]

    def fused(cue: str) -> np.ndarray:
        return sum((1 / (FUSION + 1 + _ranks(scores)) for scores in (plain.scores(cue), dense(cue))), np.zeros(1))

    scored = {"BM25": plain.scores, "BM25, previous + current": wide.scores, "dense": dense, "rank fusion": fused}
    return {name: _ranking(talk, scores) for name, scores in scored.items()}


def _ranks(scores: np.ndarray) -> np.ndarray:
    ranks = np.empty(len(scores))
    ranks[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
    return ranks


def _ranking(talk: Talk, scores: Callable[[str], np.ndarray]) -> Ranking:
    units = [talk.ids(exchange) for exchange in talk.exchanges]

    def ranked(cue: str) -> list[str]:
        found = scores(cue)
        return [one for at in np.argsort(-found, kind="stable")[:200] if found[at] > 0 for one in units[at]]

    return ranked
