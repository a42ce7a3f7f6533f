"""Search by meaning (R12, X1): every vector of a scope is compared with the cue, memory-mapped beside the store.

The vectors in the store are the truth. A side index covers them up to a revision and what is newer is read from the
store at each search, so an index may be old, missing or broken and the answer is still right. What was deleted in the
store meanwhile is noticed before it is answered with.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from omoide.adapters.index import approximate, files
from omoide.adapters.index.files import IndexFile
from omoide.adapters.index.view import View
from omoide.adapters.rowsets import among, distinct, joined
from omoide.home import make_folder

if TYPE_CHECKING:
    from omoide.domain.strengths import Ints
    from omoide.domain.turn import Scope
    from omoide.ports import Vectors

_LOCK = ".lock"
_AT_ONCE = 4_096  # vectors read from the store in one go while an index is written


class SideIndex:
    """Nearest vectors of one embedder, for all scopes of one store."""

    def __init__(
        self,
        folder: Path,
        vectors: Vectors,
        embedder: str,
        dimensions: int,
        approximate_above: int,
        refresh_after: int,
    ) -> None:
        self._folder = Path(folder)
        self._vectors = vectors
        self._embedder = embedder
        self._dimensions = dimensions
        self._approximate_above = max(approximate_above, approximate.FEWEST)
        self._refresh_after = refresh_after
        self._views: dict[Scope, View] = {}
        self._heal_at: dict[Scope, int] = {}
        self._lock = threading.Lock()

    def search(self, scope: Scope, cue: np.ndarray, k: int) -> tuple[Ints, np.ndarray]:
        """Rows and cosines, best first."""
        view = self._view(scope)
        cue = np.asarray(cue, dtype=np.float32).reshape(self._dimensions)
        asked = k
        while True:
            rows, cosines = view.best(cue, asked)
            there = self._still_there(rows)
            if asked >= len(view) or np.count_nonzero(there) >= k:
                return rows[there][:k], cosines[there][:k]
            asked *= 4  # deleted memories stand in the way of others

    def alike(
        self, scope: Scope, rows: Ints, vectors: np.ndarray, cosine: float, most: int
    ) -> list[tuple[int, int, float]]:
        """(row, other row, cosine), for each row the nearest others first (G2)."""
        if not len(rows) or most < 1:
            return []
        near = [
            _pairs(rows, vectors, others, block, cosine) for others, block in self._view(scope).blocks() if len(others)
        ]
        if not near:
            return []
        row, other, value = (np.concatenate(column) for column in zip(*near, strict=True))
        others = distinct(other)
        there = among(other, others[self._still_there(others)])
        row, other, value = row[there], other[there], value[there]
        order = np.lexsort((-other, -value, row))
        row, other, value = row[order], other[order], value[order]
        _, starts, counts = np.unique(row, return_index=True, return_counts=True)
        first = np.arange(len(row)) - np.repeat(starts, counts) < most
        return list(zip(row[first].tolist(), other[first].tolist(), value[first].tolist(), strict=True))

    def refresh(self, scope: Scope) -> None:
        """Write the index anew when much has come or anything has gone; a small scope needs none.

        One process at a time: who finds another at it leaves it to that one. An index that cannot be written (a full
        disk, a file that Windows holds) is no harm: it stays as it was, and search reads more from the store.
        """
        from filelock import FileLock, Timeout  # a search does not need it

        place = IndexFile(self._folder, scope, self._embedder, self._dimensions)
        try:
            make_folder(self._folder)
            with FileLock(place.path.with_suffix(_LOCK), timeout=0):
                self._rewrite(scope, place)
        except Timeout:
            return
        except OSError as error:
            import logging  # here: to load it takes longer than a search

            logging.getLogger("omoide.index").warning("the index %s could not be written: %s", place.path, error)
            return
        with self._lock:
            self._views.pop(scope, None)

    def drop(self) -> None:
        """Delete every index, of other embedders too. The next refresh makes those that are needed. Locks stay: where
        one is deleted, the next process does not see who holds it."""
        with self._lock:
            self._views.clear()
        for suffix in (files.SUFFIX, files.PARTIAL, approximate.SUFFIX):
            for path in self._folder.glob(f"*{suffix}"):
                path.unlink(missing_ok=True)

    # ------------------------------------------------------------ seeing

    def _view(self, scope: Scope) -> View:
        """What is there now. The file is opened once; afterwards only newer revisions are asked for."""
        with self._lock:
            view = self._views.get(scope) or self._opened(scope)
            rows, vectors, newest = self._since(scope, view.revision)
            if newest < view.revision:  # an older store was put in place of the one that was indexed
                view = View.of(None, None, self._dimensions)
                rows, vectors, newest = self._since(scope, 0)
            view = self._views[scope] = view.plus(rows, vectors, newest)
        if len(view.rows) >= self._heal_at.get(scope, 2 * self._refresh_after) and len(view) <= self._approximate_above:
            # reading so much from the store at each start costs more than writing it once; if that fails, not so soon
            self._heal_at[scope] = 2 * len(view.rows)
            self.refresh(scope)
        return view

    def _opened(self, scope: Scope) -> View:
        place = IndexFile(self._folder, scope, self._embedder, self._dimensions)
        matrix = place.read()
        many = matrix is not None and len(matrix.rows) > self._approximate_above
        codes = approximate.load(matrix, place.path) if matrix is not None and many else None
        return View.of(matrix, codes, self._dimensions)

    def _since(self, scope: Scope, revision: int) -> tuple[Ints, np.ndarray, int]:
        rows, vectors, newest = self._vectors.since(scope, self._embedder, revision)
        return (*self._sound(rows, vectors), newest)

    def _sound(self, rows: Ints, vectors: np.ndarray) -> tuple[Ints, np.ndarray]:
        """Without what cannot be compared: another length, or numbers that are none."""
        if not len(rows) or vectors.shape[1:] != (self._dimensions,):
            return np.empty(0, dtype=np.int64), np.empty((0, self._dimensions), dtype=np.float32)
        finite = np.isfinite(vectors).all(axis=1)
        return (rows, vectors) if finite.all() else (rows[finite], vectors[finite])

    def _still_there(self, rows: Ints) -> np.ndarray:
        return among(rows, self._vectors.having(rows.tolist(), self._embedder))

    # ------------------------------------------------------------ writing

    def _rewrite(self, scope: Scope, place: IndexFile) -> None:
        matrix = place.read()
        rows, vectors, newest = self._since(scope, matrix.header.revision if matrix else 0)
        if matrix and newest < matrix.header.revision:
            matrix = None
            rows, vectors, newest = self._since(scope, 0)
        count = len(matrix.rows) if matrix else len(rows)
        if matrix is None and count >= self._refresh_after:
            order = np.argsort(rows)
            place.write(newest, [(rows[order], vectors[order])])
        elif matrix and (len(rows) >= self._refresh_after or self._any_gone(matrix.rows)):
            count = place.write(newest, self._stored(joined(matrix.rows, rows)))
        if count < self._refresh_after:
            place.path.unlink(missing_ok=True)
        self._make_codes(place)

    def _any_gone(self, rows: Ints) -> bool:
        """Nothing of a deleted memory shall outlast the night, its vector included."""
        return len(self._vectors.having(rows.tolist(), self._embedder)) < len(rows)

    def _stored(self, rows: Ints) -> Iterator[tuple[Ints, np.ndarray]]:
        """What the store has now of these rows."""
        for start in range(0, len(rows), _AT_ONCE):
            found, vectors = self._vectors.get(rows[start : start + _AT_ONCE].tolist(), self._embedder)
            order = np.argsort(found)
            yield self._sound(found[order], vectors[order])

    def _make_codes(self, place: IndexFile) -> None:
        matrix = place.read()
        if matrix is None or len(matrix.rows) <= self._approximate_above:
            approximate.forget(place.path)
        elif approximate.load(matrix, place.path) is None:
            approximate.build(matrix, place.path)


def _pairs(
    rows: Ints, vectors: np.ndarray, others: Ints, block: np.ndarray, cosine: float
) -> tuple[Ints, Ints, np.ndarray]:
    cosines = block @ np.ascontiguousarray(vectors, dtype=np.float32).T
    cosines[others[:, None] == rows[None, :]] = -2.0  # never a row with itself
    other, row = np.nonzero(cosines >= cosine)
    return rows[row], others[other], cosines[other, row]
