"""The table before training: pieces as the teacher sees them, Japanese words as chiVe sees them, in one space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from omoide.adapters.models.embedders.segment import Words
from omoide.adapters.models.embedders.tokens import Rows
from train.chive import Chive
from train.lexicon import Lexicon

OWN_ROW = 20_000  # words up to this rank have a row of their own, and so has every word of the corpus
SHARES = 2_000  # up to this rank a word's weight is its own; from here on, rare words may lean on its row
BUCKETS = 4_096
SMOOTH = 1e-3  # a word's weight is SMOOTH / (SMOOTH + how frequent it is)
# Letters start in directions of chance, each as long as this at most: before they mean anything, they tell spelling.
LETTER, SMOOTH_LETTER = 0.6, 3e-3
RIDGE = 10.0


class Placed(NamedTuple):
    """Where everything stands in the table, and the chiVe vector of each Japanese row."""

    rows: Rows
    vectors: np.ndarray
    ranks: np.ndarray


def place(pieces: Sequence[str], chive: Chive, lexicon: Lexicon) -> Placed:
    """A rare word leans on the row of the most frequent word that has the same vector in chiVe."""
    seen = np.bincount(lexicon.ranks, lexicon.counts, len(chive.rows))
    row_of_rank: dict[int, int] = {}
    shared: dict[int, int] = {}
    ranks: list[int] = []
    for rank in np.unique(lexicon.ranks).tolist():
        vector = chive.rows[rank]
        if rank >= OWN_ROW and not seen[rank] and vector in shared:
            row_of_rank[rank] = shared[vector]
            continue
        row_of_rank[rank] = len(pieces) + len(ranks)
        if rank >= SHARES:
            shared.setdefault(vector, row_of_rank[rank])
        ranks.append(rank)
    form_rows = np.array([row_of_rank[rank] for rank in lexicon.ranks.tolist()], dtype=np.uint16)
    words = Words(lexicon.words.hashes, form_rows, lexicon.words.costs)
    vectors = chive.vectors[[chive.rows[rank] for rank in ranks]]
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    places = Rows({piece: at for at, piece in enumerate(pieces)}, words, len(pieces) + len(ranks), BUCKETS)
    return Placed(places, vectors, np.array(ranks))


class Frame(NamedTuple):
    """The directions of the teacher's space that are kept."""

    axes: np.ndarray

    @classmethod
    def of(cls, taught: np.ndarray, dimensions: int) -> Frame:
        axes, _, _ = np.linalg.svd(taught.T @ taught / len(taught))
        return cls(axes[:, :dimensions])

    def fit(self, taught: np.ndarray) -> np.ndarray:
        kept = taught @ self.axes
        return kept / np.linalg.norm(kept, axis=1, keepdims=True)


def first_table(
    placed: Placed,
    pieces: np.ndarray,
    english: Sequence[Sequence[int]],
    japanese: Sequence[Sequence[int]],
    taught: np.ndarray,
    seed: int,
) -> np.ndarray:
    """`pieces` and `taught` are what the teacher says of the pieces and of the English sides, in the frame."""
    rows = placed.rows
    width = pieces.shape[1]
    # One corpus is small: how frequent a word is comes half from its place among all words of chiVe.
    common = 1 / (placed.ranks + 10)
    counted = _share(japanese, len(pieces), rows.first_bucket)
    weight = _weight((counted + common / common.sum()) / 2, SMOOTH)
    sums = _sums(placed.vectors * weight, japanese, len(pieces), rows.first_bucket)
    bridge = np.linalg.solve(sums.T @ sums + RIDGE * np.eye(sums.shape[1]), sums.T @ taught)
    bridged = placed.vectors @ bridge
    chance = np.random.default_rng(seed).normal(size=(rows.buckets, width))
    spelt = LETTER * chance / np.linalg.norm(chance, axis=1, keepdims=True)
    parts = (
        pieces * _weight(_share(english, 0, len(pieces)), SMOOTH),
        bridged / np.linalg.norm(bridged, axis=1).mean() * weight,
        spelt * _weight(_share(japanese, rows.first_bucket, rows.first_bucket + rows.buckets), SMOOTH_LETTER),
    )
    return np.concatenate(parts).astype(np.float32)


def _share(texts: Sequence[Sequence[int]], first: int, end: int) -> np.ndarray:
    """How frequent each row from `first` to `end` is among them all."""
    counts = np.bincount([row - first for text in texts for row in text if first <= row < end], minlength=end - first)
    return counts / counts.sum()


def _weight(share: np.ndarray, smooth: float) -> np.ndarray:
    return (smooth / (smooth + share))[:, None]


def _sums(vectors: np.ndarray, texts: Sequence[Sequence[int]], first: int, end: int) -> np.ndarray:
    sums = np.zeros((len(texts), vectors.shape[1]), dtype=np.float32)
    for number, text in enumerate(texts):
        known = [row - first for row in text if first <= row < end]
        if known:
            total = vectors[known].sum(axis=0)
            sums[number] = total / (np.linalg.norm(total) or 1.0)
    return sums
