"""Search by meaning on the server (R12, X2): pgvector compares where the vectors are, and nothing is kept beside it.

A small scope is compared whole: its rows are found by its own index, and the answer is exact. A scope of many memories
is looked through by an HNSW index over half-precision numbers, one for each embedder, which is made at night when the
first scope has grown so large. What is met there is then compared exactly, so that the index only decides which
memories are looked at, never how near they are. An index cannot be asked for one scope alone: it is walked on until
enough of the scope's own have been met, and where most of it is others' the scope is compared whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from omoide.adapters.rowsets import distinct
from omoide.adapters.sql.collection import MEMORIES, Collection
from omoide.adapters.sql.database import batches, marks
from omoide.adapters.sql.vectors import SqlVectors
from omoide.errors import Busy, Refused, StoreDamaged

if TYPE_CHECKING:
    from omoide.adapters.sql.postgres import PostgresDatabase
    from omoide.domain.strengths import Ints
    from omoide.domain.turn import Scope

# So many of a scope are met before a walk for a cue ends. Memories lie in clumps, and a cue lies between them: with a
# few hundred, whole clumps are never reached, and of 100 cues to 100,000 memories 8 found none of their ten nearest.
FAR = 2_000
_CLOSE = 200  # the same for a memory, which lies in a clump itself
_WORTH = 8  # meeting one on a walk takes as long as comparing so many
WALKS = 150  # walking for one memory takes as long as comparing so many that are read block by block
_MOST_DIMENSIONS = 4_000  # of half-precision numbers, for an index
_SPARE = 2  # so many more are compared exactly than are answered with
_BLOCK = 8_192
# Megabytes for making an index: the least, the most; and bytes of what it keeps beside each vector (measured: 800).
_ROOM, _MOST_ROOM, _LINKS = 64, 2_048, 900


class ServerNearest:
    """Nearest vectors of one embedder, for all scopes of one database."""

    def __init__(
        self,
        database: PostgresDatabase,
        embedder: str,
        dimensions: int,
        collection: Collection = MEMORIES,
        far: int = FAR,
        walks: int = WALKS,
    ) -> None:
        self._database = database
        self._vectors = SqlVectors(database, collection)
        self._embedder = embedder
        self._dimensions = dimensions
        self._of = collection
        self._far = far
        self._walks = walks

    def search(self, scope: Scope, cue: np.ndarray, k: int) -> tuple[Ints, np.ndarray]:
        """Rows and cosines, best first; the newer row of equals first."""
        cue = np.asarray(cue, dtype=np.float32).reshape(self._dimensions)
        if k < 1:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
        size, indexed = self._sizes(scope)
        if indexed and size * size > _WORTH * self._far * indexed:
            return self._best(self._near(scope, cue, _SPARE * k, self._far), cue, k)
        return self._best(self._compared(scope, cue, _SPARE * k), cue, k)

    def alike(
        self, scope: Scope, rows: Ints, vectors: np.ndarray, cosine: float, most: int
    ) -> list[tuple[int, int, float]]:
        """(row, other row, cosine), for each row the nearest others first (G2)."""
        if not len(rows) or most < 1:
            return []
        size, indexed = self._sizes(scope)
        if indexed and size * size > len(rows) * self._walks * indexed:
            return self._alike_by_index(scope, rows, vectors, cosine, most)
        return self._alike_by_blocks(scope, rows, vectors, cosine, most)

    def _alike_by_index(
        self, scope: Scope, rows: Ints, vectors: np.ndarray, cosine: float, most: int
    ) -> list[tuple[int, int, float]]:
        """For a few rows among very many: what a night costs goes by what is new, not by all that is remembered."""
        found: list[tuple[int, int, float]] = []
        for row, vector in sorted(zip(np.asarray(rows).tolist(), vectors, strict=True), key=lambda pair: pair[0]):
            near = [other for other in self._near(scope, vector, _SPARE * most + 1, _CLOSE) if other != row]
            others, cosines = self._best(near, np.asarray(vector, dtype=np.float32), most)
            found += [(row, other, value) for other, value in zip(others.tolist(), cosines.tolist(), strict=True)]
        return [pair for pair in found if pair[2] >= cosine]

    def _alike_by_blocks(
        self, scope: Scope, rows: Ints, vectors: np.ndarray, cosine: float, most: int
    ) -> list[tuple[int, int, float]]:
        """For many rows at once the vectors of the scope come here, block by block."""
        wanted = np.ascontiguousarray(vectors, dtype=np.float32).T
        found: list[tuple[int, int, float]] = []
        for others, block in self._blocks(scope):
            cosines = block @ wanted
            cosines[others[:, None] == np.asarray(rows)[None, :]] = -2.0  # never a row with itself
            other, row = np.nonzero(cosines >= cosine)
            found += zip(
                np.asarray(rows)[row].tolist(), others[other].tolist(), cosines[other, row].tolist(), strict=True
            )
        found.sort(key=lambda pair: (pair[0], -pair[2], -pair[1]))
        kept, seen = [], dict.fromkeys(distinct(np.asarray(rows)).tolist(), 0)
        for pair in found:
            seen[pair[0]] += 1
            if seen[pair[0]] <= most:
                kept.append(pair)
        return kept

    def refresh(self, scope: Scope) -> None:
        """Make the index when this scope is the first that needs it. Where that is not possible (somebody keeps the
        table busy, or it belongs to another role) every vector is compared, as before."""
        size, indexed = self._sizes(scope)
        needed = size > _WORTH * self._far and self._dimensions <= _MOST_DIMENSIONS
        if not needed or indexed or self._database.in_transaction:
            return
        try:
            self._make_index(size)
        except (Busy, Refused, StoreDamaged) as error:
            import logging

            logging.getLogger("omoide.index").warning("the index %s could not be made: %s", self._index, error)

    def _make_index(self, size: int) -> None:
        """On a connection of its own, which is given the room to hold the index while it is made: with less than it
        needs the making takes many times as long."""
        from omoide.adapters.sql.server_faults import Fault, explained

        room = min(_ROOM + size * (2 * self._dimensions + _LINKS) // 1_000_000, _MOST_ROOM)
        connection = self._database.open_alone()
        try:
            connection.execute(f"SET maintenance_work_mem = '{room}MB'".encode())
            connection.execute(f"DROP INDEX IF EXISTS {self._index}".encode())  # one whose making was interrupted
            connection.execute(
                f"CREATE INDEX CONCURRENTLY {self._index} ON {self._of.vectors} USING hnsw"
                f" (({self._half}) halfvec_ip_ops) WHERE {self._own}".encode()
            )
        except Fault as error:
            raise explained(error, self._database.name) from error
        finally:
            connection.close()

    def drop(self) -> None:
        """Delete every index, of other embedders too."""
        for (name,) in self._database.execute(
            "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND tablename = ?"
            " AND indexdef LIKE '%USING hnsw%'", (self._of.vectors,)
        ).fetchall():  # fmt: skip
            self._database.execute(f"DROP INDEX IF EXISTS {name}")

    # ------------------------------------------------------------ asking

    def _best(self, rows: list[int], cue: np.ndarray, k: int) -> tuple[Ints, np.ndarray]:
        """Of these the nearest, compared exactly."""
        found, vectors = self._sound(*self._vectors.get(rows, self._embedder))
        cosines = vectors @ cue
        order = np.lexsort((-found, -cosines))[:k]
        return found[order], cosines[order]

    def _compared(self, scope: Scope, cue: np.ndarray, most: int) -> list[int]:
        """Lengths are not a condition: the server would take it that hardly any vector has this one, and then compares
        every memory with every vector."""
        of = self._of
        found = self._database.execute(
            f"SELECT row FROM (SELECT v.row, CASE WHEN vector_dims(v.vector) = ? THEN v.vector <#> ? END AS apart"
            f" FROM {of.rows} m JOIN {of.vectors} v ON v.row = m.row WHERE m.persona = ? AND m.{of.owner} = ?"
            " AND v.embedder = ?) compared WHERE apart IS NOT NULL ORDER BY apart, row DESC LIMIT ?",
            (self._dimensions, self._written(cue), scope.persona, scope.person, self._embedder, most),
        ).fetchall()
        return [row for (row,) in found]

    def _near(self, scope: Scope, cue: np.ndarray, most: int, far: int) -> list[int]:
        """The nearest of so many that are met. Others' are not shown to a store that is opened for one scope; to one
        that is opened for all they are, and more is asked for until enough of the scope's own are there."""
        asked, written = most, self._written(cue)
        while True:
            found = self._database.execute(
                f"SELECT row FROM (SELECT row, vector FROM {self._of.vectors} WHERE {self._own}"
                f" ORDER BY {self._half} <#> ? LIMIT ?) met ORDER BY vector <#> ? LIMIT ?",
                (written, max(asked, far), written, asked),
            ).fetchall()
            own = self._owned(scope, [row for (row,) in found])
            if len(own) >= most or len(found) < asked:
                return own[:most]
            asked *= 4

    def _owned(self, scope: Scope, rows: list[int]) -> list[int]:
        own: set[int] = set()
        for some in batches(rows):
            own |= {row for (row,) in self._database.execute(
                f"SELECT row FROM {self._of.rows} WHERE row IN ({marks(len(some))}) AND persona = ?"
                f" AND {self._of.owner} = ?", (*some, scope.persona, scope.person)
            )}  # fmt: skip
        return [row for row in rows if row in own]

    def _blocks(self, scope: Scope) -> Iterator[tuple[Ints, np.ndarray]]:
        of, last = self._of, 0
        while True:
            found = self._database.execute(
                f"SELECT m.row FROM {of.rows} m WHERE m.persona = ? AND m.{of.owner} = ? AND m.row > ?"
                " ORDER BY m.row LIMIT ?", (scope.persona, scope.person, last, _BLOCK)
            ).fetchall()  # fmt: skip
            if not found:
                return
            last = found[-1][0]
            rows, vectors = self._sound(*self._vectors.get([row for (row,) in found], self._embedder))
            if len(rows):
                yield rows, vectors

    # ------------------------------------------------------------ knowing

    def _sizes(self, scope: Scope) -> tuple[int, int]:
        """How many are this scope's: as many as have words, counted already, and near enough. And how many are in the
        index, with others': none where there is no index, or one that is still being made."""
        [size, indexed] = self._database.execute(
            f"SELECT COALESCE((SELECT documents FROM {self._of.scopes} WHERE persona = ? AND person = ?), 0),"
            " (SELECT GREATEST(c.reltuples, 1) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
            " WHERE i.indexrelid = to_regclass(?) AND i.indisvalid)",
            (scope.persona, scope.person, self._index),
        ).fetchone()
        return size, max(int(indexed), size) if indexed else 0

    def _sound(self, rows: Ints, vectors: np.ndarray) -> tuple[Ints, np.ndarray]:
        """Without what cannot be compared."""
        if not len(rows) or vectors.shape[1:] != (self._dimensions,):
            return np.empty(0, dtype=np.int64), np.empty((0, self._dimensions), dtype=np.float32)
        return rows, vectors

    def _written(self, cue: np.ndarray) -> str:
        """As a text, which the server takes for whole or half precision as the column has it."""
        return "[" + ",".join(map(str, cue.tolist())) + "]"

    @property
    def _half(self) -> str:
        return f"vector::halfvec({self._dimensions})"

    @property
    def _own(self) -> str:
        """Written out, since only then the server knows that the index of this embedder is meant."""
        quoted = self._embedder.replace("'", "''")
        return f"embedder = '{quoted}' AND vector_dims(vector) = {self._dimensions}"

    @property
    def _index(self) -> str:
        import hashlib

        mark = hashlib.blake2b(f"{self._embedder} {self._dimensions}".encode(), digest_size=5).hexdigest()
        return f"{self._of.vectors}_near_{mark}"
