"""Spreading activation (G3): Personalized PageRank from a few nodes, computed where it is felt.

A walker starts at a seed, follows a link with the chance `damping` (a heavier one more often), and otherwise goes back
to a seed; a node's score is how much of its time it spends there. Instead of going over the whole graph again and
again, activation is pushed on from node to node as long as there is enough of it: what a seed never reaches costs
nothing. All scores together are 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from omoide.domain.adjacency import Adjacency
from omoide.domain.graph_rules import GraphRules
from omoide.domain.strengths import Floats, Ints

_NOBODY = -1


@dataclass(frozen=True)
class Activation:
    """The nodes that were reached, the most active first. `via` is the node from which each was first reached; a seed
    has itself."""

    nodes: Ints
    scores: Floats
    via: Ints

    def paths(self, nodes: Sequence[int]) -> dict[int, list[int]]:
        """From a seed to each of the nodes."""
        came = dict(zip(self.nodes.tolist(), self.via.tolist(), strict=True))
        return {node: _way(node, came) for node in nodes}


def _way(node: int, came: Mapping[int, int]) -> list[int]:
    way = [node]
    while came[way[-1]] != way[-1]:
        way.append(came[way[-1]])
    return way[::-1]


class _Field:
    """What each node holds for good and what it has yet to pass on; as wide as the graph is known to be."""

    def __init__(self, width: int) -> None:
        self.settled = np.zeros(width)
        self.held = np.zeros(width)
        self.via = np.full(width, _NOBODY, dtype=np.int64)
        self.reached = np.empty(0, dtype=np.int64)

    def widen(self, width: int) -> None:
        if width > len(self.held):
            more = width - len(self.held)
            self.settled, self.held = (np.concatenate([a, np.zeros(more)]) for a in (self.settled, self.held))
            self.via = np.concatenate([self.via, np.full(more, _NOBODY, dtype=np.int64)])

    def arrive(self, nodes: Ints, amounts: Floats, senders: Ints) -> None:
        np.add.at(self.held, nodes, amounts)
        fresh = self.via[nodes] == _NOBODY
        if fresh.any():
            nodes, amounts, senders = nodes[fresh], amounts[fresh], senders[fresh]
            order = np.lexsort((-senders, amounts))  # the largest comes last and stays
            self.via[nodes[order]] = senders[order]
            self.reached = np.concatenate([self.reached, np.unique(nodes)])


def activate(graph: Adjacency, seeds: Mapping[int, float], rules: GraphRules) -> Activation:
    """Seeds with their weights, whose sum does not matter; those without any are no seeds."""
    wanted = {node: weight for node, weight in seeds.items() if weight > 0}
    if not wanted:
        return Activation(np.empty(0, dtype=np.int64), np.empty(0), np.empty(0, dtype=np.int64))
    origins = np.array(list(wanted), dtype=np.int64)
    shares = np.array(list(wanted.values()))
    shares = shares / shares.sum()
    field = _Field(max(graph.size, int(origins.max()) + 1))
    field.arrive(origins, shares, origins)
    for _ in range(rules.hops):
        live = field.reached[field.held[field.reached] > rules.faintest]
        if not len(live):
            break
        _push(graph, field, live, origins, shares, rules.damping)
    scores = field.settled[field.reached] + field.held[field.reached]
    order = np.lexsort((field.reached, -scores))
    return Activation(field.reached[order], scores[order], field.via[field.reached[order]])


def _push(graph: Adjacency, field: _Field, live: Ints, origins: Ints, shares: Floats, damping: float) -> None:
    """Each of the live nodes keeps its part and passes on the rest; what can go nowhere begins anew at the seeds."""
    links = graph.links(live)
    field.widen(graph.size)
    mass = field.held[live]
    field.held[live] = 0
    field.settled[live] += (1 - damping) * mass
    senders = np.repeat(np.arange(len(live)), links.counts)
    total = np.bincount(senders, weights=links.weights, minlength=len(live))
    stuck = total <= 0
    if stuck.any():
        np.add.at(field.held, origins, damping * float(mass[stuck].sum()) * shares)
    passing = np.divide(damping * mass, total, out=np.zeros_like(mass), where=~stuck)
    if len(links.ends):
        field.arrive(links.ends, passing[senders] * links.weights, live[senders])
