"""Names in running text (G3): which parts of it may be one, and whether it holds a given one.

Japanese puts no blanks between words, so a name may begin and end anywhere; a Latin word is never cut: "art" is not in
"party".
"""

from __future__ import annotations

import re

from omoide.domain.page import folded

_LONGEST_TEXT, _LONGEST_NAME = 300, 30
_WORDY = re.compile(r"[0-9a-zß-öø-ɏ\u0370-\u058f_]")
_TOO_SHORT = re.compile(r"[\u3041-\u30ff]|[^\u3400-\u9fff]")  # one character that is no kanji names nothing


def names_within(text: str) -> list[str]:
    """Every part of a text, folded, that could be a name; of a long text its beginning."""
    text = folded(text)[:_LONGEST_TEXT]
    borders = [at for at in range(len(text) + 1) if _border(text, at)]
    found: dict[str, None] = {}
    for number, start in enumerate(borders):
        for end in borders[number + 1 :]:
            if end - start > _LONGEST_NAME:
                break
            part = text[start:end].strip()
            if part and telling(part):
                found[part] = None
    return list(found)


def holds(text: str, name: str) -> bool:
    """Both folded."""
    at = text.find(name)
    while at >= 0:
        if _border(text, at) and _border(text, at + len(name)):
            return True
        at = text.find(name, at + 1)
    return False


def telling(name: str) -> bool:
    return len(name) > 1 or not _TOO_SHORT.match(name)


def _border(text: str, at: int) -> bool:
    return not (0 < at < len(text) and _WORDY.match(text[at - 1]) and _WORDY.match(text[at]))
