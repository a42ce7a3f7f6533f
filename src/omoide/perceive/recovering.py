"""After a crash (J1): what a reply had said so far becomes a turn, as an interrupted reply, before more is said.

A journal whose writer lives is not touched. The turn has the journal's key: two processes that recover at once, or one
that is killed and tries again, add it once. In a pause nothing is taken in; the journal waits until it is over (N2).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from omoide.domain.turn import Turn
from omoide.errors import OmoideError
from omoide.perceive.barring import Presence, presence, was_erased
from omoide.perceive.faults import note_fault, works_again
from omoide.perceive.intake import FUTURE_ALLOWED, take_in
from omoide.perceive.pausing import paused, was_paused
from omoide.perceive.streaming import FAULT, key_of
from omoide.ports import Faculties
from omoide.ports.journals import Record
from omoide.settings import Settings


@dataclass(frozen=True, slots=True)
class ToolCall:
    tool: str
    call: str
    done: bool


@dataclass(frozen=True, slots=True)
class Recovery:
    """What was found: the text so far, the tools with their state, what the reply was to, and whether it had been said
    to its end. `turn` is what became of it; None when it may not be kept."""

    id: str
    text: str
    tools: tuple[ToolCall, ...]
    session: str
    trigger: str
    sender: str
    started: datetime
    complete: bool
    turn: Turn | None = None


def recover(faculties: Faculties, settings: Settings) -> tuple[Recovery, ...]:
    """Take in every reply that a crash has cut off. What cannot be recovered now waits for the next start."""
    found: list[Recovery] = []
    if not faculties.journals.waiting(faculties.scope) or paused(faculties):
        return ()
    with faculties.journals.orphans(faculties.scope) as orphans:
        for orphan in orphans:
            try:
                recovered = _take_in(faculties, settings, orphan.id, orphan.records())
                orphan.delete()
            except OmoideError as error:
                note_fault(faculties, FAULT, error)
                continue
            if recovered:
                found.append(recovered)
                works_again(faculties, FAULT)
    return tuple(found)


def _take_in(faculties: Faculties, settings: Settings, name: str, records: Sequence[Record]) -> Recovery | None:
    """None when nothing was said on either side."""
    start: Record = next((record for record in records if record.get("type") == "start"), {})
    text = "".join(_text(record, "text") for record in records if record.get("type") == "text")
    complete = any(record.get("type") == "done" for record in records)
    said, session, origin = (_text(start, field) for field in ("said", "session", "origin"))
    started = _started(faculties, start)
    if not said.strip() and not text.strip():
        return None
    turn = None
    if not was_paused(faculties, started):
        turn = take_in(
            faculties, settings, said, text, time=started, session=session, origin=origin, key=key_of(name),
            incognito=False, interrupted=not complete, since=_since(faculties, start, started),
        ).turn  # fmt: skip
    return Recovery(
        name, text, _tools(records), session, _text(start, "trigger"), _text(start, "sender"), started, complete, turn
    )


def _started(faculties: Faculties, start: Record) -> datetime:
    """When the start cannot be read, or lies ahead of a clock that was set back: now."""
    now = faculties.clock.now()
    try:
        started = datetime.fromisoformat(_text(start, "ts"))
    except ValueError:
        return now
    return started if started.tzinfo and started <= now + FUTURE_ALLOWED else now


def _since(faculties: Faculties, start: Record, started: datetime) -> Presence:
    """When the person had last been erased as the reply began (O2). A journal that does not say so was written by an
    earlier version: then the clock decides."""
    if isinstance(erased := start.get("erased"), str):
        with suppress(ValueError):
            return Presence.read(erased)
    return Presence() if was_erased(faculties, started) else presence(faculties)


def _tools(records: Sequence[Record]) -> tuple[ToolCall, ...]:
    """In the order in which they began; one whose end was not written was still at work."""
    calls: dict[tuple[str, str, int], bool] = {}
    for record in records:
        tool, call = _text(record, "tool"), _text(record, "call")
        same = [key for key in calls if key[:2] == (tool, call)]
        if record.get("type") == "tool_start":
            calls[tool, call, len(same)] = False
        elif record.get("type") == "tool_end":
            begun: Any = next((key for key in same if not calls[key]), (tool, call, len(same)))
            calls[begun] = True
    return tuple(ToolCall(tool, call, done) for (tool, call, _), done in calls.items())


def _text(record: Record, field: str) -> str:
    value = record.get(field, "")
    return value if isinstance(value, str) else ""
