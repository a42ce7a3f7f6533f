"""A memory as lines on a screen: the same everywhere it is shown. As JSON: see doors/forms.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omoide.domain.memory import UNANSWERED, Memory
from omoide.doors.cli.printing import Part, clock, level, line, note, retention
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from omoide.mind import Mind

_NAMED = 5  # pairs of names in a hint


def marks(memory: Memory) -> list[Part]:
    """What is special about it, in words."""
    found: list[Part] = []
    if memory.protected:
        found.append((say("protected", "保護"), "magenta"))
    if memory.protection_pending:
        found.append((say("protection asked for", "保護待ち"), "magenta"))
    if memory.archived:
        found.append((say("archived", "保管中"), "bright_black"))
    if memory.retired_at:
        found.append((say("corrected", "訂正済み"), "red"))
    return found


def heading(memory: Memory, *more: Part) -> None:
    """One line: when, how present, which id, and what is special."""
    parts: list[Part] = [
        clock(memory.created), "  ", level(memory.level), "  ", retention(memory.retention, memory.level), "  ",
        (memory.id, "bright_black"),
    ]  # fmt: skip
    for mark in [*marks(memory), *more]:
        parts += ["  ", mark]
    line(*parts)


def body(memory: Memory) -> None:
    said, answered = accounted(memory)
    line((said, "bold"), answered, indent=2)


def accounted(memory: Memory) -> tuple[str, str]:
    """What was said, and the answer with what leads to it. A dash stands where nobody answered; it is not shown."""
    said, answered = " ".join(memory.trigger.split()), " ".join(memory.content.split())
    felt = answered.removeprefix(UNANSWERED)
    if felt != answered:
        return said, f" {felt.strip()}" if felt else ""
    return said, f" → {answered}"


def tell_whose(mind: Mind) -> None:
    """On stderr, when nothing is remembered of these two but somebody else lives here: whom one may have meant."""
    others = mind.faculties.store.runs.scopes() if not mind.counts().total else []
    if others:
        names = ", ".join(f"--persona {scope.persona} --person {scope.person}" for scope in others[:_NAMED])
        note(say("nothing is remembered of these two; here are {names}",
                 "この二人の記憶はありません。ここにいるのは {names}", names=names))  # fmt: skip
