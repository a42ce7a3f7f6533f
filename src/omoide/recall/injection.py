"""The block that goes into a prompt (R4): recalled text is data, fenced, and cannot close its fence (R14)."""

from __future__ import annotations

import re

from omoide.domain.memory import Memory
from omoide.domain.projects import names
from omoide.recall.search import Recalled

OPEN = "<memories>"
CLOSE = "</memories>"
# Anything that looks like our own tag, in any spelling that a lenient reader might accept.
_BRACKETS = str.maketrans("[]", "()")  # a folder's name must not pass for a mark
OUR_TAG = re.compile(r"<(?=\s*/?\s*memories\b)", re.IGNORECASE)


def block(recalled: Recalled, characters: int) -> str:
    """One line each, best first, linked ones after the ranked ones; whole lines only, within so many characters."""
    told = [(r.memory, bool(r.outdated_by)) for r in recalled.memories]
    told += [(link.memory, False) for link in recalled.linked]
    projects = names(memory.origin for memory, _ in told)
    room = characters - len(OPEN) - len(CLOSE) - 2
    lines: list[str] = []
    for memory, outdated in told:
        text = line(memory, outdated, projects[memory.origin])
        if len(text) + 1 <= room:
            lines.append(text)
            room -= len(text) + 1
    return "\n".join([OPEN, *lines, CLOSE]) if lines else ""


def line(memory: Memory, outdated: bool = False, project: str = "") -> str:
    """`- [date][L1][archived] trigger → content`, with the project it came from when there is one."""
    marks = f"[{memory.created.date().isoformat()}][L{memory.level}]" + ("[archived]" if memory.archived else "")
    marks += "[outdated]" if outdated else ""
    marks += f"[{quoted(project).translate(_BRACKETS)}]" if project else ""
    return f"- {marks} {quoted(memory.trigger)} → {quoted(memory.content)}"


def quoted(text: str) -> str:
    """On one line, and without our own tag."""
    return OUR_TAG.sub("‹", " ".join(text.split()))
