"""A graph in memory that is patched where it changes instead of being built anew (G3).

Every node's links are one run in two long arrays. A node whose links change gets a new run at the end; the old one is
waste until half of the arrays is, and then they are packed. Links go both ways with one weight. A graph may know only
a part of a larger one: what it does not know of a node it fetches when that is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from omoide.domain.graph import Links
from omoide.domain.strengths import Floats, Ints

Fetch = Callable[[Ints], Links]
_UNKNOWN = -1
_FIRST = 1_024


class Adjacency:
    """Nodes are small whole numbers, such as rows of a table."""

    def __init__(self, fetch: Fetch | None = None) -> None:
        self._fetch = fetch
        self._start = np.zeros(_FIRST, dtype=np.int64)
        self._count = np.full(_FIRST, _UNKNOWN if fetch else 0, dtype=np.int64)
        self._ends = np.empty(_FIRST, dtype=np.int64)
        self._weights = np.empty(_FIRST, dtype=np.float64)
        self._used = self._waste = 0

    @classmethod
    def of(cls, ones: Ints, others: Ints, weights: Floats) -> Adjacency:
        """From pairs, each named once; a node is not linked to itself."""
        graph = cls()
        apart = ones != others
        tails, heads = np.concatenate([ones[apart], others[apart]]), np.concatenate([others[apart], ones[apart]])
        both = np.concatenate([weights[apart], weights[apart]])
        if len(tails):
            nodes, counts = np.unique(tails, return_counts=True)
            order = np.argsort(tails, kind="stable")
            graph._put(nodes, Links(counts.astype(np.int64), heads[order], both[order]))
        return graph

    @property
    def size(self) -> int:
        """One more than the highest node that may be asked about without growing."""
        return len(self._count)

    def links(self, nodes: Ints) -> Links:
        """Of each node, in the order asked for."""
        self._grow_nodes(nodes)
        if self._fetch is not None:
            unknown = np.unique(nodes[self._count[nodes] == _UNKNOWN])
            if len(unknown):
                self._put(unknown, self._fetch(unknown))
        counts = self._count[nodes]
        at = runs(self._start[nodes], counts)
        return Links(counts, self._ends[at], self._weights[at])

    def with_edge(self, one: int, other: int, weight: float) -> None:
        """Link two nodes, or give their link another weight."""
        if one != other:
            for tail, head in ((one, other), (other, one)):
                ends, weights = self._of(tail)
                keep = ends != head
                self._put_one(tail, np.append(ends[keep], head), np.append(weights[keep], weight))

    def without_node(self, node: int) -> None:
        """Take a node away, with all its links."""
        ends, _ = self._of(node)
        for neighbour in np.unique(ends).tolist():
            there, weights = self._of(neighbour)
            keep = there != node
            self._put_one(neighbour, there[keep], weights[keep])
        self._put_one(node, ends[:0], np.empty(0))

    def _of(self, node: int) -> tuple[Ints, Floats]:
        found = self.links(np.array([node]))
        return found.ends, found.weights

    def _put_one(self, node: int, ends: Ints, weights: Floats) -> None:
        self._put(np.array([node]), Links(np.array([len(ends)]), ends, weights))

    def _put(self, nodes: Ints, links: Links) -> None:
        self._grow_nodes(nodes)
        self._grow_nodes(links.ends)
        room = self._used + len(links.ends)
        if room > len(self._ends):
            self._ends, self._weights = _longer(self._ends, room, 0), _longer(self._weights, room, 0)
        self._ends[self._used : room], self._weights[self._used : room] = links.ends, links.weights
        self._waste += int(np.maximum(self._count[nodes], 0).sum())
        self._start[nodes] = self._used + np.cumsum(links.counts) - links.counts
        self._count[nodes] = links.counts
        self._used = room
        if self._waste > _FIRST and self._waste > self._used // 2:
            self._pack()

    def _pack(self) -> None:
        known = np.flatnonzero(self._count > 0)
        counts = self._count[known]
        at = runs(self._start[known], counts)
        self._ends, self._weights = self._ends[at], self._weights[at]
        self._start[known] = np.cumsum(counts) - counts
        self._used, self._waste = len(at), 0

    def _grow_nodes(self, nodes: Ints) -> None:
        if len(nodes) and (most := int(nodes.max())) >= len(self._count):
            self._start = _longer(self._start, most + 1, 0)
            self._count = _longer(self._count, most + 1, _UNKNOWN if self._fetch else 0)


def runs(starts: Ints, counts: Ints) -> Ints:
    """The positions of runs that begin at `starts`, one after the other."""
    before = np.cumsum(counts) - counts
    return np.repeat(starts - before, counts) + np.arange(int(counts.sum()))


def _longer(array: Any, least: int, filling: int) -> Any:
    """At least twice as long, so that growing bit by bit stays cheap."""
    more = np.full(max(least, 2 * len(array)) - len(array), filling, dtype=array.dtype)
    return np.concatenate([array, more])
