"""Approximate search for very many vectors: each is known by a short code, two dimensions to half a byte.

faiss runs through all codes in a fraction of the time; who looks near is then compared exactly. Sorting vectors into
cells and visiting a few (IVF) is the usual way, but on vectors that do not clump it lost a third of the ten nearest
where this lost none. The codes are derived from a matrix file and carry its token; without that match, or without
faiss, every vector is compared.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from omoide.adapters.index.files import PARTIAL, Matrix
from omoide.extras import install_line

SUFFIX = ".codes"
_log = logging.getLogger("omoide.index")

_LEARN = 8_192  # vectors that the codes are learnt from: sixteen values per pair of dimensions need no more
FEWEST = 1_024  # codes cannot be learnt from fewer vectors, nor do they pay
_ROUNDS = 10
# The order of codes is rough, so many more are fetched and compared exactly: so many times more, at least so many, and
# at least this part of all. Measured with bench.recall: of the ten nearest of 180,000, a thousand lost one in seven,
# four thousand lost one in a hundred.
_OVERFETCH, _FETCHED, _PART = 10, 4_000, 1 / 125
_ADD = 65_536


class Approximate:
    """A faiss index over the positions of one matrix."""

    def __init__(self, index: Any) -> None:
        self._index = index

    def near(self, cue: np.ndarray, k: int) -> np.ndarray:
        """Positions that are probably among the k nearest."""
        everything = self._index.ntotal
        fetched = min(max(_OVERFETCH * k, _FETCHED, round(_PART * everything)), everything)
        _, found = self._index.search(np.ascontiguousarray(cue, dtype=np.float32)[None], fetched)
        return found[0][found[0] >= 0]


def load(matrix: Matrix, path: Path) -> Approximate | None:
    """The codes that belong to a matrix, if they were made and faiss is here."""
    place = _place(path, matrix)
    if not place.exists():
        return None
    faiss = _faiss()
    if faiss is None:
        return None
    try:
        index = faiss.read_index(str(place))
    except RuntimeError as error:  # what faiss raises for a damaged file
        _log.warning("the index %s cannot be read and is not used: %s", place, error)
        return None
    return Approximate(index) if index.ntotal == len(matrix.rows) and index.d == matrix.header.dimensions else None


def build(matrix: Matrix, path: Path) -> bool:
    """Make the codes of a matrix, and remove those of earlier ones. False without faiss."""
    faiss = _faiss()
    if faiss is None:
        return False
    count, dimensions = matrix.vectors.shape
    pieces = dimensions // 2 if dimensions % 2 == 0 else dimensions
    index = faiss.IndexPQFastScan(dimensions, pieces, 4, faiss.METRIC_INNER_PRODUCT)
    index.pq.cp.niter = _ROUNDS
    sample = np.sort(np.random.default_rng(1).permutation(count)[:_LEARN])
    threads = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)  # many tiny problems: on a busy machine threads wait for each other ten times as long
    index.train(np.ascontiguousarray(matrix.vectors[sample]))
    faiss.omp_set_num_threads(threads)
    for start in range(0, count, _ADD):
        index.add(np.ascontiguousarray(matrix.vectors[start : start + _ADD]))
    place = _place(path, matrix)
    partial = place.with_name(place.name + PARTIAL)
    faiss.write_index(index, str(partial))
    os.replace(partial, place)
    forget(path, besides=place)
    return True


def forget(path: Path, besides: Path | None = None) -> None:
    """Remove the codes of a matrix file, of whichever state of it."""
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
        _log.warning("faiss is not installed, so every vector is compared: run %s", install_line("scale"))
        return None
    return faiss
