"""A person in a graph over Bolt (O2): their nodes with all edges, and nodes of others that hold their words. Those are
read again from the pages and memories that they were read from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from omoide.adapters.neo4j.bolt import Bolt, Statement
from omoide.adapters.neo4j.graph import SCHEMA, BoltGraph, told
from omoide.domain.erasure import Searched
from omoide.domain.graph import node_name
from omoide.domain.needles import Needles

_AT_ONCE = 2_000
_MEMORY = node_name("memory", "")
_NODES = "MATCH (n:OmoideNode) WHERE n.row > $after RETURN n.row, properties(n) ORDER BY n.row LIMIT $most"
_EDGES = "MATCH (n:OmoideNode)-[r:OMOIDE]->() WHERE n.row IN $rows RETURN n.row, properties(r)"
_SOURCES = "MATCH (n:OmoideNode)-[r:OMOIDE]-() WHERE n.row IN $rows RETURN DISTINCT r.source"
_AGAIN = "MATCH (n:OmoideNode) WHERE n.row IN $rows SET n.form = NULL RETURN count(n)"
_DROP = "MATCH (n:OmoideNode) WHERE n.row IN $rows DETACH DELETE n RETURN count(n)"


class PersonNodes:
    def __init__(self, url: str) -> None:
        self._url = url

    def reach(self) -> None:
        with closing(Bolt(self._url, ())) as bolt:
            bolt.ping()

    def let_go(self, person: str, needles: Needles) -> int:
        with closing(BoltGraph(self._url)) as graph:
            gone = graph.let_go(person)
        with closing(Bolt(self._url, SCHEMA)) as bolt:
            rows = [row for row, _, facts in _all(bolt) if _holds(facts, needles)]
            return gone + (bolt.write(lambda say: _drop(say, rows)) if rows else 0)

    def look_through(self, person: str, needles: Needles) -> Searched:
        counted = {"nodes": 0, "relationships": 0, "properties": 0}
        found: dict[int, str] = {}
        with closing(Bolt(self._url, SCHEMA)) as bolt:
            for row, kind, facts in _all(bolt):
                counted[kind] += 1
                counted["properties"] += len(facts)
                if facts.get("person") == person or _holds(facts, needles):
                    found[row] = f"node {row}"
            return Searched("graph", bolt.name, counted, tuple(found.values()))


def _all(bolt: Bolt) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Every node and every relationship with what it carries; a relationship by the row of the node that it leaves."""
    after = -1
    while nodes := bolt.read(_NODES, {"after": after, "most": _AT_ONCE}):
        for row, facts in nodes:
            yield row, "nodes", facts
        for row, facts in bolt.read(_EDGES, {"rows": [row for row, _ in nodes]}):
            yield row, "relationships", facts
        after = nodes[-1][0]


def _drop(say: Statement, rows: list[int]) -> int:
    """What told of them is no longer marked as read."""
    sources = [row for (row,) in say(_SOURCES, {"rows": rows})]
    say(_AGAIN, {"rows": sources})
    return told(say, say(_DROP, {"rows": rows})[0][0])


def _holds(facts: dict[str, Any], needles: Needles) -> bool:
    """What is left when the person's own nodes are gone belongs to others. The id of a memory of theirs says nothing:
    memories are numbered by day, and a server may keep the graph of another home, where another has that number."""
    if str(facts.get("name", "")).startswith(_MEMORY):
        return False
    return needles.any("\0".join(map(_text, facts.values())).encode("utf-8", "surrogatepass"))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str)
