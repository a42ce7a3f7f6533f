"""A memory as JSON and as lines on a screen: the same everywhere it is shown."""

from __future__ import annotations

from typing import Any

from omoide.domain.memory import Memory
from omoide.doors.cli.printing import Part, clock, level, line, retention
from omoide.doors.cli.words import say


def full(memory: Memory) -> dict[str, Any]:
    """All fields of document 002 but the vector, and what Omoide knows besides."""
    from omoide.recall import fields_of_002

    return fields_of_002(memory) | {
        "archived": memory.archived,
        "text_level": memory.text_level,
        "made_by": memory.made_by,
        "persona": memory.scope.persona,
        "person": memory.scope.person,
        "session": memory.session,
        "origin": memory.origin,
        "personal": memory.personal,
        "sources": list(memory.sources),
        "protection_pending": memory.protection_pending,
        "retired_at": memory.retired_at.isoformat() if memory.retired_at else None,
        "retired_by": memory.retired_by,
    }


def brief(memory: Memory) -> dict[str, Any]:
    return {
        "id": memory.id,
        "created": memory.created.isoformat(),
        "level": memory.level,
        "archived": memory.archived,
        "trigger": memory.trigger,
        "content": memory.content,
        "origin": memory.origin,
    }


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
    line((" ".join(memory.trigger.split()), "bold"), " → ", " ".join(memory.content.split()), indent=2)
