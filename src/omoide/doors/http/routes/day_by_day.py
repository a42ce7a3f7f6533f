"""The days as they went: what was said, what happened, what sessions brought, what is to be done."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from omoide.doors.http.values import Body, Day, Line
from omoide.doors.http.whose import MindAsked

router = APIRouter(prefix="/v1", tags=["day by day"])
Limit = Annotated[int, Query(ge=1, le=1_000)]


class NewTask(Body):
    text: Line


@router.get("/conversation")
def conversation(mind: MindAsked, limit: Limit = 50) -> dict[str, Any]:
    """The newest turns as they were said, oldest of them first. Where `said` is empty, the persona spoke first (M5)."""
    turns = mind.faculties.store.log.last(mind.scope, limit)
    return {
        "turns": [
            {"key": t.key, "time": t.time.isoformat(), "session": t.session, "said": t.said, "replied": t.replied}
            for t in turns
        ]
    }


@router.get("/log")
def log(mind: MindAsked, limit: Limit = 100) -> dict[str, Any]:
    """The newest events of the activity log, oldest of them first, each with its pointer (L1)."""
    entries = mind.faculties.activity.newest(mind.scope, limit)
    return {"events": [{**one.event.plain(), "label": one.event.label, "pointer": one.pointer} for one in entries]}


@router.get("/notes")
def notes(mind: MindAsked, day: Day | None = None) -> dict[str, Any]:
    """What sessions brought; of one day, or all (W7)."""
    return {"notes": [one.plain() for one in mind.notes(day)]}


@router.get("/tasks")
def tasks(mind: MindAsked) -> dict[str, Any]:
    """What is to be done, by number from 1, and what is resolved."""
    state = mind.tasks()
    return {"open": [one.plain() for one in state.open], "resolved": [one.plain() for one in state.resolved]}


@router.post("/tasks", status_code=201)
def add_task(mind: MindAsked, asked: NewTask) -> dict[str, Any]:
    task, new = mind.add_task(asked.text)
    return {"task": task.plain(), "new": new}


@router.post("/tasks/{number}/finish")
def finish_task(mind: MindAsked, number: Annotated[int, Path(ge=1, le=10_000)]) -> dict[str, Any]:
    return {"task": mind.finish_task(number).plain()}
