"""Words into pieces, for the built-in embedder: the longest piece that fits, then the longest that goes on from there.

It is the rule by which the teacher of the weights took words apart, so its vocabulary can be used as it is.
"""

from __future__ import annotations

from collections.abc import Mapping

CONTINUES = "##"
MOST_LETTERS = 100  # a longer word is no word


def pieces_of(word: str, vocabulary: Mapping[str, int]) -> list[int]:
    """The rows of a word's pieces; none at all when some part of it fits no piece."""
    if len(word) > MOST_LETTERS:
        return []
    rows: list[int] = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            row = vocabulary.get(word[start:end] if not start else f"{CONTINUES}{word[start:end]}")
            if row is not None:
                rows.append(row)
                start = end
                break
        else:
            return []
    return rows
