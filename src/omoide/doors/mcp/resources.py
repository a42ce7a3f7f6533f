"""Resources: `memory://{id}` is one memory with its story, `day://{date}` what was remembered and said that day."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from mcp_types import Resource, ResourceTemplate

from omoide.doors.wire.doorkeeper import Doorkeeper
from omoide.errors import InvalidInput, NotFound
from omoide.ports import Filter
from omoide.tools.keeping import IdArguments
from omoide.tools.shapes import memory_shape, turn_shape
from omoide.tools.story import why
from omoide.tools.telling import fenced, memory_line, said, turn_line

if TYPE_CHECKING:
    from omoide.mind import Mind

MEMORY, DAY = "memory://", "day://"
LISTED = 20
PLAIN = "text/plain"

TEMPLATES = [
    ResourceTemplate(
        uri_template="memory://{id}",
        name="memory",
        title="A memory",
        description="One memory with its story: where it comes from, how it fades, what it is linked to.",
        mime_type=PLAIN,
    ),
    ResourceTemplate(
        uri_template="day://{date}",
        name="day",
        title="A day",
        description="What was remembered and said on a day, such as day://2026-01-18.",
        mime_type=PLAIN,
    ),
]


def recent(keeper: Doorkeeper) -> list[Resource]:
    """The newest memories; none when there is no home yet."""
    if not keeper.there():
        return []
    with keeper.mind() as mind:
        newest = mind.list(Filter(limit=LISTED))
    return [
        Resource(
            uri=MEMORY + memory.id,
            name=memory.id,
            title=f"{memory.created.date().isoformat()} {' '.join(memory.trigger.split())[:60]}",
            mime_type=PLAIN,
        )
        for memory in newest
    ]


def read(keeper: Doorkeeper, uri: str) -> str:
    kind, name = next(((kind, uri.removeprefix(kind)) for kind in (MEMORY, DAY) if uri.startswith(kind)), ("", ""))
    if not name:
        raise NotFound(
            f"there is no resource {uri}; there are memory://ID and day://2026-01-18.",
            f"{uri} というリソースはありません。memory://ID と day://2026-01-18 があります。",
        )
    wanted = _date(name) if kind == DAY else None
    with keeper.mind() as mind:
        if wanted:
            return _day(mind, wanted, keeper.language)
        return why(mind, IdArguments(name)).tell(keeper.language)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise InvalidInput(
            f"a day is named like day://2026-01-18, not {text!r}.",
            f"日は day://2026-01-18 のように指定します（{text!r} は使えません）。",
        ) from error


def _day(mind: Mind, wanted: date, language: str) -> str:
    day = mind.day(wanted)
    if not day.memories and not day.turns:
        return said(language, "Nothing is kept of that day.", "その日のことは残っていません。")
    lines = [memory_line(memory_shape(memory)) for memory in day.memories]
    return fenced([*lines, *(turn_line(turn_shape(turn)) for turn in day.turns)])
