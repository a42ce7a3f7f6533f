"""Code fences that a model puts around its words though nobody asked for them (D3)."""

from __future__ import annotations

import re

_WHOLE = re.compile(
    r"\A\s*(?P<fence>`{3,}|~{3,})[ \t]*[\w+-]*[ \t]*\n(?P<inside>.*?)\n?[ \t]*(?P=fence)\s*\Z", re.DOTALL
)
_OPEN = re.compile(r"\A\s*(?:`{3,}|~{3,})[ \t]*(?:markdown|md|text|txt|json|yaml|yml)?[ \t]*\n", re.IGNORECASE)
_CLOSED = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*$", re.MULTILINE)


def without_fences(text: str) -> str:
    """The text without a fence around all of it. Fences within it, such as around a command, stay.

    A fence that was opened and never closed (an answer that broke off) goes too.
    """
    while found := _WHOLE.match(text):
        inside = found["inside"]
        if found["fence"] in inside and len(_CLOSED.findall(inside)) % 2:
            break  # two blocks with prose between them: not one fence around all
        text = inside
    if (opened := _OPEN.match(text)) and not _CLOSED.search(text, opened.end()):
        text = text[opened.end() :]
    return text.strip()
