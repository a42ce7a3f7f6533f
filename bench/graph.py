"""How fast activation spreads (G3): from five nodes over 100,000 nodes and 500,000 edges, with hubs as graphs of words
have them.

    python -m bench.graph [--nodes 100000] [--edges 500000] [--runs 20]

In memory, and read from the store by a mind that has just been opened, node by node as it is reached. Beside it stand
the plain way, power iteration over all edges until nothing moves, whose result is also what both are held against; and
networkx and scipy where they are at hand (they are not needed otherwise).
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bench.report import RESULTS, Line, publish
from omoide import associating, open_mind
from omoide.adapters.sql.store import SqlStore
from omoide.domain.activation import activate
from omoide.domain.adjacency import Adjacency
from omoide.domain.graph_rules import GraphRules
from omoide.settings import Settings, build

SEED = 5
GOAL = 100.0  # milliseconds
Columns = tuple[np.ndarray, np.ndarray, np.ndarray]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--edges", type=int, default=500_000)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    edges = village_of_words(chosen.nodes, chosen.edges)
    asked = [seeds_of(chosen.nodes, number) for number in range(chosen.runs)]
    lines = in_memory(edges, chosen.nodes, asked) + peers(edges, chosen.nodes, asked[:3]) + stored(edges, asked)
    title = f"Activation over {chosen.nodes:,} nodes and {chosen.edges:,} edges, from five nodes"
    publish("graph", title, lines, chosen.results)


def village_of_words(nodes: int, edges: int) -> Columns:
    """Pairs of different nodes, each once; few nodes have most of the links. Numbers begin with 1, as rows do."""
    chance = np.random.default_rng(SEED)
    ones = chance.integers(1, nodes + 1, 2 * edges)
    others = 1 + (nodes * chance.random(2 * edges) ** 3).astype(np.int64)
    pairs = np.unique(np.sort(np.stack([ones, others], axis=1)[ones != others], axis=1), axis=0)
    pairs = chance.permutation(pairs)[:edges]
    return pairs[:, 0], pairs[:, 1], 0.75 + 0.25 * chance.random(len(pairs))


def seeds_of(nodes: int, number: int) -> dict[int, float]:
    chance = np.random.default_rng(SEED + number)
    return {int(node): 1.0 for node in chance.choice(nodes, 5, replace=False) + 1}


def in_memory(edges: Columns, nodes: int, asked: list[dict[int, float]]) -> list[Line]:
    began = time.perf_counter()
    graph = Adjacency.of(*edges)
    built = time.perf_counter() - began
    pushed = [_milliseconds(lambda seeds=seeds: activate(graph, seeds, GraphRules())) for seeds in asked]
    began = time.perf_counter()
    for number in range(100):
        graph.with_edge(int(edges[0][number]), int(edges[1][-number]), 0.9)
    patched = (time.perf_counter() - began) * 10  # of a hundred, in milliseconds for one
    graph = Adjacency.of(*edges)
    exact = [power_iteration(edges, nodes, seeds) for seeds in asked[:3]]
    walked = [_milliseconds(lambda seeds=seeds: power_iteration(edges, nodes, seeds)) for seeds in asked[:3]]
    shared = [_shared(activate(graph, seeds, GraphRules()), truth) for seeds, truth in zip(asked, exact, strict=False)]
    return [
        Line("spread in memory", statistics.median(pushed), "ms", GOAL, note=f"slowest {max(pushed):.0f} ms"),
        Line("of the 50 most active, found", statistics.mean(shared), "%", 90, at_least=True),
        Line("one link more, patched in", patched, "ms"),
        Line("graph from its columns", built * 1_000, "ms"),
        Line("plain: power iteration over all edges", statistics.median(walked), "ms"),
    ]


def power_iteration(edges: Columns, nodes: int, seeds: dict[int, float], damping: float = 0.85) -> np.ndarray:
    """Until nothing moves by more than a billionth."""
    ones, others, weights = edges
    tails, heads = np.concatenate([ones, others]), np.concatenate([others, ones])
    both = np.concatenate([weights, weights])
    out = np.bincount(tails, weights=both, minlength=nodes + 1)
    step = both / out[tails]
    start = np.zeros(nodes + 1)
    start[list(seeds)] = 1 / len(seeds)
    held = start
    for _ in range(300):
        stuck = float(held[out == 0].sum())
        after = damping * (np.bincount(heads, weights=held[tails] * step, minlength=nodes + 1) + stuck * start)
        after += (1 - damping) * start
        if np.abs(after - held).sum() < 1e-9:
            return after
        held = after
    return held


def peers(edges: Columns, nodes: int, asked: list[dict[int, float]]) -> list[Line]:
    try:
        import networkx  # pyright: ignore[reportMissingImports]
        import scipy.sparse  # noqa: F401  # pyright: ignore[reportMissingImports]  networkx computes with it
    except ImportError:
        return []
    graph: Any = networkx.Graph()
    graph.add_nodes_from(range(1, nodes + 1))
    graph.add_weighted_edges_from(zip(*(column.tolist() for column in edges), strict=True))
    taken = [_milliseconds(lambda seeds=seeds: networkx.pagerank(graph, personalization=seeds)) for seeds in asked]
    return [Line(f"networkx {networkx.__version__}, with scipy", statistics.median(taken), "ms")]


def stored(edges: Columns, asked: list[dict[int, float]]) -> list[Line]:
    """By a new mind for each question, which has nothing of the graph in memory; and by one that was asked before."""
    with tempfile.TemporaryDirectory(prefix="omoide-graph-") as folder:
        home = Path(folder)
        began = time.perf_counter()
        _fill(home, edges)
        filled = time.perf_counter() - began
        settings = build({"graph": {"spreading": True}})
        named = [{f"concept:word {node}": weight for node, weight in seeds.items()} for seeds in asked]
        cold = [_asked_of_a_new_mind(home, settings, seeds) for seeds in named]
        with open_mind(home, settings=settings) as mind:
            for seeds in named:
                associating.spread(mind.faculties, settings, seeds)
            held = [
                _milliseconds(lambda seeds=seeds: associating.spread(mind.faculties, settings, seeds))
                for seeds in named
            ]
    return [
        Line("spread from the store, cold", statistics.median(cold), "ms", 1_000, note=f"slowest {max(cold):.0f} ms"),
        Line("spread from the store, held", statistics.median(held), "ms", GOAL, note=f"slowest {max(held):.0f} ms"),
        Line("the store filled with it", filled, "s"),
    ]


def _asked_of_a_new_mind(home: Path, settings: Settings, seeds: dict[str, float]) -> float:
    with open_mind(home, settings=settings) as mind:
        associating.spread(mind.faculties, settings, {"concept:none": 1.0})  # opens the file
        return _milliseconds(lambda: associating.spread(mind.faculties, settings, seeds))


def _fill(home: Path, edges: Columns) -> None:
    with open_mind(home) as mind:
        scope = (mind.scope.persona, mind.scope.person)
        assert isinstance(mind.faculties.store, SqlStore)
        database = mind.faculties.store.database
        nodes = int(max(edges[0].max(), edges[1].max()))
        with database.transaction():
            database.executemany(
                "INSERT INTO graph_nodes (row, persona, person, name, called) VALUES (?, ?, ?, ?, ?)",
                ((row, *scope, f"concept:word {row}", f"word {row}") for row in range(1, nodes + 1)),
            )
            database.executemany(
                "INSERT INTO graph_edges (tail, head, type, source, weight) VALUES (?, ?, 'link', ?, ?)",
                ((one, other, one, weight) for one, other, weight in zip(*map(np.ndarray.tolist, edges), strict=True)),
            )


def _shared(found: Any, truth: np.ndarray) -> float:
    best = set(np.argsort(-truth)[:50].tolist())
    return 100 * len(best & set(found.nodes[:50].tolist())) / 50


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1_000


if __name__ == "__main__":
    main()
