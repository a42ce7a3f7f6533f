"""Many texts as rows of the table in one column, so that a batch is taken, worn and summed without a loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Batch(NamedTuple):
    """Rows, and for each the text of the batch that it belongs to."""

    rows: np.ndarray
    owners: np.ndarray
    texts: int

    def where(self, chosen: np.ndarray) -> Batch:
        return Batch(self.rows[chosen], self.owners[chosen], self.texts)

    def sorted(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows by their texts, and where each text starts."""
        order = np.argsort(self.owners, kind="stable")
        return self.rows[order], np.searchsorted(self.owners[order], np.arange(self.texts))


class Texts:
    def __init__(self, texts: Sequence[Sequence[int]]) -> None:
        self.lengths = np.array([len(text) for text in texts], dtype=np.int64)
        self.ends = np.cumsum(self.lengths)
        self.rows = np.array([row for text in texts for row in text], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.lengths)

    def take(self, chosen: np.ndarray) -> Batch:
        lengths = self.lengths[chosen]
        before = np.cumsum(lengths) - lengths
        places = np.arange(lengths.sum()) + np.repeat(self.ends[chosen] - lengths - before, lengths)
        return Batch(self.rows[places], np.repeat(np.arange(len(chosen)), lengths), len(chosen))


def worn(batch: Batch, chance: np.random.Generator, dropped: float, spelt: float, letters: Texts) -> Batch:
    """Texts with gaps, and with some words spelt, so that letters learn what words mean. `letters` has one text for
    each row of the table, empty where it cannot be spelt. A text that would lose everything stays as it is."""
    luck = chance.random(len(batch.rows))
    kept = luck >= dropped
    kept |= np.bincount(batch.owners, weights=kept, minlength=batch.texts)[batch.owners] == 0
    spells = kept & (luck >= dropped) & (luck < dropped + spelt) & (letters.lengths[batch.rows] > 0)
    whole, to_spell = batch.where(kept & ~spells), batch.where(spells)
    spelling = letters.take(to_spell.rows)
    return Batch(
        np.concatenate([whole.rows, spelling.rows]),
        np.concatenate([whole.owners, to_spell.owners[spelling.owners]]),
        batch.texts,
    )
