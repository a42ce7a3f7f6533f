"""Nights: begun, watched as they go, ended between two steps; and those that were lived."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from omoide.domain.dates import night_of
from omoide.doors.http.problems import language_of
from omoide.doors.http.whose import MindAsked, Named, holder, minds
from omoide.doors.wire.nights import NightRun, NightRuns, watch
from omoide.errors import NotFound

router = APIRouter(prefix="/v1/sleep", tags=["sleep"])
Id = Annotated[str, Path(max_length=40)]


class Night(Named):
    """`level`: how far the dream looks back; `auto` is what is due, and null leaves it to the conditions (D1)."""

    level: Annotated[Literal[1, 2, 3, "auto"] | None, Field(description="1 day, 2 week, 3 month, auto, or null.")] = 1
    work: Literal["sleep", "episodes"] = "sleep"


@router.post("", status_code=202)
def start(request: Request, asked: Night) -> dict[str, Any]:
    """Begin a night in the background; 409 while one is being lived. `work: episodes` only tells the days."""
    scope = minds(request).keeper(asked.persona, asked.person).whose.scope
    return _nights(request).start(scope, asked.work, asked.level).plain(language_of(request))


@router.get("")
def nights(request: Request, mind: MindAsked, limit: Annotated[int, Query(ge=1, le=366)] = 30) -> dict[str, Any]:
    """The run that is under way, if there is one, and the nights that were lived, newest first, step by step."""
    running = _nights(request).running(mind.scope)
    settings, now = mind.settings, mind.faculties.clock.now()
    due = night_of(now, settings.night.hour, settings.zone(mind.scope.person))
    return {
        "running": running.plain(language_of(request)) if running else None,
        "missed": mind.night_missed(),
        "night": date.fromordinal(due).isoformat(),
        "nights": [
            {
                "night": date.fromordinal(run.night).isoformat(),
                "started": run.started.isoformat(),
                "finished": run.finished.isoformat() if run.finished else None,
                "steps": run.steps,
            }
            for run in mind.faculties.store.runs.recent(mind.scope, limit)
        ],
    }


@router.get("/{run_id}")
def show(request: Request, run_id: Id) -> dict[str, Any]:
    return _own(request, run_id).plain(language_of(request))


@router.get(
    "/{run_id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}, "description": "Its progress."}},
)
async def events(request: Request, run_id: Id) -> StreamingResponse:
    """Server-sent events: `progress` with the run as it is, and `over` when it has ended."""
    run, language = _own(request, run_id), language_of(request)

    async def told() -> AsyncIterator[tuple[str, dict[str, Any]]]:
        async for state in watch(run, language):
            yield ("progress" if state["state"] == "running" else "over"), state

    return request.app.state.streams.answer(told())


@router.delete("/{run_id}", status_code=202)
def cancel(request: Request, run_id: Id) -> dict[str, Any]:
    """End it after the step that it is in; what was done stays, and the next night goes on from there."""
    run = _own(request, run_id)
    return _nights(request).cancel(run.id).plain(language_of(request))


def _nights(request: Request) -> NightRuns:
    return request.app.state.nights


def _own(request: Request, run_id: str) -> NightRun:
    """Of a persona that the token is for; another's is one that does not exist (N6)."""
    run = _nights(request).get(run_id)
    if not holder(request).knows(run.scope.persona):
        raise NotFound(f"there is no run {run_id}.", f"{run_id} という実行はありません。")
    return run
