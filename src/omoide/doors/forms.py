"""A memory as JSON: the same through every door."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from omoide.domain.memory import Memory

if TYPE_CHECKING:
    from omoide.associating import Neighbourhood
    from omoide.recall import Explanation, Recalled


def full(memory: Memory) -> dict[str, Any]:
    """All fields of document 002 but the vector, and what Omoide knows besides."""
    from omoide.recall import fields_of_002

    return fields_of_002(memory) | {
        "archived": memory.archived,
        "text_level": memory.text_level,
        "made_by": memory.made_by,
        "persona": memory.scope.persona,
        "person": memory.scope.person,
        "session": memory.session,
        "origin": memory.origin,
        "personal": memory.personal,
        "sources": list(memory.sources),
        "protection_pending": memory.protection_pending,
        "retired_at": memory.retired_at.isoformat() if memory.retired_at else None,
        "retired_by": memory.retired_by,
    }


def brief(memory: Memory) -> dict[str, Any]:
    return {
        "id": memory.id,
        "created": memory.created.isoformat(),
        "level": memory.level,
        "archived": memory.archived,
        "trigger": memory.trigger,
        "content": memory.content,
        "origin": memory.origin,
    }


def recalled(found: Recalled) -> dict[str, Any]:
    """What came to mind, each with every term of its score, and what is linked to it."""
    return {
        "memories": [brief(r.memory) | {"score": r.score, "why": asdict(r.why)} for r in found.memories],
        "linked": [brief(link.memory) | {"via": link.via, "type": link.type} for link in found.linked],
    }


def explained(told: Explanation) -> dict[str, Any]:
    """Where a memory comes from, how it fades, what it is linked to."""
    return {
        "memory": full(told.memory),
        "night": told.night.isoformat() if told.night else None,
        "days": told.days,
        "retention": told.retention,
        "half_life": told.half_life,
        "terms": told.terms,
        "ahead": [{"day": p.day, "retention": round(p.retention, 2), "level": p.level} for p in told.ahead],
        "turns": [
            {"time": t.time.isoformat(), "session": t.session, "origin": t.origin, "said": t.said, "replied": t.replied}
            for t in told.turns
        ],
        "links_out": [brief(m) | {"type": r.type, "weight": r.weight} for r, m in told.links_out],
        "links_in": [brief(m) | {"type": r.type, "weight": r.weight} for r, m in told.links_in],
        "history": [brief(m) for m in told.history],
    }


def surroundings(found: Neighbourhood) -> dict[str, Any]:
    """What stands around a node of the graph."""
    return {
        "node": found.middle,
        "nodes": [
            {"node": node, "label": found.labels[node], "distance": distance}
            for node, distance in found.distances.items()
        ],
        "edges": [
            {"from": e.tail, "to": e.head, "type": e.type, "weight": round(e.weight, 4), "source": e.source}
            for e in found.edges
        ],
        "more": found.more,
    }
