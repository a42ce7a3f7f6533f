"""Taking in: a turn, the end of a session, something to be remembered at once."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from omoide.doors import forms
from omoide.doors.http.values import TELLING, Moment, Number, Truth
from omoide.doors.http.whose import MindAsked, Named, minds

router = APIRouter(prefix="/v1", tags=["perceive"])
Text = Annotated[str, Field(max_length=500_000)]


class TurnTaken(Named):
    said: Text
    replied: Text = ""
    time: Moment | None = None
    session: Annotated[str, Field(max_length=200)] = ""
    origin: Annotated[str, Field(max_length=1_000)] = ""
    key: Annotated[str | None, Field(max_length=200)] = None
    incognito: Truth = False


class SessionEnded(Named):
    session: Annotated[str | None, Field(max_length=200)] = None


class Remembering(Named):
    text: Annotated[str, Field(min_length=1, max_length=100_000, pattern=TELLING)]
    reply: Text = ""
    time: Moment | None = None
    intensity: Annotated[Number, Field(ge=0, le=100)] | None = None
    protect: Truth = False


class Pausing(Named):
    until: Moment | None = None


@router.post("/perceive")
def perceive(request: Request, turn: TurnTaken) -> dict[str, Any]:
    """Keep one turn, redacted. It becomes a memory at the end of its session."""
    with minds(request).mind(turn.persona, turn.person) as mind:
        kept = mind.perceive(
            turn.said, turn.replied, time=turn.time, session=turn.session, origin=turn.origin, key=turn.key,
            incognito=turn.incognito,
        )  # fmt: skip
    return {"key": kept.turn.key if kept.turn else None, "new": kept.new, "skipped": kept.skipped}


@router.post("/sessions/end")
def end_session(request: Request, ended: SessionEnded) -> dict[str, Any]:
    """Turn what was perceived into memories, and take notes of it."""
    with minds(request).mind(ended.persona, ended.person) as mind:
        done = mind.end_session(ended.session)
    return {
        "turns": done.turns,
        "memories": done.memories,
        "skipped": done.skipped,
        "failed": done.failed,
        "ids": list(done.ids),
    }


@router.post("/remember", status_code=201)
def remember(request: Request, asked: Remembering) -> dict[str, Any]:
    """Perceive and encode at once."""
    with minds(request).mind(asked.persona, asked.person) as mind:
        memory = mind.remember(
            asked.text, asked.reply, time=asked.time, intensity=asked.intensity, protect=asked.protect
        )
    return forms.full(memory)


@router.get("/pause")
def paused(mind: MindAsked) -> dict[str, Any]:
    """Whether anything is remembered at the moment (N2)."""
    return _pause(mind)


@router.post("/pause")
def pause(request: Request, asked: Pausing) -> dict[str, Any]:
    """Remember nothing, until then or until it is resumed."""
    with minds(request).mind(asked.persona, asked.person) as mind:
        mind.pause(asked.until)
        return _pause(mind)


@router.delete("/pause")
def resume(mind: MindAsked) -> dict[str, Any]:
    mind.resume()
    return _pause(mind)


def _pause(mind: MindAsked) -> dict[str, Any]:
    held = mind.paused()
    return {
        "paused": held is not None,
        "since": held.since.isoformat() if held else None,
        "until": held.until.isoformat() if held and held.until else None,
    }
