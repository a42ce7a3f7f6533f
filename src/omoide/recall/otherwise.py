"""Whether two memories plainly say otherwise about the same thing (R12), where no link has noticed it.

Only what the same side said is held against each other: "I live in Kobe" is about somebody else in a reply.
"""

from __future__ import annotations

from collections.abc import Callable

from omoide.domain.memory import Memory
from omoide.language.statements import Statement, statements

_READ = 1_000  # characters of each side


def otherwise() -> Callable[[Memory, Memory], bool]:
    """A judge of pairs for one recall, which reads every memory once."""
    read: dict[str, tuple[list[Statement], list[Statement]]] = {}

    def said(memory: Memory) -> tuple[list[Statement], list[Statement]]:
        if memory.id not in read:
            read[memory.id] = statements(memory.trigger[:_READ]), statements(memory.content[:_READ])
        return read[memory.id]

    def say_otherwise(one: Memory, other: Memory) -> bool:
        sides = zip(said(one), said(other), strict=True)
        return any(mine.denies(theirs) for these, those in sides for mine in these for theirs in those)

    return say_otherwise
