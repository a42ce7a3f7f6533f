"""Sentences of an erased person in pages that are not theirs (O2): cut out, and the rest of the page stays.

In what is another person's, a sentence goes when it holds the erased person's very words or ids. In what is common to
all (a persona's own pages, skills, profiles of others) nobody can tell from whom it came, so there a sentence goes too
that names them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from omoide.adapters.files.folder import Folder
from omoide.adapters.files.names import folder_name
from omoide.domain.needles import Needles
from omoide.language.sentences import sentences
from omoide.language.traces import names, telling

Unwanted = Callable[[str], bool]
_HEAD = re.compile(r"---\n.*?\n---\n", re.DOTALL)
_FAULTS = "log/hooks.log"
_EMPTY = re.compile(r"[\s>#*+|-]*(?:\d+[.)])?\s*")  # what a line begins with


def cut_out(files: Folder, person: str, needles: Needles) -> dict[str, int]:
    """Pages and logs that were changed."""
    leaking = _leaking(needles)
    pages = sum(_cut(files, path, leaking, person if common else "") for path, common in _pages(files))
    logs = sum(_cut_lines(files, path, leaking) for path in _logs(files))
    logs += _cut_lines(files, _FAULTS, _naming(needles, person)) if files.is_file(_FAULTS) else 0
    return {kind: count for kind, count in (("pages", pages), ("logs", logs)) if count}


def without(text: str, unwanted: Unwanted) -> str:
    """A text without the sentences that are unwanted; a line that has nothing else goes with them."""
    kept = []
    for line in text.split("\n"):
        begin = _EMPTY.match(line)
        begins = begin[0] if begin else ""
        rest = line[len(begins) :]
        for sentence in sentences(rest):
            if unwanted(sentence):
                rest = re.sub(rf"{re.escape(sentence)}[ \t]*", "", rest, count=1)
        if unwanted(rest):  # it stands across two sentences
            rest = ""
        if begins + rest == line:
            kept.append(line)
        elif rest:
            kept.append((begins + rest).rstrip())
    return "\n".join(kept)


def _cut(files: Folder, path: str, leaking: Unwanted, name: str) -> bool:
    """What stands at the head of a page is counted from what its own person said: there a name is that person's."""
    try:
        text = files.read(path).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return False  # no page that a program wrote; the search afterwards looks at its bytes
    if not leaking(text) and not names(text, name):
        return False
    head = _HEAD.match(text)
    begin = head.end() if head else 0
    cut = without(text[:begin], leaking) + without(text[begin:], lambda part: leaking(part) or names(part, name))
    if cut == text:
        return False
    files.rewrite(path, cut.encode("utf-8"))
    return True


def _cut_lines(files: Folder, path: str, unwanted: Unwanted) -> bool:
    lines = files.read(path).splitlines(keepends=True)
    kept = [line for line in lines if not unwanted(line.decode("utf-8", "replace"))]
    if len(kept) == len(lines):
        return False
    files.rewrite(path, b"".join(kept))
    return True


def _leaking(needles: Needles) -> Unwanted:
    return lambda text: needles.any(text.encode("utf-8", "surrogatepass"))


def _naming(needles: Needles, person: str) -> Unwanted:
    """Lines of a log of faults name a person by their folder, or in quotes."""
    marks = [f"people/{folder_name(person)}/", f"people/{folder_name(person)}.md", f"'{person}'", json.dumps(person)]

    def unwanted(text: str) -> bool:
        named = any(mark in text for mark in marks) or (telling(person) and names(text, person))
        return named or needles.any(text.encode("utf-8", "surrogatepass"))

    return unwanted


def _pages(files: Folder) -> Iterator[tuple[str, bool]]:
    """Every page, and whether it is common to all persons. A restore may have set folders aside as personas-2."""
    for place in ("personas", "people", "skills"):
        for path in files.walk(place, links=False):
            if path.endswith(".md") and "/" in path:
                yield path, place != "personas" or path.split("/")[2:3] != ["people"]


def _logs(files: Folder) -> Iterator[str]:
    return (path for path in files.walk("personas", links=False) if path.endswith(".jsonl") and "/" in path)
