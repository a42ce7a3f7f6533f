"""Keeping the graph up to date (G3): only pages and memories that are new or changed are read again.

First the pages, since they say what has a name; then the memories, in which those names are looked for. Whatever ends a
run in between, the next one goes on from there: a page is marked as read in the transaction that keeps its edges.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from omoide.associating.remembered import refresh_memories, was_read
from omoide.associating.written import refresh_pages
from omoide.errors import Busy
from omoide.perceive import refuse_while_erased
from omoide.ports import Faculties
from omoide.settings import Settings

_PATIENCE, _PAUSE = 60.0, 0.05  # seconds that one waits for another who reads the same pages


def refresh_graph(faculties: Faculties, settings: Settings) -> dict[str, Any]:
    """What was read again, what is gone, and how large the graph is now."""
    with _alone(faculties):
        refuse_while_erased(faculties)
        return _refreshed(faculties, settings)


def has_lost_its_graph(faculties: Faculties) -> bool:
    """Memories were read into it, are there, and it is empty: a server that keeps it has lost it. Reading all of them
    again makes it anew."""
    store, scope = faculties.store, faculties.scope
    return was_read(faculties) and bool(store.memories.ids(scope)) and not store.graph.counts(scope).nodes


@contextmanager
def _alone(faculties: Faculties) -> Iterator[None]:
    """Whoever erases the person takes the same lock (O2): what was read before that is not written after it."""
    with ExitStack() as held:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                held.enter_context(faculties.locks.hold(faculties.scope.key("graph")))
                break
            except Busy as busy:
                if time.monotonic() > until:
                    raise Busy(
                        "the graph is being brought up to date, or the person erased: wait until it is done, then try"
                        " again.",
                        "グラフの更新か、この人の消去が進行中です。終わってからやり直してください。",
                    ) from busy
                time.sleep(_PAUSE)
        yield


def _refreshed(faculties: Faculties, settings: Settings) -> dict[str, Any]:
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
