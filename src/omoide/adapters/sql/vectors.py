"""Vectors (X5): one per memory or passage, with the name of the embedder that made it, and a revision that indexes
follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from omoide.adapters.sql import counters
from omoide.adapters.sql.collection import MEMORIES, Collection
from omoide.adapters.sql.database import Database, batches, marks

if TYPE_CHECKING:
    from omoide.domain.strengths import Ints
    from omoide.domain.turn import Scope


class SqlVectors:
    def __init__(self, database: Database, collection: Collection = MEMORIES) -> None:
        self._database = database
        self._of_all = collection

    def put(self, rows: Sequence[int], vectors: np.ndarray, embedder: str) -> None:
        """What is written together has one revision, taken under the write lock: revisions appear in their order.
        What was deleted while its vector was being made is left out."""
        if len(rows) != len(vectors):
            raise ValueError(f"{len(rows)} rows cannot have {len(vectors)} vectors")
        if len(rows) == 0:
            return
        packed = self._database.dialect.packed(vectors)
        with self._database.transaction():
            revision = counters.take_in_order(self._database, self._of_all.vectors)
            self._database.executemany(
                f"INSERT INTO {self._of_all.vectors} (row, embedder, revision, vector)"
                f" SELECT row, ?, ?, ? FROM {self._of_all.rows} WHERE row = ?"
                " ON CONFLICT (row) DO UPDATE SET"
                " embedder = excluded.embedder, revision = excluded.revision, vector = excluded.vector",
                [(embedder, revision, vector, int(row)) for row, vector in zip(rows, packed, strict=True)],
            )

    def missing(self, scope: Scope, embedder: str, limit: int = 1_000) -> list[tuple[int, str]]:
        of = self._of_all
        return self._database.execute(
            f"SELECT t.row, {of.embedded} FROM {of.texts} t WHERE t.row IN ("
            f" SELECT m.row FROM {of.rows} m WHERE m.persona = ? AND m.{of.owner} = ?{of.live}"
            f" AND {self._database.dialect.lacks.format(of.vectors)}"
            " ORDER BY m.row LIMIT ?) ORDER BY t.row",
            (scope.persona, scope.person, embedder, limit),
        ).fetchall()

    def made_by(self, present: str) -> dict[str, int]:
        """Two looks into an index say that there is no other: that is all a start has to pay."""
        table, ask = self._of_all.vectors, self._database.execute
        with self._database.beyond():
            others = (f"SELECT 1 FROM {table} WHERE embedder {side} ? LIMIT 1" for side in ("<", ">"))
            if not any(ask(question, (present,)).fetchone() for question in others):
                return {}
            return dict(ask(f"SELECT embedder, COUNT(*) FROM {table} GROUP BY embedder").fetchall())

    def since(self, scope: Scope, embedder: str, revision: int) -> tuple[Ints, np.ndarray, int]:
        """The newest revision is read first, so that nothing written meanwhile can fall between two calls. It lies
        below the one asked about when an older store was put back: then an index must start anew. Rows come in the
        order in which they were written, which is the order of the index: sorting vectors would take seconds."""
        of = self._of_all
        newest = counters.current(self._database, of.vectors)
        found = self._database.execute(
            f"SELECT v.row, v.vector FROM {of.vectors} v JOIN {of.rows} m ON m.row = v.row"
            f" WHERE v.embedder = ? AND v.revision > ? AND v.revision <= ? AND m.persona = ? AND m.{of.owner} = ?"
            " ORDER BY v.revision, v.row",
            (embedder, revision, newest, scope.persona, scope.person),
        ).fetchall()
        return (*self._columns(found), newest)

    def get(self, rows: Sequence[int], embedder: str) -> tuple[Ints, np.ndarray]:
        return self._columns(self._of("row, vector", rows, embedder))

    def having(self, rows: Sequence[int], embedder: str) -> Ints:
        return np.array([row for (row,) in self._of("row", rows, embedder)], dtype=np.int64)

    def _of(self, columns: str, rows: Sequence[int], embedder: str) -> list[Any]:
        found: list[Any] = []
        for some in batches([int(row) for row in rows]):
            # joined to nothing, so that SQLite goes by the rows and does not walk the index of the whole embedder
            sql = (
                f"SELECT {columns} FROM {self._of_all.vectors}"
                f" WHERE row IN ({marks(len(some))}) AND embedder || '' = ? ORDER BY row"
            )
            found += self._database.execute(sql, (*some, embedder)).fetchall()
        return found

    def _columns(self, found: Sequence[tuple[int, Any]]) -> tuple[Ints, np.ndarray]:
        if not found:
            return np.empty(0, dtype=np.int64), np.empty((0, 0), dtype=np.float32)
        rows = np.array([row for row, _ in found], dtype=np.int64)
        return rows, self._database.dialect.unpacked([vector for _, vector in found])
