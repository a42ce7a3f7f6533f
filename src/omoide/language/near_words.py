"""Words that mean nearly the same (R12): who asks for the kids is told of the children, who asks for 母 of 母親.

The list is made from the built-in embedder's table by `python -m train.near_words` and serves every embedder: it says
something about words, not about vectors. Names, numbers and days are not in it; they must match exactly.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from omoide.language.cue_names import OTHER_NAME
from omoide.language.terms import fold, terms

FILE = Path(__file__).with_name("data") / "near_words.tsv"
LEAST = 0.45  # a cosine of so much counts nothing yet, one of 1 fully
_RUN = re.compile("[一-鿿々]+|[ァ-ヴー]{2,}")
_LONGEST = 4  # characters of a Japanese word in the list, if it is not written in katakana

Near = tuple[tuple[tuple[str, ...], float], ...]  # the terms of a near word, and how near it is (0-1)


def near_words(cue: str) -> dict[tuple[str, ...], Near]:
    """For the words of a cue that have near ones: the terms of the word, and what else may stand for them."""
    found: dict[tuple[str, ...], Near] = {}
    matter = OTHER_NAME.sub(" ", cue)
    for term in dict.fromkeys(terms(matter)):
        if term.isascii() and (near := _listed().get(term)):
            found[(term,)] = _read(near)
    for run in _RUN.findall(fold(matter)):
        for word in _words(run):
            found[tuple(terms(word))] = _read(_listed()[word])
    return found


def _words(run: str) -> list[str]:
    """The words of a run that the list knows, the longest first from the left: 温泉旅行 is 温泉 and 旅行.

    A single kanji counts only by itself: within a run it is a part of something else.
    """
    if run in _listed():
        return [run]
    words, at = [], 0
    while at < len(run) - 1:
        size = next((n for n in range(min(_LONGEST, len(run) - at), 1, -1) if run[at : at + n] in _listed()), 0)
        if size:
            words.append(run[at : at + size])
        at += size or 1
    return words


@cache
def _listed() -> dict[str, str]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


@cache
def _read(near: str) -> Near:
    pairs = (one.rpartition(":") for one in near.split())
    return tuple((_terms_of(word), (int(cosine) / 100 - LEAST) / (1 - LEAST)) for word, _, cosine in pairs)


def _terms_of(word: str) -> tuple[str, ...]:
    """English ones are listed by their stems."""
    return (word,) if word.isascii() else tuple(terms(word))
