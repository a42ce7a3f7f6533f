"""Postings in SQLite: an FTS5 table without content, so that it holds nothing but which rows have a term."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.postings import Listed, marked
from omoide.domain.strengths import Ints


class Fts5:
    prefixes = True

    def __init__(self, database: Database, table: str) -> None:
        self._database = database
        self._table = table
        self._column = "pairs" if table == "words_said" else "terms"

    def add(self, lists: Sequence[Listed]) -> None:
        self._database.executemany(f"INSERT INTO {self._table} (rowid, {self._column}) VALUES (?, ?)", lists)

    def remove(self, lists: Sequence[Listed]) -> None:
        self._database.executemany(
            f"INSERT INTO {self._table} ({self._table}, rowid, {self._column}) VALUES ('delete', ?, ?)", lists
        )

    @contextmanager
    def anew(self) -> Iterator[None]:
        self._database.execute(f"INSERT INTO {self._table} ({self._table}) VALUES ('delete-all')")
        yield

    def settle(self) -> None:
        """What is removed is marked at first; it goes when all is merged into one."""
        self._database.execute(f"INSERT INTO {self._table} ({self._table}) VALUES ('optimize')")

    def holding(self, terms: Sequence[str], most: int) -> Ints:
        found = self._database.execute(
            # one long string is read many times faster than one Python tuple per hit
            "SELECT group_concat(rowid) FROM"
            f" (SELECT rowid FROM {self._table} WHERE {self._table} MATCH ? ORDER BY rowid DESC LIMIT ?)",
            (_all_of(terms), most),
        ).fetchone()[0]
        return np.fromstring(found, dtype=np.int64, sep=",") if found else np.empty(0, dtype=np.int64)

    def any_of(self, groups: Sequence[Sequence[str]]) -> tuple[str, list[Any]]:
        wanted = " OR ".join([f"({_all_of(terms)})" for terms in groups])
        return f"SELECT rowid FROM {self._table} WHERE {self._table} MATCH ?", [wanted]

    def counted(self, mark: str, least: int, rows: str, values: Sequence[Any]) -> list[tuple[str, int]]:
        sql = f"SELECT term, doc FROM {self._table}_found WHERE term >= ? AND term < ? AND doc >= ?"
        return self._database.execute(sql, (*marked(mark), least)).fetchall()


def _all_of(terms: Sequence[str]) -> str:
    return " AND ".join([f'"{term[:-1]}" *' if term.endswith("*") else f'"{term}"' for term in terms])
