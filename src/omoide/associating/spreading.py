"""What comes to mind by way of what else did (R5, G3): activation spreads from what a cue is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from omoide.associating.around import labels
from omoide.associating.holding import held_graph
from omoide.associating.naming import names_within
from omoide.domain.activation import Activation, activate
from omoide.domain.graph import node_name, parted
from omoide.domain.page import folded
from omoide.language.clean import clean
from omoide.ports import Faculties
from omoide.recall import recall
from omoide.settings import Settings

_SEEDS = 5  # memories that a cue starts from
_LOOKED_AT = 100  # a word that only one memory holds joins nothing, and is no association: some of these may go


@dataclass(frozen=True, slots=True)
class Association:
    """A node, how active it is (all together are 1), and the way from what the cue is about to it, with what a person
    would call each node on it."""

    node: str
    score: float
    path: tuple[str, ...]
    labels: tuple[str, ...]


def spread(faculties: Faculties, settings: Settings, seeds: Mapping[str, float]) -> dict[str, float]:
    """How active each node is when these are, the most active first, as far as it can be felt (`graph.faintest`);
    nothing while spreading is off (R5)."""
    if not settings.graph.spreading:
        return {}
    found = _activated(faculties, settings, seeds)
    felt = found.scores >= settings.graph.faintest
    rows, scores = found.nodes[felt].tolist(), found.scores[felt].tolist()
    names = faculties.store.graph.names(faculties.scope, rows)
    return {names[row]: score for row, score in zip(rows, scores, strict=True) if row in names}


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
    beyond = found.nodes[found.nodes != found.via][: _LOOKED_AT + most]
    scores = dict(zip(found.nodes.tolist(), found.scores.tolist(), strict=True))
    paths = found.paths(beyond.tolist())
    graph, scope = faculties.store.graph, faculties.scope
    names = graph.names(scope, [row for path in paths.values() for row in path])
    told = labels(faculties, list(names.values()))  # without what was forgotten since
    joined = dict(zip(beyond.tolist(), graph.neighbours(scope, beyond).counts.tolist(), strict=True))
    made = [
        Association(names[row], scores[row], tuple(names[at] for at in path), tuple(told[names[at]] for at in path))
        for row, path in paths.items()
        if all(names.get(at) in told for at in path) and (joined[row] > 1 or parted(names[row])[0] != "concept")
    ]
    return made[:most]


def _activated(faculties: Faculties, settings: Settings, seeds: Mapping[str, float]) -> Activation:
    """What the graph does not hold activates nothing."""
    rows = faculties.store.graph.rows(faculties.scope, list(seeds))
    with held_graph(faculties) as graph:
        return activate(graph, {rows[node]: weight for node, weight in seeds.items() if node in rows}, settings.graph)
