"""Postings in PostgreSQL: for each row the array of its terms, under a GIN index.

Terms are whole values to it, so that it finds Japanese pairs of characters as well as English words, and nothing that
only looks alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from omoide.adapters.sql.database import Database, batches, marks
from omoide.adapters.sql.postings import Listed
from omoide.domain.strengths import Ints


def index_of(table: str) -> str:
    """What is not sorted in yet is read through at every search: so it is kept short."""
    return f"CREATE INDEX {table}_by_term ON {table} USING gin (terms) WITH (gin_pending_list_limit = 64)"


class TermArrays:
    prefixes = False

    def __init__(self, database: Database, table: str) -> None:
        self._database = database
        self._table = table

    def add(self, lists: Sequence[Listed]) -> None:
        self._database.executemany(
            f"INSERT INTO {self._table} (rowid, terms) VALUES (?, ?)", [(row, terms.split()) for row, terms in lists]
        )

    def remove(self, lists: Sequence[Listed]) -> None:
        for some in batches([row for row, _ in lists]):
            self._database.execute(f"DELETE FROM {self._table} WHERE rowid IN ({marks(len(some))})", some)

    @contextmanager
    def anew(self) -> Iterator[None]:
        """What comes into an empty house is sorted once all of it is there: that takes a tenth of the time. Where
        others are searching, the index stays as it is for them."""
        empty = self._database.execute(f"SELECT 1 FROM {self._table} LIMIT 1").fetchone() is None
        if not empty:
            self._database.execute(f"DELETE FROM {self._table}")
            yield
            return
        self._database.execute(f"DROP INDEX IF EXISTS {self._table}_by_term")
        yield
        self._database.execute("SET LOCAL maintenance_work_mem = '256MB'")
        self._database.execute(index_of(self._table))

    def settle(self) -> None:
        """A row that is gone is gone."""

    def holding(self, terms: Sequence[str], most: int) -> Ints:
        # Found first and ordered then: asked for both at once, the server may walk all rows from the newest back. One
        # long string is read many times faster than one Python tuple per hit.
        found = self._database.execute(
            f"WITH found AS MATERIALIZED (SELECT rowid FROM {self._table} WHERE terms @> ?)"
            " SELECT string_agg(newest.rowid::text, ',' ORDER BY newest.rowid DESC)"
            " FROM (SELECT rowid FROM found ORDER BY rowid DESC LIMIT ?) newest",
            (list(terms), most),
        ).fetchone()[0]
        return np.fromstring(found, dtype=np.int64, sep=",") if found else np.empty(0, dtype=np.int64)

    def any_of(self, groups: Sequence[Sequence[str]]) -> tuple[str, list[Any]]:
        holds = " OR ".join(["terms @> ?"] * len(groups))
        return f"SELECT rowid FROM {self._table} WHERE {holds}", [list(terms) for terms in groups]

    def counted(self, mark: str, least: int, rows: str, values: Sequence[Any]) -> list[tuple[str, int]]:
        return self._database.execute(
            f"SELECT term, COUNT(*) FROM {self._table}, unnest(terms) AS term WHERE rowid IN ({rows})"
            " GROUP BY term HAVING COUNT(*) >= ?",
            (*values, least),
        ).fetchall()
