"""Front matter: facts in YAML at the head of a Markdown page, between two lines of three dashes (T3).

A person writes it by hand. So a change touches only the lines of the keys that change, comments and unknown keys stay,
and what cannot be read is left alone as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

_HEAD = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_OPEN = re.compile(r"---[ \t]*\n[ \t]*[\w\"'-]+[ \t]*:(?:\s|$)")
_LONGEST = 20_000  # characters: facts are short, and YAML is slow
_BLANK = " \t\n"  # to YAML: other white space may be a value
_BRACKETS = 500  # a parser goes one call deeper with each


@dataclass(frozen=True, slots=True)
class Parted:
    """The facts and the text after them. With a `problem` (in English and Japanese) the text is the whole page."""

    fields: dict[str, Any] = field(default_factory=dict)
    body: str = ""
    head: str | None = None  # as it stands there; None where a page has none
    problem: tuple[str, str] | None = None


def part(text: str) -> Parted:
    found = _HEAD.match(text)
    if not found:
        if _OPEN.match(text):
            return Parted(body=text, problem=("its front matter is never closed", "フロントマターが閉じていません"))
        return Parted(body=text)
    head = found[1]
    if len(head) > _LONGEST or head.count("[") + head.count("{") > _BRACKETS:
        return Parted(body=text, problem=("its front matter is too long", "フロントマターが長すぎます"))
    fields, problem = _read(head)
    if problem:
        return Parted(body=text, problem=problem)
    if fields is None:  # two rules with a text between them, and no facts
        return Parted(body=text)
    return Parted(fields, text[found.end() :].lstrip("\n"), head)


def join(fields: Mapping[str, Any], body: str) -> str:
    """A page from its facts and its text."""
    body = body.strip("\n")
    return f"---\n{_dump(fields)}---\n\n{body}\n" if fields else f"{body}\n"


def rejoin(before: Parted, changes: Mapping[str, Any], body: str) -> str:
    """The page with other facts (None takes one out) and another text; every other line of its head stays."""
    expected = {key: value for key, value in (before.fields | dict(changes)).items() if value is not None}
    head = _with(before.head or "", changes)
    if _read(head)[0] != _read(_dump(expected))[0]:  # written in a way that lines cannot be told apart in
        head = _dump(expected)
    return f"---\n{head.rstrip(_BLANK)}\n---\n\n{body.strip(chr(10))}\n"


def _with(head: str, changes: Mapping[str, Any]) -> str:
    lines = head.rstrip("\n").split("\n") if head.strip(_BLANK) else []
    for key, value in changes.items():
        new = [] if value is None else _dump({key: value}).rstrip("\n").split("\n")
        key_line = re.compile(rf"[\"']?{re.escape(key)}[\"']?[ \t]*:(?:\s|$)")
        at = next((i for i, line in enumerate(lines) if key_line.match(line)), len(lines))
        end = at + 1
        while end < len(lines) and (not lines[end].strip(_BLANK) or lines[end][0] in " \t-") and not _ends(lines, end):
            end += 1
        lines[at:end] = new
    return "\n".join(lines) + "\n"


def _ends(lines: list[str], at: int) -> bool:
    """Blank lines belong to a value only when more of it follows."""
    rest = next((line for line in lines[at:] if line.strip(_BLANK)), "")
    return not rest or rest[0] not in " \t-"


def _read(head: str) -> tuple[dict[str, Any] | None, tuple[str, str] | None]:
    """The facts, None when it is no list of facts at all, or what is wrong with it."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if "*" in head and any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(head, loader)):
            raise ValueError("references are not allowed")  # a few lines of them would unfold into millions
        read = yaml.load(head, loader)
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError) as error:
        reason = " ".join(str(getattr(error, "problem", None) or error).split())[:80]
        mark = getattr(error, "problem_mark", None)
        where = (f" in line {mark.line + 2}", f"{mark.line + 2} 行目、") if mark else ("", "")
        return None, (
            f"its front matter cannot be read ({reason}{where[0]})",
            f"フロントマターを読めません（{where[1]}{reason}）",
        )
    if read is None:
        return {}, None
    return ({str(key): _plain(value) for key, value in read.items()}, None) if isinstance(read, dict) else (None, None)


def _dump(fields: Mapping[str, Any]) -> str:
    import yaml

    def dumped(key: str, value: Any) -> str:
        """Lists of plain things in a line, everything else as YAML is usually written."""
        flow = (
            None if isinstance(value, list) and value and not any(isinstance(v, (dict, list)) for v in value) else False
        )
        options: dict[str, Any] = {
            "allow_unicode": True, "sort_keys": False, "default_flow_style": flow, "width": 1_000,
        }  # fmt: skip
        text = yaml.dump({key: value}, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), **options)
        if "\\U" not in text:
            return text
        # The fast one escapes what lies beyond the first plane, such as emoji; a person is to read this. The other
        # one takes some characters for ends of lines and loses them.
        readable = yaml.dump({key: value}, Dumper=yaml.SafeDumper, **options)
        return readable if _read(readable) == _read(text) else text

    return "".join(dumped(key, value) for key, value in fields.items())


def _plain(value: Any) -> Any:
    """As JSON holds it."""
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [_plain(one) for one in value]
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
