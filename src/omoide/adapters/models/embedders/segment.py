"""Japanese letters into words, for the built-in embedder: the cheapest way through a run of letters.

The dictionary is a sorted column of hashes, not of strings: it is mapped from its file, so that a process that
starts for a single cue reads only the few pages that it needs. Every inflected form leads to the row of its word
(食べ, 食べた and たべる meet), so no grammar is needed here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

LONGEST = 8  # letters of a word in the dictionary
# What a letter costs that belongs to no word; words cost 0 to 255, a common one 20, a rare one 110.
UNKNOWN = 150
NO_ROW = -1
# Put between texts that are taken apart at once. No word crosses it, not even one whose hash happens to fit.
BREAK = "\0"

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(32)


class Words(NamedTuple):
    """The dictionary: hashes in rising order, and for each the row of its word and what it costs to read it."""

    hashes: np.ndarray  # uint32
    rows: np.ndarray  # uint16
    costs: np.ndarray  # uint8


class Found(NamedTuple):
    """A word, or a letter that belongs to none (its row is NO_ROW)."""

    start: int
    end: int
    row: int


def hashes_of(letters: np.ndarray, longest: int = LONGEST) -> list[np.ndarray]:
    """For each length 1, 2 ... the hashes of all stretches of that length, one per start. `letters` are code points."""
    mixed: list[np.ndarray] = []
    running = np.zeros(len(letters), dtype=np.uint64)
    for length in range(1, min(longest, len(letters)) + 1):
        ends = letters[length - 1 :]
        running = (running[: len(ends)] ^ ends) * _FACTOR
        running ^= running >> _SHIFT
        mixed.append((running >> np.uint64(8)).astype(np.uint32))
    return mixed


def code_points(text: str) -> np.ndarray:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)


def segment(text: str, words: Words) -> list[Found]:
    """The words of a text in order. Of two ways that cost the same, the one with the longer last word is taken."""
    if not text:
        return []
    steps = _steps(code_points(text), words)
    far = 1 << 60
    best = [0] + [far] * len(text)
    came: list[tuple[int, int]] = [(0, NO_ROW)] * (len(text) + 1)
    for start, length, cost, row in steps:
        total = best[start] + cost
        if total < best[start + length]:
            best[start + length] = total
            came[start + length] = (start, row)
    found: list[Found] = []
    end = len(text)
    while end:
        start, row = came[end]
        found.append(Found(start, end, row))
        end = start
    return found[::-1]


def _steps(letters: np.ndarray, words: Words) -> list[tuple[int, int, int, int]]:
    """Every word that stands anywhere and every single letter, as (start, length, cost, row), by their starts."""
    count = len(letters)
    breaks = np.flatnonzero(letters == 0)
    ahead = np.append(breaks, count)[np.searchsorted(breaks, np.arange(count))] - np.arange(count)
    starts, lengths = [np.arange(count)], [np.ones(count, dtype=np.int64)]
    costs, rows = [np.full(count, UNKNOWN, dtype=np.int64)], [np.full(count, NO_ROW, dtype=np.int64)]
    for length, hashes in enumerate(hashes_of(letters), 1):
        at = np.minimum(np.searchsorted(words.hashes, hashes), len(words.hashes) - 1)
        there = np.flatnonzero((words.hashes[at] == hashes) & (ahead[: len(hashes)] >= length))
        found = at[there]
        starts.append(there)
        lengths.append(np.full(len(there), length))
        costs.append(words.costs[found].astype(np.int64))
        rows.append(words.rows[found].astype(np.int64))
    start = np.concatenate(starts)
    order = np.argsort(start, kind="stable")
    columns = (start, np.concatenate(lengths), np.concatenate(costs), np.concatenate(rows))
    return list(zip(*(column[order].tolist() for column in columns), strict=True))
