"""Keeping the graph up to date (G3): only pages and memories that are new or changed are read again.

First the pages, since they say what has a name; then the memories, in which those names are looked for. Whatever ends a
run in between, the next one goes on from there: a page is marked as read in the transaction that keeps its edges.
"""

from __future__ import annotations

from typing import Any

from omoide.associating.remembered import refresh_memories
from omoide.associating.written import refresh_pages
from omoide.ports import Faculties
from omoide.settings import Settings


def refresh_graph(faculties: Faculties, settings: Settings) -> dict[str, Any]:
    """What was read again, what is gone, and how large the graph is now."""
    graph, scope = faculties.store.graph, faculties.scope
    there = set(graph.rows(scope))
    pages = refresh_pages(faculties, settings, there)
    memories, gone = refresh_memories(faculties, settings, there, pages)
    lonely = graph.drop_lonely(scope, "concept")
    counts = graph.counts(scope)
    result: dict[str, Any] = {
        "pages": pages.read,
        "memories": memories,
        "removed": pages.gone + gone + lonely,
        "nodes": sum(counts.nodes.values()),
        "edges": sum(counts.edges.values()),
    }
    if pages.crowded:
        result["crowded"] = list(pages.crowded)
    if pages.postponed is not None:
        result |= {"postponed": True, "reason": pages.postponed.en}
    return result
