"""Edits to a JSON text that touch nothing but the place they name.

A settings file belongs to a person: reading it and writing it anew would lose their line breaks and spacing. So the
text is searched for the span of a value, and only that span is replaced, added or cut out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from json.decoder import JSONDecoder, scanstring  # type: ignore[attr-defined]
from typing import Any

Path = Sequence[str | int]
_BLANK = re.compile(r"[ \t\n\r]*")
_READ = JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True)
class Part:
    """A member of an object or an element of an array: where it starts (at its key), its value, and where it ends."""

    key: str | int
    start: int
    value: int
    end: int


def find(text: str, path: Path) -> Part | None:
    """The place of a value; None when there is none, or when something on the way holds nothing."""
    at = _skip(text, 0)
    found = Part("", at, at, _READ(text, at)[1])
    for key in path:
        named = [part for part in parts(text, found.value) if part.key == key and type(part.key) is type(key)]
        if not named:
            return None
        found = named[-1]  # of a key that stands twice, every reader takes the last
    return found


def parts(text: str, at: int) -> list[Part]:
    """What the object or array at this place holds, in order; nothing for any other value."""
    if text[at] not in "{[":
        return []
    named = text[at] == "{"
    found: list[Part] = []
    place = _skip(text, at + 1)
    while text[place] not in "}]":
        start, key = place, len(found)
        if named:
            key, place = scanstring(text, place + 1)
            place = _skip(text, _skip(text, place) + 1)  # over the colon
        _, end = _READ(text, place)
        found.append(Part(key, start, place, end))
        place = _skip(text, end)
        if text[place] == ",":
            place = _skip(text, place + 1)
    return found


def put(text: str, path: Path, value: Any) -> str:
    """Replace the value at a path, or add it at the end of what should hold it; what is missing on the way is made."""
    there = find(text, path)
    if there:
        return text[: there.value] + _written(text, value, _margin(text, there.start)) + text[there.end :]
    holder = find(text, path[:-1])
    if holder is None:
        return put(text, path[:-1], {path[-1]: value} if isinstance(path[-1], str) else [value])
    held = parts(text, holder.value)
    name = f"{json.dumps(path[-1], ensure_ascii=False)}: " if text[holder.value] == "{" else ""
    line = _line(text)
    if held and line not in text[holder.value : held[0].start]:  # all on one line: so is what is added
        added = ", " + name + json.dumps(value, ensure_ascii=False)
        return text[: held[-1].end] + added + text[held[-1].end :]
    outer = _margin(text, holder.start)
    inner = _margin(text, held[-1].start) if held else outer + _step(text)
    added = line + inner + name + _written(text, value, inner)
    if held:
        return text[: held[-1].end] + "," + added + text[held[-1].end :]
    return text[: holder.value + 1] + added + line + outer + text[holder.end - 1 :]


def drop(text: str, path: Path) -> str:
    """Cut a value out, with its key and one comma; a holder that becomes empty loses its blanks too."""
    gone, holder = find(text, path), find(text, path[:-1])
    if gone is None or holder is None:
        return text
    held = parts(text, holder.value)
    place = held.index(gone)
    if len(held) == 1:
        return text[: holder.value + 1] + text[holder.end - 1 :]
    if place:
        return text[: held[place - 1].end] + text[gone.end :]
    return text[: gone.start] + text[held[1].start :]


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _line(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _step(text: str) -> str:
    """By how much this text indents."""
    found = re.search(r"\{\r?\n([ \t]+)\"", text)
    return found[1] if found else "  "


def _margin(text: str, at: int) -> str:
    """The blanks at the beginning of the line that a place stands on."""
    blank = re.match(r"[ \t]*", text[text.rfind("\n", 0, at) + 1 :])
    return blank[0] if blank else ""


def _written(text: str, value: Any, margin: str) -> str:
    lines = json.dumps(value, ensure_ascii=False, indent=_step(text)).split("\n")
    return (_line(text) + margin).join(lines)
