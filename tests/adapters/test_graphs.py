"""One contract for every graph (G3, X2): beside the rows in SQLite and PostgreSQL, and over Bolt with Neo4j's driver.

The server over Bolt is ArcadeDB: Neo4j itself was not at hand. Only Cypher that both document is used.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest

from omoide.adapters.neo4j.graph import BoltGraph
from omoide.domain.graph import Edge, GraphCounts
from omoide.domain.turn import Scope
from omoide.errors import InvalidSettings, Unavailable
from omoide.ports.graph import Graph
from tests.adapters.sql.store_things import opened
from tests.servers.cable import Cable
from tests.servers.databases import Databases
from tests.servers.fixtures import ServerAt

TAMA, KEN, TEA, MEMORY = "entity:Tama", "entity:Ken", "concept:green tea", "memory:mem_1"
EDGES = (
    Edge(TAMA, KEN, "link", 1.0, TAMA),
    Edge(TAMA, TEA, "link", 0.5, TAMA),
    Edge(MEMORY, TAMA, "mentions", 0.8, MEMORY),
    Edge(KEN, TEA, "similar", 0.25, MEMORY),  # read from neither of its ends
)


@pytest.fixture(params=["sqlite", "postgres", "bolt"])
def graph(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Graph]:
    if request.param == "bolt":
        with closing(BoltGraph(request.getfixturevalue("server_at")("graph"))) as there:
            yield there
        return
    databases: Databases | None = request.getfixturevalue("databases") if request.param == "postgres" else None
    place = databases.lend() if databases else str(tmp_path / "omoide.db")
    store = opened(place)
    yield store.graph
    store.close()
    if databases:
        databases.take_back(place)


@pytest.fixture
def aoi() -> Scope:
    """A server over Bolt may have the graphs of other runs: this one is nobody else's."""
    return Scope("aoi", f"ken {secrets.token_hex(4)}")


def links(graph: Graph, scope: Scope, *names: str) -> list[list[tuple[str, float]]]:
    """The neighbours of each node by name."""
    rows = np.array([graph.rows(scope, [name])[name] for name in names], dtype=np.int64)
    found = graph.neighbours(scope, rows)
    told = graph.names(scope, found.ends.tolist())
    ends = iter(zip(found.ends.tolist(), found.weights.tolist(), strict=True))
    return [sorted((told[end], weight) for end, weight in (next(ends) for _ in range(n))) for n in found.counts]


def test_nodes_and_edges_are_put_once_and_found_from_both_ends(graph: Graph, aoi: Scope) -> None:
    # G3, X2
    first = graph.upsert_nodes(aoi, [TAMA, KEN, TAMA])
    assert graph.upsert_nodes(aoi, [KEN, TAMA]) == first
    before = graph.revision()
    assert graph.upsert_edges(aoi, EDGES) == 4
    assert graph.revision() > before
    assert graph.upsert_edges(aoi, [*EDGES, Edge(TAMA, TAMA, "link", 1.0, TAMA)]) == 0
    assert graph.upsert_edges(aoi, [Edge(TAMA, TEA, "link", 0.75, TAMA)]) == 1
    rows = graph.rows(aoi)
    assert (list(rows)[:2], set(rows), len(set(rows.values()))) == ([TAMA, KEN], {TAMA, KEN, TEA, MEMORY}, 4)
    assert graph.names(aoi, [rows[TEA], -1]) == {rows[TEA]: TEA}
    assert links(graph, aoi, TEA, TAMA) == [
        [(KEN, 0.25), (TAMA, 0.75)],
        [(TEA, 0.75), (KEN, 1.0), (MEMORY, 0.8)],
    ]
    assert graph.neighbours(aoi, np.array([], dtype=np.int64)).ends.tolist() == []
    assert graph.counts(aoi) == GraphCounts(
        {"entity": 2, "concept": 1, "memory": 1}, {"link": 2, "mentions": 1, "similar": 1}
    )
    assert graph.counts(aoi, strongest=2).strongest == ((TAMA, pytest.approx(2.55)), (KEN, pytest.approx(1.25)))
    assert list(graph.counts(aoi).nodes) == ["entity", "concept", "memory"]


def test_edges_of_all_of_some_and_among_some(graph: Graph, aoi: Scope) -> None:
    # G3, E9
    graph.upsert_edges(aoi, EDGES)
    rows = graph.rows(aoi)
    assert set(graph.edges(aoi)) == set(EDGES)
    assert [rows[edge.tail] for edge in graph.edges(aoi)] == sorted(rows[edge.tail] for edge in EDGES)
    assert set(graph.edges(aoi, [rows[TEA]])) == {EDGES[1], EDGES[3]}
    assert set(graph.edges(aoi, [rows[TAMA], rows[TEA], rows[MEMORY]], among=True)) == {EDGES[1], EDGES[2]}
    assert graph.edges(aoi, []) == []


def test_what_a_source_said_goes_with_it(graph: Graph, aoi: Scope) -> None:
    # G3, E9
    graph.upsert_edges(aoi, EDGES)
    assert graph.drop_source(aoi, [TAMA, "entity:nobody"], ["mentions"]) == 0
    assert graph.drop_source(aoi, [TAMA], ["link"]) == 2
    assert set(graph.edges(aoi)) == {EDGES[2], EDGES[3]}
    before = graph.revision()
    assert graph.drop_nodes(aoi, [MEMORY]) == 1  # and the edge between others that was read from it
    assert (graph.edges(aoi), set(graph.rows(aoi))) == ([], {TAMA, KEN, TEA})
    assert graph.revision() > before
    assert graph.drop_nodes(aoi, [MEMORY]) == 0
    assert (graph.drop_lonely(aoi, "concept"), graph.drop_lonely(aoi, "concept")) == (1, 0)
    assert set(graph.rows(aoi)) == {TAMA, KEN}


def test_names_are_found_however_they_are_written(graph: Graph, aoi: Scope) -> None:
    # G3
    graph.upsert_nodes(aoi, ["entity:Tama", "concept:ｔａｍａ", "entity:温泉", "memory:Tamara"])
    assert graph.called(aoi, ["ＴＡＭＡ", "温泉", "tama"]) == ["entity:Tama", "concept:ｔａｍａ", "entity:温泉"]
    assert graph.called(aoi, []) == []


def test_what_was_read_is_marked_and_forgotten(graph: Graph, aoi: Scope) -> None:
    # G3: incremental
    graph.mark(aoi, {TAMA: "1", KEN: "1", TEA: None})
    graph.mark(aoi, {TAMA: "2", KEN: None})
    assert (graph.marks(aoi), set(graph.rows(aoi))) == ({TAMA: "2"}, {TAMA, KEN})
    graph.drop_nodes(aoi, [TAMA])
    graph.upsert_nodes(aoi, [TAMA])
    assert graph.marks(aoi) == {}


def test_a_graph_is_of_one_persona_and_one_person(graph: Graph, aoi: Scope) -> None:
    # N6
    yui = Scope("aoi", f"{aoi.person} yui")
    graph.upsert_edges(aoi, EDGES)
    graph.upsert_edges(yui, EDGES[:1])
    mine, theirs = graph.rows(aoi), graph.rows(yui)
    assert not set(mine.values()) & set(theirs.values())
    assert (graph.names(yui, list(mine.values())), graph.edges(yui, list(mine.values()))) == ({}, [])
    assert graph.drop_source(yui, [MEMORY]) == graph.drop_nodes(yui, [TEA]) == 0
    graph.drop_nodes(yui, [TAMA, KEN])
    assert (graph.rows(yui), set(graph.edges(aoi))) == ({}, set(EDGES))


def test_several_at_once_make_each_node_once(graph: Graph, aoi: Scope) -> None:
    # X2, X8
    def put(number: int) -> int:
        edges = [Edge(f"page:{number}", f"concept:{word}", "link", 1.0, f"page:{number}") for word in range(5)]
        return graph.upsert_edges(aoi, edges)

    with ThreadPoolExecutor(4) as hands:
        assert list(hands.map(put, range(8))) == [5] * 8
    rows = graph.rows(aoi)
    assert (len(rows), len(set(rows.values())), len(graph.edges(aoi))) == (13, 13, 40)


def test_one_person_is_let_go_and_nobody_else(server_at: ServerAt) -> None:
    # O2
    ken, yui = (f"{name}{secrets.token_hex(4)}" for name in ("Ken", "yui"))
    with closing(BoltGraph(server_at("graph"))) as graph:
        for persona in ("aoi", "ren"):
            graph.upsert_edges(Scope(persona, ken), EDGES)
        told = [*EDGES[:2], Edge(TAMA, f"entity:{ken}", "link", 1.0, TAMA)]
        graph.upsert_edges(Scope("aoi", yui), told)
        assert graph.let_go(ken) == 4 + 4
        assert [graph.rows(Scope(persona, ken)) for persona in ("aoi", "ren")] == [{}, {}]
        assert set(graph.edges(Scope("aoi", yui))) == set(told)  # what yui said of ken is yui's
        assert graph.let_go(ken) == 0


def test_a_server_that_is_away_is_named_without_its_password_and_found_again(server_at: ServerAt, aoi: Scope) -> None:
    # X2, bad input
    cable = Cable(server_at("graph"))
    secret = urlsplit(cable.url).password or ""
    with closing(BoltGraph(cable.url)) as graph:
        graph.upsert_edges(aoi, EDGES)
        cable.cut()
        with pytest.raises(Unavailable, match="cannot be asked now") as away:
            graph.edges(aoi)
        assert secret not in f"{away.value.en} {away.value.ja} {graph.where}"
        cable.mend()
        assert set(graph.edges(aoi)) == set(EDGES)
    with (
        closing(BoltGraph(server_at("graph").replace(secret, "wrong-secret"))) as shut,
        pytest.raises(Unavailable, match="does not let us in") as refused,
    ):
        shut.revision()
    assert "wrong-secret" not in f"{refused.value.en} {refused.value.ja}"
    for wrong in ("http://x:hidden@y", "bolt://", "bolt://x:hidden@y:port"):
        with pytest.raises(InvalidSettings) as told:
            BoltGraph(wrong)
        assert "hidden" not in told.value.en
