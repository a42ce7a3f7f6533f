"""What of a text betrays where it came from (O2): stretches long enough that nobody else says the same by chance.

A short sentence stands for itself; a long one is cut into stretches that overlap, so that any forty letters of it are
known again. What ends or quotes a sentence is left out: somebody who quotes it may end it otherwise. A bare time is
nobody's: much happens in the same minute.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate

from omoide.language.function_words import ENGLISH
from omoide.language.sentences import sentences

LEAST = 20.0  # letters; a Japanese character tells as much as two and a half
WHOLE = 40.0
STRETCH = 30.0
STEP = 10.0
_JAPANESE = 2.5
_BETWEEN = re.compile(r'["“”「」『』\\\r\n\t\0]+')
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
_EDGES = " 　.,!?;:。、！？…*_#>-–—()（）[]'’"


def stretches(text: str, anybodys: Callable[[str], bool] = lambda sentence: False) -> Iterator[str]:
    """`anybodys` says which sentences are written about anybody: these betray nothing."""
    for sentence in sentences(text):
        for part in _BETWEEN.split(sentence):
            part = part.strip(_EDGES)
            weight = _weight(part)
            if weight < LEAST or _TIME.fullmatch(part) or anybodys(part):
                continue
            if weight <= WHOLE:
                yield part
            else:
                yield from _cut(part)


def names(text: str, name: str) -> bool:
    """Whether a text names somebody: as a word of its own where words are parted, else anywhere."""
    if not telling(name) or name not in text:
        return False
    begin = r"(?<![^\W_])" if _parted(name[0]) else ""
    end = r"(?![^\W_])" if _parted(name[-1]) else ""
    return re.search(begin + re.escape(name) + end, text) is not None


def telling(name: str) -> bool:
    """Whether a name means somebody wherever it stands. "me" and "will" do not, and neither does a single letter."""
    return _weight(name) >= 3 and name.casefold() not in ENGLISH


def _cut(part: str) -> Iterator[str]:
    """Stretches of one length, each beginning a step after the one before; the last one ends with the part."""
    reached = [0.0, *accumulate(map(_tells, part))]
    start = 0
    while True:
        end = bisect_left(reached, reached[start] + STRETCH)
        if end >= len(reached):
            break
        yield part[start:end].strip()
        start = max(bisect_left(reached, reached[start] + STEP), start + 1)
    yield part[max(bisect_right(reached, reached[-1] - STRETCH) - 1, 0) :].strip()


def _weight(text: str) -> float:
    return sum(map(_tells, text))


def _tells(letter: str) -> float:
    return _JAPANESE if letter > "\u2e7f" else 1.0


def _parted(letter: str) -> bool:
    """Letters of a script that puts blanks between words."""
    return letter.isalnum() and letter <= "\u2e7f"
