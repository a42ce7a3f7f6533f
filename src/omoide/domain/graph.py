"""Nodes and edges of the graph of what belongs together (G3). A node's name says what it is: `knowledge:Deploys`,
`memory:mem_20260201_001`, `concept:tea`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from omoide.domain.strengths import Floats, Ints

NodeKind = Literal["entity", "knowledge", "procedure", "skill", "page", "concept", "memory"]
NODE_KINDS: tuple[str, ...] = get_args(NodeKind)
# A page names another; two pages are alike; a memory names something, or has it as a keyword. Beside these stand the
# types of relations between memories.
EdgeType = Literal["link", "similar", "mentions", "about"]
EDGE_TYPES: tuple[str, ...] = get_args(EdgeType)


@dataclass(frozen=True, slots=True)
class Edge:
    """From the one that says so to what it names; activation goes both ways. `source` is the node of the page or memory
    that the edge was read from, so that it goes when that does (E9)."""

    tail: str
    head: str
    type: str
    weight: float
    source: str


@dataclass(frozen=True)
class Links:
    """The links of some nodes, as columns: each node with how many it has, then all their ends in that order."""

    counts: Ints
    ends: Ints
    weights: Floats

    @classmethod
    def of(cls, nodes: Ints, ones: Ints, others: Ints, weights: Floats) -> Links:
        """From pairs in any order whose `ones` are among the nodes."""
        order = np.argsort(nodes, kind="stable")
        at = order[np.searchsorted(nodes[order], ones)] if len(ones) else np.empty(0, dtype=np.int64)
        by_node = np.argsort(at, kind="stable")
        return cls(np.bincount(at, minlength=len(nodes)).astype(np.int64), others[by_node], weights[by_node])


@dataclass(frozen=True, slots=True)
class GraphCounts:
    """How large a graph is, by kinds of nodes and types of edges, and which nodes hold the most together."""

    nodes: dict[str, int]
    edges: dict[str, int]
    strongest: tuple[tuple[str, float], ...] = ()


def node_name(kind: str, name: str) -> str:
    return f"{kind}:{name}"


def parted(node: str) -> tuple[str, str]:
    """Kind and name of a node; the kind is empty when the text names none."""
    kind, colon, name = node.partition(":")
    return (kind, name) if colon and kind in NODE_KINDS else ("", node)
