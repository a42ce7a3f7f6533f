"""Long texts in pieces that overlap (R15), cut where a paragraph, a sentence or at least a word ends."""

from __future__ import annotations

import re

_CLOSERS = "」』）】〉》”’)\\]\"'"
_PARAGRAPH = re.compile(r"\n\s*\n\s*")
_SENTENCE = re.compile(rf"(?:[。！？…]+|[.!?]+(?=[{_CLOSERS}]*\s))[{_CLOSERS}]*\s*|\n+")
_WORD = re.compile(r"[、，,;；：:]\s*|\s+")


def cut(text: str, size: int, overlap: int) -> list[str]:
    """Pieces of at most `size` characters that together hold the whole text; each begins with what ended the one
    before, at most `overlap` characters of it, so that no sentence is lost between two."""
    text = text.strip()
    pieces: list[str] = []
    start = 0
    while len(text) - start > size:
        end = _end(text, start, size)
        pieces.append(text[start:end].strip())
        start = _start(text, end, overlap)
    pieces.append(text[start:].strip())
    return [piece for piece in pieces if piece]


def _end(text: str, start: int, size: int) -> int:
    """The last good place in the second half of what fits: after a paragraph, else a sentence, else a word."""
    least, most = start + size // 2 + 1, start + size
    for ending in (_PARAGRAPH, _SENTENCE, _WORD):
        places = [match.end() for match in ending.finditer(text, start, most) if least <= match.end() <= most]
        if places:
            return places[-1]
    return most


def _start(text: str, end: int, overlap: int) -> int:
    """A little before the end: at the first sentence that begins there, else at a word."""
    earliest = end - overlap
    for ending in (_SENTENCE, _WORD):
        for match in ending.finditer(text, earliest, end):
            if match.end() < end:
                return match.end()
    return earliest
