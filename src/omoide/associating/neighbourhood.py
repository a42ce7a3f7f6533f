"""What stands around a node, for people to look at (G3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
    distances, tied = {node: 0}, {node: 1.0}
    frontier, left = [node], 0
    for distance in range(1, hops + 1):
        reached = _reached(faculties, frontier, tied, distances)
        room = most - len(distances)
        best = sorted(reached, key=lambda name: (-reached[name], name))
        left = len(best) - max(room, 0)
        frontier = best[: max(room, 0)]
        distances |= dict.fromkeys(frontier, distance)
        tied |= {name: reached[name] for name in frontier}
        if left > 0 or not frontier:
            break
    rows = graph.rows(scope, list(distances))
    among = graph.edges(scope, list(rows.values()))
    told = labels(faculties, list(distances))
    distances = {name: distance for name, distance in distances.items() if name in told}
    shown = tuple(edge for edge in among if {edge.tail, edge.head} <= distances.keys())
    return Neighbourhood(node, distances, told, shown, max(left, 0))


def _reached(
    faculties: Faculties, frontier: Sequence[str], tied: dict[str, float], known: dict[str, int]
) -> dict[str, float]:
    """What is linked to the frontier and not known yet, with how closely."""
    graph, scope = faculties.store.graph, faculties.scope
    edges = graph.edges(scope, list(graph.rows(scope, frontier).values()))
    near: dict[str, float] = {}
    for edge in edges:
        for one, other in ((edge.tail, edge.head), (edge.head, edge.tail)):
            if one in known and other not in known:
                near[other] = near.get(other, 0.0) + edge.weight * tied.get(one, 1.0)
    return near


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
