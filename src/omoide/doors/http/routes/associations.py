"""What belongs together, what days were about, and how memories would fade."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from omoide.doors import forms
from omoide.doors.http.whose import MindAsked

router = APIRouter(prefix="/v1", tags=["associations"])


@router.get("/topics")
def topics(mind: MindAsked) -> dict[str, Any]:
    """What episodes are about, the largest topic first (G4)."""
    return {
        "topics": [
            {
                "id": one.topic.id,
                "label": one.topic.label,
                "made_by": one.topic.made_by,
                "episodes": [{"id": e.id, "date": e.date, "arousal": e.arousal} for e in one.episodes],
            }
            for one in mind.topics()
        ]
    }


@router.get("/graph")
def graph(mind: MindAsked, strongest: Annotated[int, Query(ge=1, le=100)] = 10) -> dict[str, Any]:
    """How large the graph is, and which nodes hold the most together (G3)."""
    counts = mind.graph(strongest)
    return {
        "nodes": counts.nodes,
        "edges": counts.edges,
        "strongest": [{"node": node, "weight": round(weight, 3)} for node, weight in counts.strongest],
    }


@router.get("/graph/{node}")
def around(
    mind: MindAsked,
    node: Annotated[str, Path(min_length=1, max_length=200, description="knowledge:NAME, entity:NAME, a memory's id.")],
    hops: Annotated[int, Query(ge=1, le=3)] = 1,
    most: Annotated[int, Query(ge=1, le=500)] = 50,
) -> dict[str, Any]:
    """What stands around a node."""
    return forms.surroundings(mind.neighbourhood(node, hops, most))


@router.get("/simulate")
def simulate(
    mind: MindAsked,
    days: Annotated[list[Annotated[float, Query(ge=0, le=3_650)]] | None, Query(max_length=100)] = None,
) -> dict[str, Any]:
    """How many memories would be held at each level after so many days without recall (F8)."""
    found = mind.simulate(days or [0, 7, 30, 90, 180, 365])
    return {"rows": [{"day": day, "levels": {str(n): count for n, count in held.items()}} for day, held in found.rows]}
