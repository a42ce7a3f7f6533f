"""The built-in embedder: offline, nothing to download, ready at once, Japanese and English in one space.

A text is the sum of what it is made of: pieces of English words, Japanese words, and letters of what no word list
knows. Each has a learned vector, whose length says how much it matters; docs/embedder.md tells how they were made and
what they are worth. Its vectors are the same on every machine and in every process.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from omoide.adapters.models.embedders.calibrations import calibration_of
from omoide.adapters.models.embedders.tokens import Rows, rows_of
from omoide.adapters.models.embedders.weights import weights

NAME = "builtin-3"
DIMENSIONS = 256
# Longer texts are read from both ends: a memory is short, and a whole book has no one meaning.
MOST_CHARACTERS = 20_000
# Texts that are taken apart at once; more need memory and are no faster.
BATCH = 256


class BuiltinEmbedder:
    name = NAME
    dimensions = DIMENSIONS

    def __init__(self, folder: Path | None = None) -> None:
        self.calibration = calibration_of(NAME, folder)

    def embed(self, texts: Sequence[str], kind: Literal["cue", "memory"]) -> np.ndarray:
        """Unit vectors; a text without a single letter gives a zero vector, which is like nothing."""
        vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for start in range(0, len(texts), BATCH):
            part = [_cut(text) for text in texts[start : start + BATCH]]
            vectors[start : start + len(part)] = _embed(part)
        return vectors


def _embed(texts: list[str]) -> np.ndarray:
    table = weights()
    vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
    places = Rows(table.pieces, table.words, table.first_bucket, table.buckets)
    for vector, rows in zip(vectors, rows_of(texts, places), strict=True):
        if rows:
            # Plain sums in the order of the rows: the same on every machine, whatever texts stand beside.
            summed = (table.rows[rows] * table.scales[rows, None]).sum(axis=0)
            vector[:] = summed / (np.sqrt((summed * summed).sum()) or 1.0)
    return vectors


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    half = MOST_CHARACTERS // 2
    return f"{text[:half]} {text[-half:]}"
