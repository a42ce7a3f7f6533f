"""Approximate search for very many vectors: faiss sorts them into cells and looks only into the nearest ones.

It is derived from a matrix file and carries its token; without that match, or without faiss, every vector is compared.
"""

from __future__ import annotations

import logging
import math
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from omoide.adapters.index.files import PARTIAL, Matrix

SUFFIX = ".cells"
_log = logging.getLogger("omoide.index")

_CELLS = 2.0  # cells per square root of the number of vectors
_LEARN = 48  # vectors per cell that the cells are learnt from
_LOOK_INTO = 32  # cells per search
_OVERFETCH = 4  # the quantised order is rough: so many times more are fetched, and compared exactly
_ADD = 65_536


class Approximate:
    """A faiss index over the positions of one matrix."""

    def __init__(self, index: Any) -> None:
        self._index = index
        self._index.nprobe = _LOOK_INTO

    def near(self, cue: np.ndarray, k: int) -> np.ndarray:
        """Positions that are probably among the k nearest."""
        _, found = self._index.search(np.ascontiguousarray(cue, dtype=np.float32)[None], _OVERFETCH * k)
        return found[0][found[0] >= 0]


def load(matrix: Matrix, path: Path) -> Approximate | None:
    """The cells that belong to a matrix, if they were made and faiss is here."""
    place = _place(path, matrix)
    if not place.exists():
        return None
    faiss = _faiss()
    if faiss is None:
        return None
    try:
        index = faiss.read_index(str(place), faiss.IO_FLAG_MMAP | faiss.IO_FLAG_READ_ONLY)
    except RuntimeError as error:  # what faiss raises for a damaged file
        _log.warning("the index %s cannot be read and is not used: %s", place, error)
        return None
    return Approximate(index) if index.ntotal == len(matrix.rows) and index.d == matrix.header.dimensions else None


def build(matrix: Matrix, path: Path) -> bool:
    """Make the cells of a matrix, and remove those of earlier ones. False without faiss."""
    faiss = _faiss()
    if faiss is None:
        return False
    count, dimensions = matrix.vectors.shape
    cells = max(1, round(_CELLS * math.sqrt(count)))
    index = faiss.IndexIVFScalarQuantizer(
        faiss.IndexFlatIP(dimensions), dimensions, cells, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT
    )
    index.cp.niter, index.cp.seed = 8, 1
    sample = np.sort(np.random.default_rng(1).permutation(count)[: cells * _LEARN])
    index.train(np.ascontiguousarray(matrix.vectors[sample]))
    for start in range(0, count, _ADD):
        index.add(np.ascontiguousarray(matrix.vectors[start : start + _ADD]))
    place = _place(path, matrix)
    partial = place.with_name(place.name + PARTIAL)
    faiss.write_index(index, str(partial))
    os.replace(partial, place)
    forget(path, besides=place)
    return True


def forget(path: Path, besides: Path | None = None) -> None:
    """Remove the cells of a matrix file, of whichever state of it."""
    for old in path.parent.glob(f"{path.stem}.*{SUFFIX}*"):
        if old != besides:
            old.unlink(missing_ok=True)


def _place(path: Path, matrix: Matrix) -> Path:
    return path.with_suffix(f".{matrix.header.token}{SUFFIX}")


@cache
def _faiss() -> Any:
    try:
        import faiss
    except ImportError:
        _log.warning("faiss is not installed, so every vector is compared: run pip install 'omoide[scale]'")
        return None
    return faiss
