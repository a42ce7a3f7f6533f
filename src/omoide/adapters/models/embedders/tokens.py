"""Texts into rows of the table, for the built-in embedder and for the script that trains it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from omoide.adapters.models.embedders.segment import BREAK, NO_ROW, Found, Words, code_points, hashes_of, segment
from omoide.adapters.models.embedders.wordpieces import pieces_of
from omoide.adapters.models.embedders.words import words_and_runs

# Letters of a foreign script or a made-up word that are looked at; the rest of such a word adds nothing.
MOST_STRANGE = 40
KATAKANA, LAST_KATAKANA, KANJI = 0x30A1, 0x30FF, 0x3400


class Rows(NamedTuple):
    """Where the parts of a text are found in the table."""

    pieces: dict[str, int]
    words: Words
    first_bucket: int
    buckets: int


def rows_of(texts: Sequence[str], rows: Rows) -> list[list[int]]:
    """For each text the rows it is the sum of."""
    every: list[list[int]] = []
    joined: list[str] = []
    owners: list[int] = []
    for number, text in enumerate(texts):
        words, runs = words_and_runs(text)
        every.append([row for word in words for row in _of_word(word, rows)])
        joined += runs
        owners += [number] * len(runs)
    line = BREAK.join(joined)
    spelling = _spelling(line, rows)
    start = 0
    for owner, run, found in zip(owners, joined, _by_run(line, segment(line, rows.words)), strict=True):
        every[owner] += _of_run(run, found, rows)
        every[owner] += [row for row in spelling[start : start + len(run)] if row != NO_ROW]
        start += len(run) + len(BREAK)
    return every


def _spelling(line: str, rows: Rows) -> list[int]:
    """For each kanji and katakana its bucket, whether a word was found there or not: words that are written alike
    are often alike, and where the text was cut wrongly, or a rare word shares its row, letters still tell."""
    if not line:
        return []
    letters = code_points(line)
    buckets = rows.first_bucket + (hashes_of(letters, 1)[0] % np.uint32(rows.buckets)).astype(np.int64)
    told = (letters >= KATAKANA) & (letters <= LAST_KATAKANA) | (letters >= KANJI)
    return np.where(told, buckets, NO_ROW).tolist()


def _by_run(line: str, found: Iterable[Found]) -> Iterator[list[Found]]:
    """What was found, run by run, with places counted from the start of each."""
    if not line:
        return
    start, run = 0, []
    for one in found:
        if one.row == NO_ROW and line[one.start] == BREAK:
            yield run
            start, run = one.end, []
        else:
            run.append(Found(one.start - start, one.end - start, one.row))
    yield run


def _of_run(run: str, found: Iterable[Found], rows: Rows) -> list[int]:
    """Words by their rows; what lies between them by its letters."""
    ids: list[int] = []
    strange = ""
    for start, end, row in found:
        if row == NO_ROW:
            strange += run[start:end]
            continue
        if strange:
            ids += letters_of(strange, rows.first_bucket, rows.buckets)
            strange = ""
        ids.append(row)
    if strange:
        ids += letters_of(strange, rows.first_bucket, rows.buckets)
    return ids


def _of_word(word: str, rows: Rows) -> Sequence[int]:
    return pieces_of(word, rows.pieces) or letters_of(word, rows.first_bucket, rows.buckets)


@lru_cache(maxsize=1 << 14)
def letters_of(strange: str, first_bucket: int, buckets: int) -> tuple[int, ...]:
    """Buckets of single letters and of pairs: a name that no word list knows is still like itself."""
    singles, *pairs = hashes_of(code_points(strange[:MOST_STRANGE]), 2)
    return tuple(first_bucket + int(one) % buckets for part in (singles, *pairs) for one in part)
