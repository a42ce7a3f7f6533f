"""What comes to mind for a prompt, as the client wants to hear it (R3, R4, R14).

One core for both ways: a cold process that a command hook starts, and a warm one that is asked over MCP. Nothing is
written before it is certain that the memories are shown.
"""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any

from omoide.doors.hooks.clock import first_told
from omoide.doors.hooks.events import Event, text
from omoide.doors.hooks.log import Log
from omoide.errors import OmoideError
from omoide.language.slash import is_slash_command

if TYPE_CHECKING:
    from omoide.mind import Mind
    from omoide.recall import Thought

NAME = "user-prompt-submit"
MOST_UNITS = 8_900  # over about 10,000 the client shows a short preview instead
_WRAPPER = "<command-"  # how the client words its own commands


def is_for_us(event: Event) -> bool:
    """Whether the prompt is something said: not empty, and no order to the program (E3)."""
    prompt = text(event, "prompt").strip()
    return bool(prompt) and not is_slash_command(prompt) and not prompt.startswith(_WRAPPER)


def think(mind: Mind, event: Event) -> Thought | None:
    """By reading alone. A paused mind takes nothing in and brings nothing up (N2)."""
    if not is_for_us(event) or mind.paused():
        return None
    thought = mind.think_of(
        text(event, "prompt"),
        session=text(event, "session_id"),
        project=text(event, "cwd"),
        characters=MOST_UNITS,
    )
    return thought if thought.text else None


def spoken(thought: Thought | None, notice: str = "") -> str:
    """The answer to the client; nothing at all when nothing came to mind. A `notice` is for the person alone."""
    told: dict[str, Any] = {"systemMessage": notice} if notice else {}
    if thought is not None:
        told["hookSpecificOutput"] = {"hookEventName": "UserPromptSubmit", "additionalContext": thought.text}
    return json.dumps(told, ensure_ascii=False) if told else ""


def answer(mind: Mind, event: Event) -> str:
    """The warm way: what to hand to the client, within the deadline. Marks are left beside it, since a store that
    another process is writing to must not keep a person waiting."""
    deadline = time.monotonic() + mind.settings.hooks.deadline_ms / 1_000
    try:
        thought = think(mind, event)
    except OmoideError as error:
        Log(mind.home).problem(NAME, error)  # the door tells it too, but nobody looks there
        raise
    notice = first_told(mind)
    if thought is None:
        return spoken(None, notice)
    if time.monotonic() > deadline:
        Log(mind.home).late(NAME, mind.settings.hooks.deadline_ms)
        return spoken(None, notice)
    marking = threading.Thread(target=mark, args=(mind, thought), daemon=True)
    marking.start()
    marking.join(max(deadline - time.monotonic(), 0))
    return spoken(thought, notice)


def mark(mind: Mind, thought: Thought) -> None:
    """The outermost edge of a thread that nobody looks after."""
    try:
        mind.mark_shown(thought)
    except Exception as error:  # noqa: BLE001
        Log(mind.home).problem(NAME, error)
    else:
        Log(mind.home).fine(NAME)
