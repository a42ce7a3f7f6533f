"""A memory and a turn as tools give them: what a reader can use, and nothing that only the machine needs."""

from __future__ import annotations

from typing import Any

import msgspec

from omoide.domain.memory import Memory
from omoide.domain.turn import Turn


class MemoryShape(msgspec.Struct, frozen=True):
    id: str
    created: str
    level: int
    archived: bool
    protected: bool
    protection_pending: bool
    personal: bool
    category: str
    intensity: int
    retention: float
    feelings: tuple[str, ...]
    trigger: str
    content: str
    origin: str


class TurnShape(msgspec.Struct, frozen=True):
    """`source`: the memory that was asked about was made from it."""

    time: str
    said: str
    replied: str
    session: str
    origin: str
    source: bool


def memory_fields(memory: Memory) -> dict[str, Any]:
    return {
        "id": memory.id,
        "created": memory.created.isoformat(),
        "level": memory.level,
        "archived": memory.archived,
        "protected": memory.protected,
        "protection_pending": memory.protection_pending,
        "personal": memory.personal,
        "category": memory.category,
        "intensity": memory.intensity,
        "retention": round(memory.retention, 2),
        "feelings": memory.emotion.tags,
        "trigger": memory.trigger,
        "content": memory.content,
        "origin": memory.origin,
    }


def memory_shape(memory: Memory) -> MemoryShape:
    return MemoryShape(**memory_fields(memory))


def turn_shape(turn: Turn, sources: tuple[str, ...] = ()) -> TurnShape:
    return TurnShape(
        turn.time.isoformat(), turn.said, turn.replied, turn.session, turn.origin, source=turn.key in sources
    )
