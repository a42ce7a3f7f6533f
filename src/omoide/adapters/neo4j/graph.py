"""The graph of what belongs together on a server that speaks Cypher over Bolt, as Neo4j does (G3, X2).

A node is one of ours by its label, and carries its scope in a property: every statement asks for that. An edge knows
the row of the node that it was read from. Only Cypher that is common to servers is used: no procedures, no extensions,
and vectors stay with the rows.

What stands here can be made anew from pages and memories, so each call is a transaction of its own and none reaches
into the one of the rows: a source counts as read after its edges are there, and whatever is interrupted before that
is read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from omoide.adapters.neo4j.bolt import Bolt, Statement
from omoide.domain.graph import Edge, GraphCounts, Links, parted
from omoide.domain.page import folded
from omoide.domain.strengths import Ints
from omoide.domain.turn import Scope

_APART = "\x1f"  # a sign that no name has
_AT_ONCE = 5_000
_ROWS, _REVISION = "rows", "revision"

SCHEMA = (
    "CREATE CONSTRAINT omoide_node_key IF NOT EXISTS FOR (n:OmoideNode) REQUIRE n.key IS UNIQUE",
    "CREATE CONSTRAINT omoide_node_row IF NOT EXISTS FOR (n:OmoideNode) REQUIRE n.row IS UNIQUE",
    "CREATE CONSTRAINT omoide_count_name IF NOT EXISTS FOR (c:OmoideCount) REQUIRE c.name IS UNIQUE",
    "CREATE INDEX omoide_node_scope IF NOT EXISTS FOR (n:OmoideNode) ON (n.scope)",
    "CREATE INDEX omoide_node_person IF NOT EXISTS FOR (n:OmoideNode) ON (n.person)",
    "CREATE INDEX omoide_node_called IF NOT EXISTS FOR (n:OmoideNode) ON (n.scope, n.called)",
)
_COUNT = "MERGE (c:OmoideCount {name: $name}) ON CREATE SET c.value = 0 SET c.value = c.value + $more RETURN c.value"
_PUT = (
    "UNWIND $edges AS e MATCH (t:OmoideNode {row: e.tail}) MATCH (h:OmoideNode {row: e.head})"
    " MERGE (t)-[r:OMOIDE {type: e.type, source: e.source}]->(h)"
    " WITH r, e WHERE r.weight IS NULL OR r.weight <> e.weight SET r.weight = e.weight RETURN count(r)"
)
_EDGE = (
    " MATCH (s:OmoideNode {row: r.source}) RETURN t.name, h.name, r.type, r.weight, s.name"
    " ORDER BY t.row, h.row, r.type, s.row"
)


class BoltGraph:
    def __init__(self, url: str) -> None:
        self._bolt = Bolt(url, SCHEMA)

    @property
    def where(self) -> str:
        return self._bolt.name

    def close(self) -> None:
        self._bolt.close()

    # ------------------------------------------------------------ in

    def upsert_nodes(self, scope: Scope, names: Sequence[str]) -> dict[str, int]:
        wanted = list(dict.fromkeys(names))
        known = self.rows(scope, wanted)
        if len(known) == len(wanted):
            return {name: known[name] for name in wanted}
        return self._bolt.write(partial(_make_nodes, scope, wanted))

    def upsert_edges(self, scope: Scope, edges: Sequence[Edge]) -> int:
        """In one transaction with their nodes: whoever finds a node finds what was read with it."""
        ends = list(dict.fromkeys(name for edge in edges for name in (edge.tail, edge.head, edge.source)))

        def put(say: Statement) -> int:
            rows = _make_nodes(scope, ends, say)
            once = {(edge.tail, edge.head, edge.type, edge.source): edge for edge in edges if edge.tail != edge.head}
            plain = [
                {"tail": rows[edge.tail], "head": rows[edge.head], "type": edge.type, "source": rows[edge.source],
                 "weight": float(edge.weight)}
                for edge in once.values()
            ]  # fmt: skip
            return told(say, sum(_number(say(_PUT, {"edges": some})) for some in _parts(plain)))

        return self._bolt.write(put) if ends else 0

    def drop_source(self, scope: Scope, sources: Sequence[str], types: Sequence[str] = ()) -> int:
        rows = list(self.rows(scope, sources).values())
        return self._changing([_edges_read_from(scope, some, types) for some in _parts(rows)])

    def drop_nodes(self, scope: Scope, names: Sequence[str]) -> int:
        rows = list(self.rows(scope, names).values())
        nodes = "MATCH (n:OmoideNode {scope: $scope}) WHERE n.row IN $rows DETACH DELETE n RETURN count(n)"

        def drop(say: Statement) -> int:
            for some in _parts(rows):  # what was read from them goes first: it is nobody's afterwards
                say(*_edges_read_from(scope, some))
            return told(say, sum(_number(say(nodes, {"scope": _of(scope), "rows": some})) for some in _parts(rows)))

        return self._bolt.write(drop) if rows else 0

    def drop_lonely(self, scope: Scope, kind: str) -> int:
        lonely = (
            "MATCH (n:OmoideNode {scope: $scope}) WHERE n.name STARTS WITH $kind AND NOT (n)-[:OMOIDE]-()"
            " DETACH DELETE n RETURN count(n)"
        )
        return self._bolt.write(lambda say: _number(say(lonely, {"scope": _of(scope), "kind": f"{kind}:"})))

    def mark(self, scope: Scope, marks: dict[str, str | None]) -> None:
        kept = self.upsert_nodes(scope, [name for name, form in marks.items() if form is not None])
        gone = self.rows(scope, [name for name, form in marks.items() if form is None])
        forms = [{"row": row, "form": marks[name]} for name, row in (kept | gone).items()]
        put = "UNWIND $forms AS f MATCH (n:OmoideNode {row: f.row}) SET n.form = f.form"
        for some in _parts(forms):
            self._bolt.write(lambda say, some=some: say(put, {"forms": some}))

    def let_go(self, person: str) -> int:
        """Everything with a person, for all personas (O2). What others say of them is theirs."""
        theirs = "MATCH (n:OmoideNode {person: $person}) DETACH DELETE n RETURN count(n)"
        return self._changing([(theirs, {"person": person})])

    def _changing(self, statements: Sequence[tuple[str, dict[str, Any]]]) -> int:
        """In one transaction with the number that tells of it."""

        def change(say: Statement) -> int:
            return told(say, sum(_number(say(text, values)) for text, values in statements))

        return self._bolt.write(change) if statements else 0

    # ------------------------------------------------------------ out

    def rows(self, scope: Scope, names: Sequence[str] | None = None) -> dict[str, int]:
        if names is None:
            text = "MATCH (n:OmoideNode {scope: $scope}) RETURN n.name, n.row ORDER BY n.row"
            return dict(map(tuple, self._bolt.read(text, {"scope": _of(scope)})))
        return dict(_known(self._bolt.read, scope, names))

    def called(self, scope: Scope, words: Sequence[str]) -> list[str]:
        text = "MATCH (n:OmoideNode {scope: $scope}) WHERE n.called IN $called RETURN n.name ORDER BY n.row"
        found: list[str] = []
        for some in _parts(list(dict.fromkeys(map(folded, words)))):
            found += [name for (name,) in self._bolt.read(text, {"scope": _of(scope), "called": some})]
        return found

    def names(self, scope: Scope, rows: Sequence[int]) -> dict[int, str]:
        text = "MATCH (n:OmoideNode) WHERE n.row IN $rows AND n.scope = $scope RETURN n.row, n.name"
        return dict(map(tuple, self._near(text, scope, rows)))

    def neighbours(self, scope: Scope, rows: Ints) -> Links:
        pairs: list[Any] = []
        for way in ("-[r:OMOIDE]->", "<-[r:OMOIDE]-"):
            text = (
                f"MATCH (n:OmoideNode){way}(m:OmoideNode) WHERE n.row IN $rows AND n.scope = $scope"
                " RETURN n.row, m.row, r.weight"
            )
            pairs += self._near(text, scope, rows.tolist())
        columns = np.array(pairs, dtype=np.float64).reshape(-1, 3)
        return Links.of(rows, columns[:, 0].astype(np.int64), columns[:, 1].astype(np.int64), columns[:, 2])

    def edges(self, scope: Scope, rows: Sequence[int] | None = None, among: bool = False) -> list[Edge]:
        between = "MATCH (t:OmoideNode {scope: $scope})-[r:OMOIDE]->(h:OmoideNode)"
        if rows is None:
            return [Edge(*row) for row in self._bolt.read(f"{between}{_EDGE}", {"scope": _of(scope)})]
        found: dict[Edge, None] = {}
        for end in ("t",) if among else ("t", "h"):
            near = self._near(f"{between} WHERE {end}.row IN $rows{_EDGE}", scope, rows)
            found |= dict.fromkeys(Edge(*row) for row in near)
        if among:
            inside = self.names(scope, rows).values()
            return [edge for edge in found if edge.head in inside]
        return list(found)

    def marks(self, scope: Scope) -> dict[str, str]:
        text = "MATCH (n:OmoideNode {scope: $scope}) WHERE n.form IS NOT NULL RETURN n.name, n.form"
        return dict(map(tuple, self._bolt.read(text, {"scope": _of(scope)})))

    def revision(self) -> int:
        return _number(self._bolt.read("MATCH (c:OmoideCount {name: $name}) RETURN c.value", {"name": _REVISION}))

    def counts(self, scope: Scope, strongest: int = 0) -> GraphCounts:
        own = {"scope": _of(scope)}
        nodes = self._bolt.read(
            "MATCH (n:OmoideNode {scope: $scope}) RETURN split(n.name, ':')[0] AS kind, count(*) AS many"
            " ORDER BY many DESC, kind", own,
        )  # fmt: skip
        edges = self._bolt.read(
            "MATCH (n:OmoideNode {scope: $scope})-[r:OMOIDE]->() RETURN r.type AS type, count(*) AS many"
            " ORDER BY many DESC, type", own,
        )  # fmt: skip
        most = self._bolt.read(
            "MATCH (n:OmoideNode {scope: $scope}) OPTIONAL MATCH (n)-[r:OMOIDE]-()"
            " RETURN n.name AS name, coalesce(sum(r.weight), 0.0) AS together ORDER BY together DESC, name LIMIT $most",
            own | {"most": strongest},
        ) if strongest else []  # fmt: skip
        return GraphCounts(dict(map(tuple, nodes)), dict(map(tuple, edges)), tuple(map(tuple, most)))

    def _near(self, text: str, scope: Scope, rows: Sequence[int]) -> list[Any]:
        found: list[Any] = []
        for some in _parts([int(row) for row in rows]):
            found += self._bolt.read(text, {"scope": _of(scope), "rows": some})
        return found


def _make_nodes(scope: Scope, names: Sequence[str], say: Statement) -> dict[str, int]:
    """Whoever makes some holds the number that is given out, so nobody makes the same ones meanwhile."""
    say(_COUNT, {"name": _ROWS, "more": 0})
    known = dict(_known(say, scope, names))
    new = [name for name in names if name not in known]
    last = _number(say(_COUNT, {"name": _ROWS, "more": len(new)})) - len(new)
    made = {name: last + number for number, name in enumerate(new, 1)}
    for some in _parts(list(made.items())):
        nodes = [
            {"key": _key(scope, name), "scope": _of(scope), "person": scope.person, "row": row, "name": name,
             "called": folded(parted(name)[1])}
            for name, row in some
        ]  # fmt: skip
        say("UNWIND $nodes AS n CREATE (m:OmoideNode) SET m += n", {"nodes": nodes})
    return known | made


def told(say: Statement, changed: int) -> int:
    """Whoever holds a part of the graph in memory lets it go when the number has moved on."""
    if changed:
        say(_COUNT, {"name": _REVISION, "more": 1})
    return changed


def _known(say: Statement, scope: Scope, names: Sequence[str]) -> Iterator[tuple[str, int]]:
    for some in _parts(list(dict.fromkeys(names))):
        keys = [_key(scope, name) for name in some]
        yield from map(tuple, say("MATCH (n:OmoideNode) WHERE n.key IN $keys RETURN n.name, n.row", {"keys": keys}))


def _edges_read_from(scope: Scope, rows: Sequence[int], types: Sequence[str] = ()) -> tuple[str, dict[str, Any]]:
    only = " AND r.type IN $types" if types else ""
    text = (
        f"MATCH (t:OmoideNode {{scope: $scope}})-[r:OMOIDE]->(:OmoideNode) WHERE r.source IN $rows{only}"
        " DELETE r RETURN count(r)"
    )
    return text, {"scope": _of(scope), "rows": list(rows), "types": list(types)}


def _of(scope: Scope) -> str:
    return f"{scope.persona}{_APART}{scope.person}"


def _key(scope: Scope, name: str) -> str:
    return f"{_of(scope)}{_APART}{name}"


def _number(answer: Sequence[Sequence[Any]]) -> int:
    return int(answer[0][0]) if answer else 0


def _parts(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(values), _AT_ONCE):
        yield values[start : start + _AT_ONCE]
