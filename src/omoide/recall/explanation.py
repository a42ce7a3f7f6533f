"""Looking at memories: one, all as document 002 has them, and the whole story of one (R12, E9, E11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from omoide.domain.memory import Memory, Relation
from omoide.domain.retention import Projection, half_life, project
from omoide.domain.turn import Turn
from omoide.perceive import one
from omoide.ports import Faculties, Filter
from omoide.settings import Settings

AHEAD = (7, 30, 90, 180, 365)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where a memory comes from, how it fades, what it is linked to, what it replaced or was replaced by."""

    memory: Memory
    night: date | None
    days: float
    retention: float
    half_life: float
    terms: dict[str, float]
    ahead: list[Projection]
    turns: list[Turn]
    links_out: list[tuple[Relation, Memory]]
    links_in: list[tuple[Relation, Memory]]
    history: list[Memory]


def explain(faculties: Faculties, settings: Settings, memory_id: str) -> Explanation:
    memory = one(faculties, memory_id)
    store, last = faculties.store, faculties.store.runs.last_night(faculties.scope)
    ahead = project(memory.intensity, memory.coefficient, AHEAD, settings.levels, memory.days)
    return Explanation(
        memory=memory,
        night=date.fromordinal(last) if last else None,
        days=memory.days,
        retention=memory.retention,
        half_life=half_life(memory.coefficient),
        terms={"intensity": memory.intensity, "coefficient": memory.coefficient, "days": memory.days},
        ahead=[] if memory.archived else ahead,
        turns=store.turns.get(memory.sources, memory.scope),
        links_out=_ends(faculties, store.relations.of([memory.row]).links(), end=1),
        links_in=_ends(faculties, store.relations.into([memory.row]).links(), end=0),
        history=_history(faculties, memory),
    )


def _ends(
    faculties: Faculties, links: list[tuple[int, int, str, float]], end: Literal[0, 1]
) -> list[tuple[Relation, Memory]]:
    """The memories at the far end of links: 0 for where they start, 1 for where they go."""
    rows = [link[0] if end == 0 else link[1] for link in links]
    memories = {memory.row: memory for memory in faculties.store.memories.fetch(faculties.scope, rows)}
    return [
        (Relation(memories[row].id, kind, weight), memories[row])  # type: ignore[arg-type]
        for row, (_, _, kind, weight) in zip(rows, links, strict=True)
        if row in memories
    ]


def _history(faculties: Faculties, memory: Memory) -> list[Memory]:
    """Everything in the chain of corrections that this memory belongs to, oldest first, itself left out."""
    retired = faculties.store.memories.select(faculties.scope, Filter(retired=True))
    chain, names = [], {memory.id}
    for other in sorted(retired, key=lambda m: m.created, reverse=True):
        if other.retired_by in names and other.id not in names:
            names.add(other.id)
            chain.append(other)
    successor = memory.retired_by
    while successor and successor not in names:
        found = faculties.store.memories.get([successor])
        names.add(successor)
        chain += found
        successor = found[0].retired_by if found else None
    return sorted(chain, key=lambda m: (m.created, m.id))


def export(faculties: Faculties) -> Iterator[dict[str, Any]]:
    """Every memory with the 22 fields of document 002, oldest first; vectors are those of the present embedder. The
    project it came from, and whether it is personal, follow them."""
    store, name = faculties.store, faculties.embedder.name
    memories = store.memories.select(faculties.scope, Filter())[::-1]
    for start in range(0, len(memories), 500):
        batch = memories[start : start + 500]
        rows, vectors = store.vectors.get([memory.row for memory in batch], name)
        by_row = dict(zip(rows.tolist(), vectors.tolist(), strict=True))
        for memory in batch:
            yield fields_of_002(memory) | {
                "embedding": by_row.get(memory.row),
                "origin": memory.origin,
                "personal": memory.personal,
            }


def fields_of_002(memory: Memory) -> dict[str, Any]:
    """All fields but the vector."""
    revival = memory.revival_requested_at
    return {
        "id": memory.id,
        "created": memory.created.isoformat(),
        "memory_days": memory.days,
        "recalled_since_last_batch": memory.recalled,
        "recall_count": memory.recalls,
        "emotional_intensity": memory.intensity,
        "emotional_valence": memory.emotion.valence,
        "emotional_arousal": memory.emotion.arousal,
        "emotional_tags": list(memory.emotion.tags),
        "decay_coefficient": memory.coefficient,
        "category": memory.category,
        "keywords": list(memory.keywords),
        "current_level": memory.level,
        "trigger": memory.trigger,
        "content": memory.content,
        "relations": [{"id": link.id, "type": link.type} for link in memory.relations],
        "retention_score": memory.retention,
        "archived_at": memory.archived_at.isoformat() if memory.archived_at else None,
        "protected": memory.protected,
        "revival_requested": revival is not None,
        "revival_requested_at": revival.isoformat() if revival else None,
    }
