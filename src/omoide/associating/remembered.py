"""Memories in the graph (G3): the names they hold, their keywords, and their relations to each other.

A memory is read when it is new, when it was embedded again because its text has changed, and when it came back from the
archive. A name that is new is looked for in all of them, by words. Relations change by themselves every night, so each
memory is marked with those it had.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence, Set

from omoide.associating.naming import holds, telling
from omoide.associating.written import PagesRead
from omoide.domain.graph import Edge, node_name, parted
from omoide.domain.memory import RELATION_TYPES, Memory
from omoide.domain.page import folded
from omoide.domain.span import Span
from omoide.ports import Faculties
from omoide.settings import Settings

_AT_ONCE = 500
_NAMED, _ABOUT = 1.0, 0.5  # that a memory names something ties it closer than a keyword of its own
_READ = ("mentions", "about")
_NEWEST = 2**62  # no revision is


def refresh_memories(faculties: Faculties, settings: Settings, there: Set[str], pages: PagesRead) -> tuple[int, int]:
    """How many memories were read, and how many that are no longer active were taken out. `there`: the nodes that the
    graph had before."""
    graph, scope = faculties.store.graph, faculties.scope
    ids = faculties.store.memories.ids(scope)
    active = {_node(memory_id) for memory_id in ids.values()}
    gone = sorted(node for node in there if parted(node)[0] == "memory" and node not in active)
    graph.drop_nodes(scope, gone)
    changed, revision = _embedded_since(faculties)
    again = changed | {row for row, memory_id in ids.items() if _node(memory_id) in pages.moved}
    fresh = [row for row, memory_id in ids.items() if row in again or _node(memory_id) not in there]
    names = {name: node for name, node in pages.names.items() if telling(name)}
    for at in range(0, len(fresh), _AT_ONCE):
        _read(faculties, fresh[at : at + _AT_ONCE], names)
    _look_for(faculties, settings, {name: names[name] for name in names if name in pages.new_names}, set(fresh))
    faculties.store.state.set(_place(faculties), str(revision))
    _relate(faculties, ids)
    return len(fresh), len(gone)


def was_read(faculties: Faculties) -> bool:
    """Whether memories have ever been read into the graph; the rows know it, also when the graph does not any more."""
    return faculties.store.state.get(_place(faculties)) is not None


def _embedded_since(faculties: Faculties) -> tuple[set[int], int]:
    """Rows with a vector that is newer than what was read last, and how new the newest is. An older store may have been
    put back meanwhile: then all are."""
    vectors, scope, name = faculties.store.vectors, faculties.scope, faculties.embedder.name
    seen = int(faculties.store.state.get(_place(faculties)) or 0)
    rows, _, newest = vectors.since(scope, name, seen or _NEWEST)
    if newest < seen:
        rows, _, newest = vectors.since(scope, name, 0)
    return set(rows.tolist()), newest


def _read(faculties: Faculties, rows: Sequence[int], names: Mapping[str, str]) -> None:
    graph, scope = faculties.store.graph, faculties.scope
    memories = faculties.store.memories.fetch(scope, rows)
    edges: list[Edge] = []
    for memory in memories:
        node, text = _node(memory.id), folded(memory.text)
        held = [head for name, head in names.items() if name in text and holds(text, name)]
        edges += [Edge(node, head, "mentions", _NAMED, node) for head in dict.fromkeys(held)]
        about = dict.fromkeys(_concept(word, names) for word in memory.keywords if _is_concept(word))
        edges += [Edge(node, head, "about", _ABOUT, node) for head in about if head not in held]
    with faculties.store.transaction():
        graph.drop_source(scope, [_node(memory.id) for memory in memories], _READ)
        graph.upsert_edges(scope, edges)
        graph.upsert_nodes(scope, [_node(memory.id) for memory in memories])  # last: one that is there was read


def _look_for(faculties: Faculties, settings: Settings, names: Mapping[str, str], read: Collection[int]) -> None:
    """New names in old memories."""
    graph, store, scope = faculties.store.graph, faculties.store, faculties.scope
    for name, head in names.items():
        rows = store.words.holding(scope, name, settings.graph.mentions_most).tolist()
        rows = [row for row in rows if row not in read]
        found = [memory for memory in store.memories.fetch(scope, rows) if not memory.archived and _holds(memory, name)]
        graph.upsert_edges(
            scope, [Edge(_node(memory.id), head, "mentions", _NAMED, _node(memory.id)) for memory in found]
        )


def _holds(memory: Memory, name: str) -> bool:
    return holds(folded(memory.text), name)


def _relate(faculties: Faculties, ids: Mapping[int, str]) -> None:
    """Relations of the store, each kept with the memory that it starts from."""
    graph, scope = faculties.store.graph, faculties.scope
    by_tail: dict[str, list[Edge]] = defaultdict(list)
    for source, target, kind, weight in faculties.store.relations.all(scope).links():
        if source in ids and target in ids and weight > 0:
            tail = _node(ids[source])
            by_tail[tail].append(Edge(tail, _node(ids[target]), kind, weight, tail))
    forms = {tail: _form(edges) for tail, edges in by_tail.items()}
    before = {node: form for node, form in graph.marks(scope).items() if parted(node)[0] == "memory"}
    changed = [tail for tail, form in forms.items() if before.get(tail) != form]
    ended = list(before.keys() - forms.keys())
    for at in range(0, max(len(changed), len(ended)), _AT_ONCE):
        some, over = changed[at : at + _AT_ONCE], ended[at : at + _AT_ONCE]
        with faculties.store.transaction():
            graph.drop_source(scope, [*some, *over], RELATION_TYPES)
            graph.upsert_edges(scope, [edge for tail in some for edge in by_tail[tail]])
            graph.mark(scope, {tail: forms[tail] for tail in some} | dict.fromkeys(over))


def _form(edges: Sequence[Edge]) -> str:
    told = "\x1f".join(f"{edge.head} {edge.type} {edge.weight:.6f}" for edge in edges)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _is_concept(word: str) -> bool:
    return telling(folded(word)) and Span.read(word) is None and len(word) <= 100


def _concept(word: str, names: Mapping[str, str]) -> str:
    return names.get(folded(word)) or node_name("concept", folded(word))


def _node(memory_id: str) -> str:
    return node_name("memory", memory_id)


def _place(faculties: Faculties) -> str:
    return faculties.scope.key("graph", faculties.embedder.name)
