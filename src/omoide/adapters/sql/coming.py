"""Vectors of an embedder that does not serve yet (X5): made beside those that do, and put in their place all at once.

A vector goes when its text changes, as those that serve do, so whatever stands here can be taken over as it is, however
long ago the making was interrupted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from omoide.adapters.sql import counters
from omoide.adapters.sql.collection import MEMORIES, PASSAGES, Collection
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.vectors import SqlVectors

if TYPE_CHECKING:
    import numpy as np

_PLACES = {MEMORIES: "coming_vectors", PASSAGES: "coming_vectors_of_passages"}

TABLES = tuple(
    f"CREATE TABLE {place} (row INTEGER PRIMARY KEY REFERENCES {of.rows} (row) ON DELETE CASCADE,"
    " embedder TEXT NOT NULL, revision BIGINT NOT NULL, vector BLOB NOT NULL)"
    for of, place in _PLACES.items()
)


class SqlComing:
    """`kinds` are what has vectors: memories and passages, of all scopes: an embedder is the whole house's."""

    kinds: tuple[str, ...] = tuple(of.rows for of in _PLACES)

    def __init__(self, database: Database) -> None:
        self._database = database
        self._of = {of.rows: (of, SqlVectors(database, replace(of, vectors=place))) for of, place in _PLACES.items()}

    def waiting(self, kind: str, embedder: str, after: int, limit: int) -> list[tuple[int, str]]:
        of = self._of[kind][0]
        with self._database.beyond():
            return self._database.execute(
                f"SELECT t.row, {of.embedded} FROM {of.texts} t JOIN {of.rows} m ON m.row = t.row"
                f" WHERE t.row > ?{_without(of)} ORDER BY t.row LIMIT ?",
                (after, embedder, embedder, limit),
            ).fetchall()

    def left(self, embedder: str) -> int:
        count = "SELECT COUNT(*) FROM {of.texts} t JOIN {of.rows} m ON m.row = t.row WHERE t.row > 0"
        with self._database.beyond():
            return sum(
                self._database.execute(count.format(of=of) + _without(of), (embedder, embedder)).fetchone()[0]
                for of in _PLACES
            )

    def put(self, kind: str, rows: Sequence[int], vectors: np.ndarray, embedder: str) -> None:
        with self._database.beyond():
            self._of[kind][1].put(rows, vectors, embedder)

    def adopt(self, embedder: str) -> bool:
        """What other embedders made goes; what is retired gets a new vector when it is brought back."""
        with self._database.beyond(), self._database.transaction():
            if self.left(embedder):
                return False
            for of, place in _PLACES.items():
                revision = counters.take_in_order(self._database, of.vectors)
                self._database.execute(f"DELETE FROM {of.vectors} WHERE embedder <> ?", (embedder,))
                self._database.execute(
                    f"INSERT INTO {of.vectors} (row, embedder, revision, vector)"
                    f" SELECT row, embedder, ?, vector FROM {place} WHERE embedder = ?"
                    " ON CONFLICT (row) DO UPDATE SET"
                    " embedder = excluded.embedder, revision = excluded.revision, vector = excluded.vector",
                    (revision, embedder),
                )
                self._database.execute(f"DELETE FROM {place}")
        return True


def _without(of: Collection) -> str:
    """Those that have no vector of an embedder, neither here nor there: it is named twice."""
    return of.live + "".join(
        f" AND NOT EXISTS (SELECT 1 FROM {table} v WHERE v.row = t.row AND v.embedder = ?)"
        for table in (of.vectors, _PLACES[of])
    )
