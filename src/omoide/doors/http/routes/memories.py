"""Memories: listed, looked at, explained, protected, corrected, forgotten."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import Field

from omoide.doors import forms
from omoide.doors.http.cursors import cursor, offset_of
from omoide.doors.http.values import MEMORY, TELLING, Body, Moment
from omoide.doors.http.whose import MindAsked
from omoide.errors import NotFound
from omoide.ports import Filter

router = APIRouter(prefix="/v1/memories", tags=["memories"])
Id = Annotated[str, Path(pattern=MEMORY, max_length=40)]


class Correction(Body):
    text: Annotated[str, Field(min_length=1, max_length=100_000, pattern=TELLING)]


class Protection(Body):
    release: Annotated[list[str], Field(max_length=50, description="Memories to release when the list is full.")] = (
        Field(default_factory=list)
    )


@router.get("")
def list_memories(
    mind: MindAsked,
    level: Annotated[int | None, Query(ge=1, le=4)] = None,
    archived: bool | None = None,
    protected: bool | None = None,
    category: Literal["casual", "work", "decision", "emotional"] | None = None,
    since: Moment | None = None,
    until: Moment | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    cursor_: Annotated[str | None, Query(alias="cursor", max_length=200)] = None,
) -> dict[str, Any]:
    """Newest first, a page at a time: `next` is the cursor of the page after this one."""
    name = f"memories:{mind.scope.persona}:{mind.scope.person}"
    offset = offset_of(name, cursor_)
    where = Filter(
        level=level, archived=archived, protected=protected, category=category, since=since, until=until,
        limit=limit + 1, offset=offset,
    )  # fmt: skip
    found = mind.list(where)
    more = cursor(name, offset + limit) if len(found) > limit else None
    return {"memories": [forms.full(memory) for memory in found[:limit]], "next": more}


@router.get("/{memory_id}")
def show(mind: MindAsked, memory_id: Id) -> dict[str, Any]:
    return forms.full(mind.show(_own(mind, memory_id)))


@router.get("/{memory_id}/why")
def why(mind: MindAsked, memory_id: Id) -> dict[str, Any]:
    """Where it comes from, how it fades, what it is linked to."""
    return forms.explained(mind.why(_own(mind, memory_id)))


@router.post("/{memory_id}/protect")
def protect(mind: MindAsked, memory_id: Id, asked: Protection | None = None) -> dict[str, Any]:
    return forms.full(mind.protect(_own(mind, memory_id), asked.release if asked else ()))


@router.post("/{memory_id}/unprotect")
def unprotect(mind: MindAsked, memory_id: Id) -> dict[str, Any]:
    return forms.full(mind.unprotect(_own(mind, memory_id)))


@router.put("/{memory_id}")
def correct(mind: MindAsked, memory_id: Id, asked: Correction) -> dict[str, Any]:
    """Retire it in favour of a corrected one, which is answered with; the old one stays as history (N1)."""
    return forms.full(mind.correct(_own(mind, memory_id), asked.text))


@router.post("/{memory_id}/undo")
def undo(mind: MindAsked, memory_id: Id) -> dict[str, Any]:
    """Bring a corrected memory back and retire what replaced it."""
    return forms.full(mind.undo_correction(_own(mind, memory_id)))


@router.delete("/{memory_id}")
def forget(mind: MindAsked, memory_id: Id) -> dict[str, Any]:
    """Delete it for good; a protected one is refused until it is released."""
    return {"forgotten": mind.forget(_own(mind, memory_id)).id}


def _own(mind: MindAsked, memory_id: str) -> str:
    """Of these two and nobody else: another's id is one that does not exist (N6)."""
    if not any(memory.scope == mind.scope for memory in mind.faculties.store.memories.get([memory_id])):
        raise NotFound(f"there is no memory {memory_id}.", f"{memory_id} という記憶はありません。")
    return memory_id
