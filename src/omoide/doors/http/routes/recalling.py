"""What comes to mind: primed for a reply, or looked up."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Annotated, Any, Literal

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from pydantic import Field

from omoide.doors import forms
from omoide.doors.http.stated import needs
from omoide.doors.http.values import INTEGRAL, Moment, Truth
from omoide.doors.http.whose import Named, holder, minds

router = APIRouter(prefix="/v1", tags=["recall"])


class Priming(Named):
    message: Annotated[str, Field(min_length=1, max_length=100_000, description="What was just said.")]
    session: Annotated[str, Field(max_length=200)] = ""
    project: Annotated[str, Field(max_length=1_000)] = ""
    now: Moment | None = None
    mark: Truth = True


class Cue(Named):
    cue: Annotated[str, Field(min_length=1, max_length=100_000)]
    limit: Annotated[int, Field(ge=1, le=100), INTEGRAL] | None = None
    session: Annotated[str, Field(max_length=200)] = ""
    project: Annotated[str, Field(max_length=1_000)] = ""
    ranking: Literal["priority", "relevance"] = "priority"
    now: Moment | None = None
    mark: Truth = True


@router.post("/prime")
@needs("read")
async def prime(request: Request, asked: Priming) -> dict[str, Any]:
    """Everything that the persona would have in mind for a reply, as one text and section by section (R9)."""
    return await _thinking(_prime, request, asked)


@router.post("/recall")
@needs("read")
async def recall(request: Request, asked: Cue) -> dict[str, Any]:
    """Memories for a cue, best first, each with the reason (R2, R12)."""
    return await _thinking(_recall, request, asked)


async def _thinking(work: Callable[..., dict[str, Any]], *given: Any) -> dict[str, Any]:
    """As many at once as there are processors: more would only take turns with cold caches, and all answer later."""
    state = given[0].app.state
    if not hasattr(state, "thinking"):
        state.thinking = CapacityLimiter(max(os.cpu_count() or 1, 2))
    return await to_thread.run_sync(work, *given, limiter=state.thinking)


def _prime(request: Request, asked: Priming) -> dict[str, Any]:
    with minds(request).mind(asked.persona, asked.person) as mind:
        brought = mind.context(
            asked.message, session=asked.session, project=asked.project, now=asked.now, mark=_marks(request, asked)
        )
    return {"text": brought.text, **brought.plain()}


def _recall(request: Request, asked: Cue) -> dict[str, Any]:
    with minds(request).mind(asked.persona, asked.person) as mind:
        found = mind.recall(
            asked.cue, limit=asked.limit, session=asked.session, project=asked.project, ranking=asked.ranking,
            now=asked.now, mark=_marks(request, asked),
        )  # fmt: skip
    return forms.recalled(found)


def _marks(request: Request, asked: Priming | Cue) -> bool:
    """Recalling strengthens; a token that may only read changes nothing by it."""
    return asked.mark and holder(request).allows("write")
