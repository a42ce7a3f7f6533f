"""Pages in the graph (G3): what they name between double brackets, and which of them are alike.

A name leads to the page that has it, whatever its kind, and otherwise to a concept. So a page also counts as changed
when a name on it leads elsewhere than before, because a page of that name was made or put away. The secret diary is in
no graph.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from omoide.associating.links import LinksFound, links_in
from omoide.domain.graph import Edge, node_name, parted
from omoide.domain.learned import LEARNED
from omoide.domain.page import PageName, folded
from omoide.errors import InvalidInput, Postponed
from omoide.knowing import alike, learned
from omoide.pages import entity_names, read_entity, read_page
from omoide.ports import Faculties
from omoide.settings import Settings

_PLAIN = ("core_memory", "notepad", "main_diary")
_LIKENED = ("entity", *LEARNED)
_TELLING = 4_000  # characters: what follows adds nothing to what a page is like


@dataclass(frozen=True, slots=True)
class PagesRead:
    """How many were read again and how many are gone; all names, folded, with the nodes that they lead to, and those
    of them that lead to a new one; memories with a name that leads elsewhere now; pages with more links than are
    followed."""

    read: int
    gone: int
    names: Mapping[str, str]
    new_names: frozenset[str]
    moved: frozenset[str]
    crowded: tuple[str, ...] = ()
    postponed: Postponed | None = None


def refresh_pages(faculties: Faculties, settings: Settings, there: Set[str]) -> PagesRead:
    """`there`: the nodes of the graph so far."""
    graph, scope, rules = faculties.store.graph, faculties.scope, settings.graph
    texts = dict(_texts(faculties))
    nodes = _resolved(texts)
    found = {node: links_in(text, rules.links_per_page) for node, text in texts.items()}
    heads = {node: _heads(links, nodes) for node, links in found.items()}
    forms = {node: _form(text, heads[node], settings, faculties) for node, text in texts.items()}
    before = {node: form for node, form in graph.marks(scope).items() if parted(node)[0] != "memory"}
    gone = sorted(before.keys() - texts.keys())
    changed = [node for node, form in forms.items() if before.get(node) != form]
    names = nodes | {
        folded(parted(name)[1]): head
        for node in heads
        for name, head in zip(found[node].names, heads[node], strict=True)
    }
    new_names = frozenset(name for name, node in names.items() if node not in there)
    moved = _memories_at(faculties, [*gone, *(node_name("concept", name) for name in new_names)])
    graph.drop_nodes(scope, gone)
    postponed: Postponed | None = None
    for node in _with_their_like(faculties, changed, texts):
        try:
            like = _alike(faculties, settings, node, texts[node])
        except Postponed as error:
            like, postponed = None, error
        _keep(faculties, node, heads[node], like, forms[node])
    crowded = tuple(sorted(node for node, links in found.items() if links.total > len(links.names)))
    return PagesRead(len(changed), len(gone), names, new_names, moved, crowded, postponed)


def _memories_at(faculties: Faculties, nodes: Sequence[str]) -> frozenset[str]:
    """Memories that name these nodes."""
    graph, scope = faculties.store.graph, faculties.scope
    rows = list(graph.rows(scope, nodes).values())
    return (
        frozenset(e.source for e in graph.edges(scope, rows) if parted(e.source)[0] == "memory")
        if rows
        else frozenset()
    )


def _texts(faculties: Faculties) -> Iterator[tuple[str, str]]:
    """Every page with its node. One that cannot be read as text says so where it is opened; here it is passed over."""
    for name in entity_names(faculties):
        try:
            yield node_name("entity", name), read_entity(faculties, name).text
        except InvalidInput:
            continue
    for item in learned(faculties):
        if not item.archived:
            yield item.node, "\n".join(part for part in (item.description, item.text) if part)
    for kind in _PLAIN:
        try:
            text = read_page(faculties, PageName(kind)).text
        except InvalidInput:
            continue
        if links_in(text).names:
            yield node_name("page", kind), text


def _resolved(texts: Mapping[str, str]) -> dict[str, str]:
    """Folded names with the nodes that they lead to; an entity comes before what was learned about it."""
    nodes: dict[str, str] = {}
    for node in texts:
        nodes.setdefault(folded(parted(node)[1]), node)
    return nodes


def _heads(links: LinksFound, nodes: Mapping[str, str]) -> list[str]:
    """`[[knowledge:Deploys]]` names its kind; a bare name goes to whatever has it."""
    heads: list[str] = []
    for name in links.names:
        kind, rest = parted(name)
        own = nodes.get(folded(rest))
        heads.append(own if own and kind in ("", parted(own)[0]) else node_name("concept", folded(rest)))
    return heads


def _form(text: str, heads: list[str], settings: Settings, faculties: Faculties) -> str:
    rules = settings.graph
    numbers = f"{rules.links_per_page}/{rules.implicit_similarity}/{rules.similar_most}/{faculties.embedder.name}"
    return hashlib.sha256("\x1f".join((numbers, text, *heads)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _with_their_like(faculties: Faculties, changed: list[str], texts: Mapping[str, str]) -> list[str]:
    """With the pages that were found to be like a changed one: that may no longer hold."""
    graph, scope = faculties.store.graph, faculties.scope
    rows = graph.rows(scope, changed)
    like = [e.source for e in graph.edges(scope, list(rows.values())) if e.type == "similar"] if rows else []
    return list(dict.fromkeys([*changed, *(node for node in like if node in texts)]))


def _alike(faculties: Faculties, settings: Settings, node: str, text: str) -> list[tuple[str, float]]:
    """What was learned that is like a page, other than itself."""
    rules = settings.graph
    if parted(node)[0] not in _LIKENED or not rules.similar_most or not text.strip():
        return []
    found = alike(
        faculties, settings, text[:_TELLING], LEARNED, most=rules.similar_most, least=rules.implicit_similarity,
        without={node},
    )  # fmt: skip
    return [(one.item.node, float(one.similarity)) for one in found]


def _keep(faculties: Faculties, node: str, heads: list[str], like: list[tuple[str, float]] | None, form: str) -> None:
    """In one transaction. Where likeness could not be judged now, the page is not marked, and is read again later."""
    graph, scope = faculties.store.graph, faculties.scope
    edges = [Edge(node, head, "link", 1.0, node) for head in heads if head != node]
    edges += [Edge(node, other, "similar", similarity, node) for other, similarity in like or ()]
    with faculties.store.transaction():
        graph.upsert_nodes(scope, [node])
        graph.drop_source(scope, [node])
        graph.upsert_edges(scope, edges)
        graph.mark(scope, {node: form if like is not None else None})
