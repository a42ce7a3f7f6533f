"""The block that goes into a prompt (R4): recalled text is data, fenced, and cannot close its fence (R14)."""

from __future__ import annotations

from omoide.domain.memory import Memory
from omoide.domain.projects import names
from omoide.language.quoting import in_a_line
from omoide.recall.search import Recalled

OPEN = "<memories>"
CLOSE = "</memories>"
_BRACKETS = str.maketrans("[]", "()")  # a folder's name must not pass for a mark


def block(recalled: Recalled, characters: int) -> str:
    return block_of(recalled, characters)[0]


def block_of(recalled: Recalled, characters: int) -> tuple[str, frozenset[int]]:
    """One line each, best first, linked ones after the ranked ones; whole lines only, within so many characters.
    Beside it the rows of what it shows: what found no room was not recalled."""
    told = [(r.memory, bool(r.outdated_by)) for r in recalled.memories]
    told += [(link.memory, False) for link in recalled.linked]
    projects = names(memory.origin for memory, _ in told)
    room = characters - len(OPEN) - len(CLOSE) - 2
    lines: list[str] = []
    rows: list[int] = []
    for memory, outdated in told:
        text = line(memory, outdated, projects[memory.origin])
        if (length := units(text) + 1) <= room:
            lines.append(text)
            rows.append(memory.row)
            room -= length
    return "\n".join([OPEN, *lines, CLOSE]) if lines else "", frozenset(rows)


def units(text: str) -> int:
    """The length as those count it whose texts are UTF-16: a character beyond the first plane is two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def line(memory: Memory, outdated: bool = False, project: str = "") -> str:
    """`- [date][L1][archived] trigger → content`, with the project it came from when there is one."""
    marks = f"[{memory.created.date().isoformat()}][L{memory.level}]" + ("[archived]" if memory.archived else "")
    marks += "[outdated]" if outdated else ""
    marks += f"[{in_a_line(project).translate(_BRACKETS)}]" if project else ""
    return f"- {marks} {in_a_line(memory.trigger)} → {in_a_line(memory.content)}"
