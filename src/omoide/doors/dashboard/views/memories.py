"""Memories: found as one types, listed, and each on a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Form, Path, Query, Response

from omoide.domain.memory import CATEGORIES, Memory
from omoide.doors.dashboard import drawing
from omoide.doors.dashboard.forms import OurForm, back_to
from omoide.doors.dashboard.looking import Looking, MindLooked
from omoide.doors.dashboard.rendering import fragment, page
from omoide.doors.dashboard.routing import page_router
from omoide.errors import NotFound
from omoide.ports import Filter

if TYPE_CHECKING:
    from omoide.mind import Mind

router = page_router()
Id = Annotated[str, Path(max_length=40)]
Cue = Annotated[str, Query(max_length=2_000)]
PER_PAGE, MOST_FOUND = 50, 10


@router.get("/memories")
def memories(
    look: Looking,
    mind: MindLooked,
    q: Cue = "",
    level: Annotated[int | None, Query(ge=0, le=4)] = None,
    category: Annotated[str, Query(max_length=20)] = "",
    protected: bool = False,
    number: Annotated[int, Query(alias="page", ge=1, le=100_000)] = 1,
    done: str = "",
) -> Response:
    where = Filter(
        level=level or None, category=category if category in CATEGORIES else None, protected=protected or None,
        limit=PER_PAGE + 1, offset=(number - 1) * PER_PAGE,
    )  # fmt: skip
    listed = mind.list(where)
    return page(
        look, mind, "memories.html", done=done, q=q, found=_found(mind, q), listed=listed[:PER_PAGE],
        more=len(listed) > PER_PAGE, number=number, level=level or 0, category=category, protected=protected,
        categories=CATEGORIES, counts=mind.counts(),
    )  # fmt: skip


@router.get("/memories/found")
def found(look: Looking, mind: MindLooked, q: Cue = "") -> Response:
    """What a script puts below the field while somebody types."""
    return fragment("found.html", q=q, found=_found(mind, q), zone=mind.settings.zone(look.scope.person))


def _found(mind: Mind, cue: str) -> object:
    """Looking is not recalling: nothing is strengthened by it."""
    return mind.recall(cue, limit=MOST_FOUND, mark=False) if cue.strip() else None


@router.get("/memories/{memory_id}")
def memory(look: Looking, mind: MindLooked, memory_id: Id, done: str = "") -> Response:
    told = mind.why(_own(mind, memory_id).id)
    return page(
        look, mind, "memory.html", done=done, told=told, memory=told.memory,
        curve=drawing.curve(told.memory, mind.settings.levels),
        around=drawing.neighbours(told.links_out, told.links_in), others=mind.turns_around(told.memory, 1, 1),
    )  # fmt: skip


@router.post("/memories/{memory_id}/protect", dependencies=[OurForm])
def protect(mind: MindLooked, memory_id: Id, release: Annotated[str, Form()] = "") -> Response:
    """`release` names one to give up where the list is full (F6)."""
    mind.protect(_own(mind, memory_id).id, [release] if release else [])
    return back_to(f"/memories/{memory_id}", "protected")


@router.post("/memories/{memory_id}/unprotect", dependencies=[OurForm])
def unprotect(mind: MindLooked, memory_id: Id) -> Response:
    mind.unprotect(_own(mind, memory_id).id)
    return back_to(f"/memories/{memory_id}", "released")


@router.post("/memories/{memory_id}/correct", dependencies=[OurForm])
def correct(mind: MindLooked, memory_id: Id, text: Annotated[str, Form(max_length=100_000)]) -> Response:
    made = mind.correct(_own(mind, memory_id).id, text)
    return back_to(f"/memories/{made.id}", "corrected")


@router.post("/memories/{memory_id}/undo", dependencies=[OurForm])
def undo(mind: MindLooked, memory_id: Id) -> Response:
    back = mind.undo_correction(_own(mind, memory_id).id)
    return back_to(f"/memories/{back.id}", "brought-back")


@router.post("/memories/{memory_id}/forget", dependencies=[OurForm])
def forget(mind: MindLooked, memory_id: Id) -> Response:
    mind.forget(_own(mind, memory_id).id)
    return back_to("/memories", "forgotten")


def _own(mind: Mind, memory_id: str) -> Memory:
    """Of the two that are looked at: another's is one that does not exist (N6)."""
    for memory in mind.faculties.store.memories.get([memory_id]):
        if memory.scope == mind.scope:
            return memory
    raise NotFound(f"there is no memory {memory_id}.", f"{memory_id} という記憶はありません。")
