"""Spreading activation: whole numbers on small graphs, the linear system on any, and graphs that change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.activation import activate
from omoide.domain.adjacency import Adjacency
from omoide.domain.graph import Links
from omoide.domain.graph_rules import GraphRules

EXACT = GraphRules(faintest=0.0, hops=400)
Edge = tuple[int, int, float]


def graph_of(edges: list[Edge]) -> Adjacency:
    ones, others, weights = (list(column) for column in zip(*edges, strict=True)) if edges else ([], [], [])
    return Adjacency.of(
        np.array(ones, dtype=np.int64), np.array(others, dtype=np.int64), np.array(weights, dtype=float)
    )


def scores(graph: Adjacency, seeds: dict[int, float], rules: GraphRules = EXACT) -> dict[int, float]:
    found = activate(graph, seeds, rules)
    return dict(zip(found.nodes.tolist(), found.scores.tolist(), strict=True))


def solved(edges: list[Edge], seeds: dict[int, float], damping: float, size: int) -> np.ndarray:
    """The definition, as a system of linear equations: p = (1-d) s + d (P^T p + what is stuck, back at the seeds)."""
    links = np.zeros((size, size))
    for one, other, weight in edges:
        if one != other:
            links[one, other] += weight
            links[other, one] += weight
    start = np.zeros(size)
    for node, weight in seeds.items():
        start[node] += weight
    start /= start.sum()
    out = links.sum(axis=1)
    step = np.divide(links, out[:, None], out=np.zeros_like(links), where=out[:, None] > 0)
    step[out == 0] = start
    return np.linalg.solve(np.eye(size) - damping * step.T, (1 - damping) * start)


def test_two_nodes_by_hand() -> None:
    # G3: p0 = 0.15 + 0.85 p1 and p1 = 0.85 p0, so p0 = 0.15 / (1 - 0.7225)
    found = scores(graph_of([(0, 1, 1.0)]), {0: 1.0})
    assert found == pytest.approx({0: 0.15 / 0.2775, 1: 0.85 * 0.15 / 0.2775}, abs=1e-9)


def test_a_chain_by_hand() -> None:
    # G3: the middle passes half to each end: p1 = 0.85 (p0 + p2), p2 = 0.425 p1, p0 = 0.15 + 0.425 p1
    middle = 0.85 * 0.15 / (1 - 0.85 * 0.85)
    found = scores(graph_of([(0, 1, 1.0), (1, 2, 1.0)]), {0: 1.0})
    assert found == pytest.approx({0: 0.15 + 0.425 * middle, 1: middle, 2: 0.425 * middle}, abs=1e-9)


def test_a_heavier_link_carries_more() -> None:
    found = scores(graph_of([(0, 1, 3.0), (0, 2, 1.0)]), {0: 1.0})
    assert found[1] == pytest.approx(3 * found[2], rel=1e-9)


def test_a_lonely_seed_keeps_everything() -> None:
    # dangling: what can go nowhere begins anew
    assert scores(graph_of([(1, 2, 1.0)]), {0: 5.0}) == pytest.approx({0: 1.0})


def test_a_lonely_seed_beside_another_begins_anew_at_both() -> None:
    edges = [(1, 2, 1.0)]
    found = scores(graph_of(edges), {0: 1.0, 1: 1.0})
    assert [found[node] for node in range(3)] == pytest.approx(solved(edges, {0: 1.0, 1: 1.0}, 0.85, 3).tolist())


def test_without_seeds_nothing_is_active() -> None:
    assert scores(graph_of([(0, 1, 1.0)]), {}) == {}
    assert scores(graph_of([(0, 1, 1.0)]), {0: 0.0}) == {}


def test_nothing_is_passed_on_without_damping() -> None:
    assert scores(graph_of([(0, 1, 1.0)]), {0: 1.0}, replace(EXACT, damping=0.0)) == pytest.approx({0: 1.0, 1: 0.0})


def test_activation_goes_no_further_than_its_hops() -> None:
    chain = graph_of([(n, n + 1, 1.0) for n in range(9)])
    assert sorted(scores(chain, {0: 1.0}, replace(EXACT, hops=3))) == [0, 1, 2, 3]


def test_what_is_too_faint_is_not_passed_on() -> None:
    star = graph_of([(0, n, 1.0) for n in range(1, 101)] + [(1, 101, 1.0)])
    found = scores(star, {0: 1.0}, replace(EXACT, faintest=0.01))
    assert 101 not in found
    assert found[1] == pytest.approx(0.85 / 100)
    assert sum(found.values()) == pytest.approx(1.0)


def test_the_way_to_a_node_begins_at_a_seed() -> None:
    # the shortest way, and of two the stronger
    found = activate(graph_of([(0, 1, 1.0), (0, 2, 2.0), (1, 3, 1.0), (2, 3, 1.0), (3, 4, 1.0)]), {0: 1.0}, EXACT)
    assert found.paths([4, 0]) == {4: [0, 2, 3, 4], 0: [0]}


def test_ten_thousand_links_on_one_page_and_a_cycle() -> None:
    cycle = [(n, n % 10_000 + 1, 1.0) for n in range(1, 10_001)]
    found = scores(graph_of([(0, n, 1.0) for n in range(1, 10_001)] + cycle), {0: 1.0}, GraphRules())
    assert sum(found.values()) == pytest.approx(1.0)
    assert max(found, key=lambda node: found[node]) == 0
    assert len(found) == 10_001


graphs = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.floats(0.05, 5.0)), max_size=20, unique_by=lambda e: e[:2]
)
chosen = st.dictionaries(st.integers(0, 7), st.floats(0.05, 5.0), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(graphs, chosen, st.floats(0.0, 0.9))
def test_it_is_the_solution_of_the_linear_system(edges: list[Edge], seeds: dict[int, float], damping: float) -> None:
    # G3: whatever the graph: cycles, links twice, nodes without any
    found = scores(graph_of(edges), seeds, replace(EXACT, damping=damping))
    assert np.array([found.get(node, 0.0) for node in range(8)]) == pytest.approx(
        solved(edges, seeds, damping, 8), abs=1e-8
    )


@settings(max_examples=40, deadline=None)
@given(graphs, chosen, st.sampled_from([0.0001, 0.01, 0.3]), st.integers(1, 20))
def test_all_activation_together_is_one(edges: list[Edge], seeds: dict[int, float], faintest: float, hops: int) -> None:
    found = scores(graph_of(edges), seeds, GraphRules(faintest=faintest, hops=hops))
    assert sum(found.values()) == pytest.approx(1.0)
    assert min(found.values()) >= 0


@settings(max_examples=40, deadline=None)
@given(graphs, st.lists(st.one_of(st.integers(0, 7), st.tuples(st.integers(0, 7), st.integers(0, 9))), max_size=12))
def test_a_patched_graph_is_the_one_that_would_have_been_built(
    edges: list[Edge], changes: list[int | tuple[int, int]]
) -> None:
    # G3: incremental
    links = {frozenset(edge[:2]): edge[2] for edge in edges if edge[0] != edge[1]}
    graph = graph_of([(min(pair), max(pair), weight) for pair, weight in links.items()])
    for change in changes:
        if isinstance(change, tuple):
            graph.with_edge(*change, 0.5)
            links |= {frozenset(change): 0.5} if change[0] != change[1] else {}
        else:
            graph.without_node(change)
            links = {pair: weight for pair, weight in links.items() if change not in pair}
    nodes = np.arange(10)
    found = graph.links(nodes)
    tails = np.repeat(nodes, found.counts)
    told = {
        (one, other): w
        for one, other, w in zip(tails.tolist(), found.ends.tolist(), found.weights.tolist(), strict=True)
    }
    assert told == {way: w for pair, w in links.items() for way in (tuple(pair), tuple(pair)[::-1])}


def test_patching_packs_the_arrays_before_waste_takes_over() -> None:
    graph = graph_of([(0, n, 1.0) for n in range(1, 200)])
    for step in range(200):
        graph.with_edge(0, 1 + step % 199, 0.5 + step)
    assert len(graph._ends) < 10_000
    found = graph.links(np.array([0]))
    assert sorted(found.ends.tolist()) == list(range(1, 200))
    assert sorted(found.weights.tolist()) == sorted([0.5 + step for step in range(1, 199)] + [199.5])


def test_only_what_activation_reaches_is_fetched() -> None:
    # G3: a query costs what it touches, not what there is
    whole = graph_of([(n, n + 1, 1.0) for n in range(5_000)])
    asked: list[int] = []

    def fetch(nodes: np.ndarray) -> Links:
        asked.extend(nodes.tolist())
        return whole.links(nodes)

    part = Adjacency(fetch)
    found = activate(part, {0: 1.0}, GraphRules(faintest=0.001))
    assert found.nodes.tolist() == activate(whole, {0: 1.0}, GraphRules(faintest=0.001)).nodes.tolist()
    assert len(asked) == len(set(asked)) < 100
