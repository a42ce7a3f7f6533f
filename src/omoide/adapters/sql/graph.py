"""The graph as rows (G3). An edge is kept once, from the one that says so; it is looked up from both ends.

Every edge knows the page or memory it was read from (E9), and every source the form in which it was read, so that only
what changed is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from omoide.adapters.sql import counters
from omoide.adapters.sql.database import Database, batches, marks
from omoide.domain.graph import Edge, GraphCounts, Links, parted
from omoide.domain.page import folded
from omoide.domain.strengths import Ints
from omoide.domain.turn import Scope

TABLES: tuple[str, ...] = (
    """CREATE TABLE graph_nodes (
        row INTEGER PRIMARY KEY, persona TEXT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, called TEXT NOT NULL
    )""",
    """CREATE UNIQUE INDEX graph_nodes_once ON graph_nodes (persona, person, name)""",
    """CREATE INDEX graph_nodes_by_call ON graph_nodes (persona, person, called)""",
    """CREATE TABLE graph_edges (
        tail INTEGER NOT NULL REFERENCES graph_nodes (row) ON DELETE CASCADE,
        head INTEGER NOT NULL REFERENCES graph_nodes (row) ON DELETE CASCADE,
        type TEXT NOT NULL, source INTEGER NOT NULL REFERENCES graph_nodes (row) ON DELETE CASCADE,
        weight DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (tail, head, type, source)
    )""",
    """CREATE INDEX graph_edges_by_head ON graph_edges (head, tail, weight)""",
    """CREATE INDEX graph_edges_by_tail ON graph_edges (tail, head, weight)""",
    """CREATE INDEX graph_edges_by_source ON graph_edges (source)""",
    """CREATE TABLE graph_sources (
        row INTEGER PRIMARY KEY REFERENCES graph_nodes (row) ON DELETE CASCADE, form TEXT NOT NULL
    )""",
)

_ROWS, _REVISION = "graph_nodes", "graph"  # counters
_OWN = "persona = ? AND person = ?"
_EDGES = (
    "SELECT t.name, h.name, e.type, e.weight, s.name FROM graph_edges e JOIN graph_nodes t ON t.row = e.tail"
    " JOIN graph_nodes h ON h.row = e.head JOIN graph_nodes s ON s.row = e.source"
    " WHERE t.persona = ? AND t.person = ?"
)
_ORDER = "ORDER BY e.tail, e.head, e.type"


class SqlGraph:
    def __init__(self, database: Database) -> None:
        self._database = database

    # ------------------------------------------------------------ in

    def upsert_nodes(self, scope: Scope, names: Sequence[str]) -> dict[str, int]:
        with self._database.transaction():
            known = self.rows(scope, names)
            new = [name for name in dict.fromkeys(names) if name not in known]
            made = dict(zip(new, counters.take_some(self._database, _ROWS, len(new)), strict=True))
            self._database.executemany(
                "INSERT INTO graph_nodes (row, persona, person, name, called) VALUES (?, ?, ?, ?, ?)",
                [(row, scope.persona, scope.person, name, folded(parted(name)[1])) for name, row in made.items()],
            )
            return known | made

    def upsert_edges(self, scope: Scope, edges: Sequence[Edge]) -> int:
        with self._database.transaction():
            ends = [name for edge in edges for name in (edge.tail, edge.head, edge.source)]
            rows = self.upsert_nodes(scope, list(dict.fromkeys(ends)))
            changed = self._database.executemany(
                "INSERT INTO graph_edges (tail, head, type, source, weight) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (tail, head, type, source) DO UPDATE SET weight = excluded.weight"
                " WHERE graph_edges.weight <> excluded.weight",
                [
                    (rows[edge.tail], rows[edge.head], edge.type, rows[edge.source], edge.weight)
                    for edge in edges
                    if edge.tail != edge.head
                ],
            ).rowcount
            return self._changed(max(changed, 0))

    def drop_source(self, scope: Scope, sources: Sequence[str], types: Sequence[str] = ()) -> int:
        rows = list(self.rows(scope, sources).values())
        only = f" AND type IN ({marks(len(types))})" if types else ""
        return self._changed(self._each(f"DELETE FROM graph_edges WHERE source IN ({{marks}}){only}", rows, types))

    def drop_nodes(self, scope: Scope, names: Sequence[str]) -> int:
        rows = list(self.rows(scope, names).values())
        return self._changed(self._each("DELETE FROM graph_nodes WHERE row IN ({marks})", rows))

    def drop_lonely(self, scope: Scope, kind: str) -> int:
        return self._database.execute(
            f"DELETE FROM graph_nodes WHERE {_OWN} AND substr(name, 1, ?) = ?"
            " AND NOT EXISTS (SELECT 1 FROM graph_edges e WHERE e.tail = graph_nodes.row)"
            " AND NOT EXISTS (SELECT 1 FROM graph_edges e WHERE e.head = graph_nodes.row)",
            (scope.persona, scope.person, len(kind) + 1, f"{kind}:"),
        ).rowcount

    def mark(self, scope: Scope, marks: dict[str, str | None]) -> None:
        with self._database.transaction():
            rows = self.upsert_nodes(scope, [name for name, form in marks.items() if form is not None])
            gone = self.rows(scope, [name for name, form in marks.items() if form is None])
            self._each("DELETE FROM graph_sources WHERE row IN ({marks})", list(gone.values()))
            self._database.executemany(
                "INSERT INTO graph_sources (row, form) VALUES (?, ?)"
                " ON CONFLICT (row) DO UPDATE SET form = excluded.form",
                [(rows[name], form) for name, form in marks.items() if form is not None],
            )

    def _changed(self, count: int) -> int:
        """Whoever holds a part of the graph in memory lets it go when the number has moved on."""
        if count:
            counters.take_in_order(self._database, _REVISION)
        return count

    def _each(self, sql: str, rows: Sequence[int], more: Sequence[str] = ()) -> int:
        with self._database.transaction():
            return sum(
                self._database.execute(sql.format(marks=marks(len(some))), (*some, *more)).rowcount
                for some in batches(rows)
            )

    # ------------------------------------------------------------ out

    def rows(self, scope: Scope, names: Sequence[str] | None = None) -> dict[str, int]:
        sql, own = f"SELECT name, row FROM graph_nodes WHERE {_OWN}", (scope.persona, scope.person)
        if names is None:
            return dict(self._database.execute(f"{sql} ORDER BY row", own).fetchall())
        found: dict[str, int] = {}
        for some in batches(list(dict.fromkeys(names))):
            found.update(self._database.execute(f"{sql} AND name IN ({marks(len(some))})", (*own, *some)).fetchall())
        return found

    def called(self, scope: Scope, words: Sequence[str]) -> list[str]:
        found: list[str] = []
        for some in batches(list(dict.fromkeys(map(folded, words)))):
            sql = f"SELECT name FROM graph_nodes WHERE {_OWN} AND called IN ({marks(len(some))}) ORDER BY row"
            found += [name for (name,) in self._database.execute(sql, (scope.persona, scope.person, *some)).fetchall()]
        return found

    def names(self, scope: Scope, rows: Sequence[int]) -> dict[int, str]:
        found: dict[int, str] = {}
        for some in batches([int(row) for row in rows]):
            sql = f"SELECT row, name FROM graph_nodes WHERE row IN ({marks(len(some))}) AND {_OWN}"
            found.update(self._database.execute(sql, (*some, scope.persona, scope.person)).fetchall())
        return found

    def neighbours(self, scope: Scope, rows: Ints) -> Links:
        """No edge leaves a scope, so the rows alone say whose they are."""
        pairs: list[tuple[int, int, float]] = []
        for some in batches(rows.tolist()):
            for one, other in (("tail", "head"), ("head", "tail")):
                sql = f"SELECT {one}, {other}, weight FROM graph_edges WHERE {one} IN ({marks(len(some))})"
                pairs += self._database.execute(sql, some).fetchall()
        columns = np.array(pairs, dtype=np.float64).reshape(-1, 3)
        return Links.of(rows, columns[:, 0].astype(np.int64), columns[:, 1].astype(np.int64), columns[:, 2])

    def edges(self, scope: Scope, rows: Sequence[int] | None = None, among: bool = False) -> list[Edge]:
        own: tuple[Any, ...] = (scope.persona, scope.person)
        if rows is None:
            return [Edge(*row) for row in self._database.execute(f"{_EDGES} {_ORDER}", own)]
        found: dict[Edge, None] = {}
        for some in batches([int(row) for row in rows]):
            here = f"IN ({marks(len(some))})"
            for end in ("tail",) if among else ("tail", "head"):
                near = self._database.execute(f"{_EDGES} AND e.{end} {here} {_ORDER}", (*own, *some))
                found |= dict.fromkeys(Edge(*row) for row in near)
        if among:
            inside = self.names(scope, rows).values()
            return [edge for edge in found if edge.head in inside]
        return list(found)

    def marks(self, scope: Scope) -> dict[str, str]:
        sql = f"SELECT n.name, s.form FROM graph_sources s JOIN graph_nodes n ON n.row = s.row WHERE {_OWN}"
        return dict(self._database.execute(sql, (scope.persona, scope.person)).fetchall())

    def revision(self) -> int:
        return counters.current(self._database, _REVISION)

    def counts(self, scope: Scope, strongest: int = 0) -> GraphCounts:
        own = (scope.persona, scope.person)
        nodes = self._database.execute(
            f"SELECT substr(name, 1, {self._database.dialect.locate}(name, ':') - 1), COUNT(*) FROM graph_nodes"
            f" WHERE {_OWN} GROUP BY 1 ORDER BY 2 DESC, 1", own,
        ).fetchall()  # fmt: skip
        of = "FROM graph_edges e JOIN graph_nodes n ON n.row = e.tail WHERE n.persona = ? AND n.person = ?"
        edges = self._database.execute(f"SELECT e.type, COUNT(*) {of} GROUP BY 1 ORDER BY 2 DESC, 1", own).fetchall()
        most = self._database.execute(
            "SELECT name, (SELECT COALESCE(SUM(weight), 0) FROM graph_edges WHERE tail = graph_nodes.row)"
            " + (SELECT COALESCE(SUM(weight), 0) FROM graph_edges WHERE head = graph_nodes.row) AS together"
            f" FROM graph_nodes WHERE {_OWN} ORDER BY together DESC, name LIMIT ?", (*own, strongest),
        ).fetchall() if strongest else []  # fmt: skip
        return GraphCounts(dict(nodes), dict(edges), tuple(most))
