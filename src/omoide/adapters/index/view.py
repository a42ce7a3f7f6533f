"""What one process sees of one scope's vectors: the side index as far as it reaches, and what is newer in the store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from omoide.adapters.rowsets import among, without

if TYPE_CHECKING:
    from omoide.adapters.index.approximate import Approximate
    from omoide.adapters.index.files import Matrix
    from omoide.domain.strengths import Ints

_BLOCK = 8_192  # vectors compared at once: their products stay in the processor's cache
_NONE = np.empty(0, dtype=np.int64)
_BELOW_ALL = -2.0  # less than any cosine


@dataclass(frozen=True, slots=True)
class View:
    """A matrix from a file, and newer vectors that override it. Never changed, so threads can share it."""

    matrix: Matrix | None
    approximate: Approximate | None
    rows: Ints
    vectors: np.ndarray
    overridden: np.ndarray  # positions in the matrix that are out of date
    revision: int

    @classmethod
    def of(cls, matrix: Matrix | None, approximate: Approximate | None, dimensions: int) -> Self:
        newer = np.empty((0, dimensions), dtype=np.float32)
        return cls(matrix, approximate, _NONE, newer, _NONE, matrix.header.revision if matrix else 0)

    def __len__(self) -> int:
        return len(self.rows) + (len(self.matrix.rows) - len(self.overridden) if self.matrix else 0)

    def plus(self, rows: Ints, vectors: np.ndarray, revision: int) -> Self:
        """With what was written since; the newest vector of a row is the one that counts."""
        if not len(rows):
            return self if revision == self.revision else replace(self, revision=revision)
        kept = ~among(self.rows, rows)
        rows = np.concatenate([self.rows[kept], rows])
        vectors = np.concatenate([self.vectors[kept], vectors])
        overridden = self.matrix.positions(np.sort(rows)) if self.matrix else _NONE
        return replace(self, rows=rows, vectors=vectors, overridden=overridden, revision=revision)

    def best(self, cue: np.ndarray, k: int) -> tuple[Ints, np.ndarray]:
        """The k nearest rows with their cosines, best first; the newer row of equals first."""
        rows, cosines = self.rows, np.vecdot(self.vectors, cue)
        if self.matrix is not None:
            old_rows, old_cosines = self._best_of_matrix(self.matrix, cue, k)
            rows, cosines = np.concatenate([rows, old_rows]), np.concatenate([cosines, old_cosines])
        chosen = _top(cosines, k)
        chosen = chosen[np.lexsort((-rows[chosen], -cosines[chosen]))]
        return rows[chosen], cosines[chosen]

    def _best_of_matrix(self, matrix: Matrix, cue: np.ndarray, k: int) -> tuple[Ints, np.ndarray]:
        if self.approximate is not None:
            # which ones may be near is a guess, how near they are is not
            at = without(self.approximate.near(cue, k + len(self.overridden)), self.overridden)
            # not @: to wake a second thread for so few takes longer than to do it all
            return matrix.rows[at], np.einsum("ij,j->i", matrix.vectors[at], cue)
        # not @: its threads wait for each other while other requests want the processors, for twice the work
        cosines = np.vecdot(matrix.vectors, cue)
        cosines[self.overridden] = _BELOW_ALL
        at = _top(cosines, min(k, len(cosines) - len(self.overridden)))
        return matrix.rows[at], cosines[at]

    def blocks(self) -> Iterator[tuple[Ints, np.ndarray]]:
        """Every vector that counts, in handy pieces."""
        yield self.rows, self.vectors
        if self.matrix is None:
            return
        current = np.ones(len(self.matrix.rows), dtype=bool)
        current[self.overridden] = False
        for start in range(0, len(current), _BLOCK):
            here = current[start : start + _BLOCK]
            rows, vectors = self.matrix.rows[start : start + _BLOCK], self.matrix.vectors[start : start + _BLOCK]
            yield (rows, vectors) if here.all() else (rows[here], vectors[here])


def _top(values: np.ndarray, k: int) -> np.ndarray:
    """Positions of the k largest, in no order."""
    if k < 1:
        return _NONE
    return np.arange(len(values)) if len(values) <= k else np.argpartition(values, -k)[-k:]
