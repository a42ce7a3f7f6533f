"""The trained tables of the built-in embedder, as they lie beside this file. `python -m train` makes them.

They are mapped, not read: a process pays for the rows that its texts use.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from omoide.adapters.models.embedders.segment import Words

FOLDER = Path(__file__).with_name("weights")


class Weights(NamedTuple):
    rows: np.ndarray  # int8: pieces of words first, then Japanese words, then buckets of letters
    scales: np.ndarray  # float32, one per row
    pieces: dict[str, int]
    words: Words
    first_bucket: int

    @property
    def buckets(self) -> int:
        return len(self.rows) - self.first_bucket


@cache
def weights(folder: Path = FOLDER) -> Weights:
    pieces = (folder / "pieces.txt").read_text(encoding="utf-8").split("\n")
    words = Words(*(np.load(folder / f"{name}.npy", mmap_mode="r") for name in Words._fields))
    rows = np.load(folder / "table.npy", mmap_mode="r")
    scales = np.load(folder / "scales.npy")
    return Weights(rows, scales, dict(zip(pieces, range(len(pieces)), strict=True)), words, int(words.rows.max()) + 1)


def save_weights(made: Weights, folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pieces.txt").write_text("\n".join(made.pieces), encoding="utf-8")
    np.save(folder / "table.npy", made.rows)
    np.save(folder / "scales.npy", made.scales)
    for name, column in zip(Words._fields, made.words, strict=True):
        np.save(folder / f"{name}.npy", column)
