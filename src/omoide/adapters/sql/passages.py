"""Passages (R15): longer texts in pieces, each kind on a shelf of its own, found by the statements that find memories.

A text knows its fingerprint, so that what has not changed is not cut and embedded again. Text, pieces and words are
written together or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from omoide.adapters.sql import counters
from omoide.adapters.sql.collection import PASSAGES
from omoide.adapters.sql.database import Database, batches, marks
from omoide.adapters.sql.moments import exact
from omoide.adapters.sql.turns import NOT_FORGOTTEN
from omoide.adapters.sql.vectors import SqlVectors
from omoide.adapters.sql.words import SqlWords
from omoide.domain.passage import KNOWLEDGE, Material, Passage, PassageKind, shelf_of
from omoide.domain.turn import Scope

TABLES: tuple[str, ...] = (
    """CREATE TABLE passage_texts (
        number INTEGER PRIMARY KEY, persona TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL,
        source TEXT NOT NULL, domain TEXT NOT NULL, title TEXT NOT NULL, fingerprint TEXT NOT NULL,
        day INTEGER NOT NULL, arousal DOUBLE PRECISION
    )""",
    """CREATE UNIQUE INDEX passage_texts_once ON passage_texts (persona, person, kind, source)""",
    """CREATE TABLE passages (
        row INTEGER PRIMARY KEY, number INTEGER NOT NULL REFERENCES passage_texts (number) ON DELETE CASCADE,
        persona TEXT NOT NULL, shelf TEXT NOT NULL, position INTEGER NOT NULL, content TEXT NOT NULL
    )""",
    """CREATE INDEX passages_by_text ON passages (number)""",
    """CREATE INDEX passages_by_shelf ON passages (persona, shelf)""",
    """CREATE TABLE vectors_of_passages (
        row INTEGER PRIMARY KEY REFERENCES passages (row) ON DELETE CASCADE,
        embedder TEXT NOT NULL, revision BIGINT NOT NULL, vector BLOB NOT NULL
    )""",
    """CREATE INDEX vectors_of_passages_by_revision ON vectors_of_passages (embedder, revision)""",
    *PASSAGES.schema(),
)

_OWN = "persona = ? AND person = ? AND kind = ?"


class SqlPassages:
    def __init__(self, database: Database) -> None:
        self._database = database
        self.vectors = SqlVectors(database, PASSAGES)
        self.words = SqlWords(database, PASSAGES)

    # ------------------------------------------------------------ in

    def put(self, scope: Scope, item: Material, fingerprint: str, pieces: Sequence[str]) -> list[int]:
        shelf = shelf_of(scope, item.kind, item.domain)
        with self._database.transaction():
            self.remove(scope, item.kind, [item.source])
            number = counters.take(self._database, "passage_texts")
            self._database.execute(
                "INSERT INTO passage_texts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (number, *_own(scope, item.kind), item.source, item.domain, item.title, fingerprint,
                 item.day.toordinal(), item.arousal),
            )  # fmt: skip
            rows = list(counters.take_some(self._database, "passages", len(pieces)))
            self._database.executemany(
                "INSERT INTO passages (row, number, persona, shelf, position, content) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (row, number, shelf.persona, shelf.person, position, piece)
                    for position, (row, piece) in enumerate(zip(rows, pieces, strict=True))
                ],
            )
            self.words.put([(row, shelf, piece) for row, piece in zip(rows, pieces, strict=True)])
        return rows

    def retouch(self, scope: Scope, items: Sequence[Material]) -> int:
        with self._database.transaction():
            return sum(
                self._database.execute(
                    f"UPDATE passage_texts SET day = ?, arousal = ? WHERE {_OWN} AND source = ?"
                    " AND (day <> ? OR COALESCE(arousal, -1) <> ?)",
                    (item.day.toordinal(), item.arousal, *_own(scope, item.kind), item.source, item.day.toordinal(),
                     -1.0 if item.arousal is None else item.arousal),
                ).rowcount
                for item in items
            )  # fmt: skip

    def remove(self, scope: Scope, kind: PassageKind, sources: Sequence[str]) -> int:
        """Words first, as they are found through the row; pieces and vectors go with the text."""
        gone = 0
        with self._database.transaction():
            for some in batches(sources):
                which = f"SELECT number FROM passage_texts WHERE {_OWN} AND source IN ({marks(len(some))})"
                params = (*_own(scope, kind), *some)
                rows = self._database.execute(f"SELECT row FROM passages WHERE number IN ({which})", params).fetchall()
                self.words.remove([row for (row,) in rows])
                gone += self._database.execute(
                    f"DELETE FROM passage_texts WHERE {_OWN} AND source IN ({marks(len(some))})", params
                ).rowcount
        return gone

    # ------------------------------------------------------------ out

    def known(self, scope: Scope, kind: PassageKind) -> dict[str, str]:
        sql = f"SELECT source, fingerprint FROM passage_texts WHERE {_OWN}"
        return dict(self._database.execute(sql, _own(scope, kind)).fetchall())

    def fetch(self, shelf: Scope, rows: Sequence[int]) -> list[Passage]:
        found: list[Passage] = []
        for some in batches([int(row) for row in rows]):
            found += [
                Passage(row, kind, source, position, content, date.fromordinal(day), arousal, title, domain)
                for row, kind, source, position, content, day, arousal, title, domain in self._database.execute(
                    "SELECT p.row, t.kind, t.source, p.position, p.content, t.day, t.arousal, t.title, t.domain"
                    " FROM passages p JOIN passage_texts t ON t.number = p.number"
                    f" WHERE p.row IN ({marks(len(some))}) AND p.persona = ? AND p.shelf = ? ORDER BY p.row",
                    (*some, shelf.persona, shelf.person),
                ).fetchall()
            ]
        return found

    def fingerprint(self, scope: Scope, kind: PassageKind, source: str) -> str | None:
        sql = f"SELECT fingerprint FROM passage_texts WHERE {_OWN} AND source = ?"
        found = self._database.execute(sql, (*_own(scope, kind), source)).fetchone()
        return found[0] if found else None

    def rows_of(self, scope: Scope, kind: PassageKind, source: str | None = None) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        one, which = ("", ()) if source is None else (" AND t.source = ?", (source,))
        for name, row in self._database.execute(
            "SELECT t.source, p.row FROM passage_texts t JOIN passages p ON p.number = t.number"
            f" WHERE t.persona = ? AND t.person = ? AND t.kind = ?{one} ORDER BY t.source, p.position",
            (*_own(scope, kind), *which),
        ).fetchall():
            found.setdefault(name, []).append(row)
        return found

    def shelves(self, scope: Scope, kinds: Sequence[PassageKind], domain: str | None = None) -> list[Scope]:
        there = self._database.execute(
            "SELECT DISTINCT persona, person, kind, domain FROM passage_texts WHERE persona = ? AND person IN (?,?)"
            " ORDER BY domain",
            (scope.persona, scope.person, ""),
        ).fetchall()
        return [
            shelf_of(scope, kind, one)
            for kind in kinds
            for *own, one in there
            if tuple(own) == _own(scope, kind) and (domain is None or one == domain)
        ]

    def turns_to_index(self, scope: Scope, before: datetime, limit: int) -> list[str]:
        rows = self._database.execute(
            "SELECT key FROM turns WHERE persona = ? AND person = ? AND time < ? AND NOT EXISTS ("
            " SELECT 1 FROM passage_texts p WHERE p.persona = turns.persona AND p.person = turns.person"
            f" AND p.kind = 'log_archive' AND p.source = turns.key) AND {NOT_FORGOTTEN}"
            " ORDER BY time DESC, key LIMIT ?",
            (scope.persona, scope.person, exact(before)[0], limit),
        ).fetchall()
        return [key for (key,) in rows]

    def turns_gone(self, scope: Scope) -> list[str]:
        rows = self._database.execute(
            "SELECT p.source FROM passage_texts p WHERE p.persona = ? AND p.person = ? AND p.kind = 'log_archive'"
            " AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.persona = p.persona AND turns.person = p.person"
            f" AND turns.key = p.source AND {NOT_FORGOTTEN})",
            (scope.persona, scope.person),
        ).fetchall()
        return [key for (key,) in rows]


def _own(scope: Scope, kind: PassageKind) -> tuple[str, str, str]:
    """Knowledge belongs to the persona and to no person."""
    return scope.persona, "" if kind == KNOWLEDGE else scope.person, kind
