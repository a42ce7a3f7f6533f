"""What comes to mind by way of what else did (R5, G3): activation spreads from what a cue is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from omoide.associating.naming import names_within
from omoide.associating.neighbourhood import labels
from omoide.domain.activation import Activation, activate
from omoide.domain.adjacency import Adjacency
from omoide.domain.graph import node_name, parted
from omoide.domain.page import folded
from omoide.language.clean import clean
from omoide.ports import Faculties
from omoide.recall import recall
from omoide.settings import Settings

_SEEDS = 5  # memories that a cue starts from


@dataclass(frozen=True, slots=True)
class Association:
    """A node, how active it is (all together are 1), and the way from what the cue is about to it, with what a person
    would call each node on it."""

    node: str
    score: float
    path: tuple[str, ...]
    labels: tuple[str, ...]


def spread(faculties: Faculties, settings: Settings, seeds: Mapping[str, float]) -> dict[str, float]:
    """How active each node is when these are, the most active first; nothing while spreading is off (R5)."""
    if not settings.graph.spreading:
        return {}
    found = _activated(faculties, settings, seeds)
    names = faculties.store.graph.names(faculties.scope, found.nodes.tolist())
    return {
        names[row]: score
        for row, score in zip(found.nodes.tolist(), found.scores.tolist(), strict=True)
        if row in names
    }


def named_in(faculties: Faculties, text: str) -> dict[str, float]:
    """Nodes that a text names, as seeds: pages and concepts, the longer name before one that is part of it."""
    found = faculties.store.graph.called(faculties.scope, names_within(text))
    named = [node for node in found if parted(node)[0] != "memory"]
    whole = [folded(parted(node)[1]) for node in named]
    return {
        node: 1.0
        for node, name in zip(named, whole, strict=True)
        if not any(name != other and name in other for other in whole)
    }


def associations(
    faculties: Faculties, settings: Settings, cue: str, most: int = 10, now: datetime | None = None
) -> list[Association]:
    """What else is activated by a cue: not what it names, nor the memories that it brings by itself. Works whether
    spreading is on or off: somebody asks for it."""
    cue = clean(cue).strip()
    seeds = named_in(faculties, cue)
    recalled = recall(
        faculties, settings, cue, limit=_SEEDS, session="", now=now, mark=False, ranking="relevance"
    )  # fmt: skip
    seeds |= {node_name("memory", one.memory.id): max(one.why.relevance, 0.01) for one in recalled.memories}
    found = _activated(faculties, settings, seeds)
    best = [row for row, via in zip(found.nodes.tolist(), found.via.tolist(), strict=True) if row != via][:most]
    scores = dict(zip(found.nodes.tolist(), found.scores.tolist(), strict=True))
    paths = {row: found.path(row) for row in best}
    names = faculties.store.graph.names(faculties.scope, [row for path in paths.values() for row in path])
    told = labels(faculties, list(names.values()))  # without what was forgotten since
    ways = {row: tuple(names[step] for step in path) for row, path in paths.items()}
    return [
        Association(names[row], scores[row], way, tuple(told[node] for node in way))
        for row, way in ways.items()
        if all(node in told for node in way)
    ]


def _activated(faculties: Faculties, settings: Settings, seeds: Mapping[str, float]) -> Activation:
    """What the graph does not hold activates nothing."""
    graph, scope = faculties.store.graph, faculties.scope
    rows = graph.rows(scope, list(seeds))
    around = Adjacency(lambda asked: graph.neighbours(scope, asked))
    return activate(around, {rows[node]: weight for node, weight in seeds.items() if node in rows}, settings.graph)
