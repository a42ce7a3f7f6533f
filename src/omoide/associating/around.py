"""What stands around a node, for people to look at (G3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from omoide.domain.graph import NODE_KINDS, Edge, parted
from omoide.errors import NotFound
from omoide.ports import Faculties


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Nodes with their distance from the middle, nearest first, a line about each, and the edges among them. `more`:
    nodes of that distance that are not shown."""

    middle: str
    distances: dict[str, int]
    labels: dict[str, str]
    edges: tuple[Edge, ...]
    more: int = 0


def find_node(faculties: Faculties, text: str) -> str:
    """A node as a person calls it: with its kind, by the id of a memory, or by its name alone."""
    graph, scope = faculties.store.graph, faculties.scope
    kind, name = parted(text.strip())
    wanted = graph.called(scope, [name])
    found = [node for node in wanted if kind in ("", parted(node)[0])]
    if not found:
        hint = f" There is {wanted[0]}." if wanted else ""
        hint_ja = f"{wanted[0]} ならあります。" if wanted else ""
        raise NotFound(
            f"nothing in the graph is called {text!r}.{hint} `omoide graph` shows what holds the most together.",
            f"「{text}」はグラフにありません。{hint_ja}`omoide graph` で主なものを確かめられます。",
        )
    return min(found, key=lambda node: NODE_KINDS.index(parted(node)[0]))


def neighbourhood(faculties: Faculties, node: str, hops: int = 1, most: int = 40) -> Neighbourhood:
    """Nodes up to so many links away, at most so many: the nearest, and of these those that are tied most closely."""
    graph, scope = faculties.store.graph, faculties.scope
    node = find_node(faculties, node)
    middle = graph.rows(scope, [node])[node]
    distances, tied = {middle: 0}, {middle: 1.0}
    frontier, left = [middle], 0
    for distance in range(1, hops + 1):
        reached = _reached(faculties, frontier, tied)
        room = max(most - len(distances), 0)
        best = sorted(reached, key=lambda row: (-reached[row], row))
        frontier, left = best[:room], len(best) - len(best[:room])
        distances |= dict.fromkeys(frontier, distance)
        tied |= {row: reached[row] for row in frontier}
        if left or not frontier:
            break
    names = graph.names(scope, list(distances))
    told = labels(faculties, [names[row] for row in distances])
    shown = {names[row]: distance for row, distance in distances.items() if names[row] in told}
    among = graph.edges(scope, list(distances), among=True)
    edges = tuple(edge for edge in among if edge.tail in shown and edge.head in shown)
    return Neighbourhood(node, shown, told, edges, left)


def _reached(faculties: Faculties, frontier: Sequence[int], tied: Mapping[int, float]) -> dict[int, float]:
    """What is linked to the frontier and not known yet, with how closely."""
    links = faculties.store.graph.neighbours(faculties.scope, np.array(frontier, dtype=np.int64))
    sure = np.repeat([tied[row] for row in frontier], links.counts)
    ends, at = np.unique(links.ends, return_inverse=True)
    near = np.bincount(at, weights=links.weights * sure, minlength=len(ends))
    return {row: weight for row, weight in zip(ends.tolist(), near.tolist(), strict=True) if row not in tied}


def labels(faculties: Faculties, nodes: Sequence[str]) -> dict[str, str]:
    """What a person would call each node; of a memory its first words. One that was forgotten since has none."""
    ids = {node: parted(node)[1] for node in nodes if parted(node)[0] == "memory"}
    memories = {memory.id: memory for memory in faculties.store.memories.get(list(ids.values()))}
    told: dict[str, str] = {}
    for node in nodes:
        if node not in ids:
            told[node] = parted(node)[1]
        elif (memory := memories.get(ids[node])) and memory.scope == faculties.scope:
            told[node] = " ".join(memory.trigger.split()) or memory.id
    return told
