"""Which everyday concepts a text touches, by a small word list in both languages (concepts.txt).

It lets simple synonyms and translations meet ("glad", 「嬉しい」) where spelling has nothing in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from omoide.adapters.models.embedders.words import stem

FILE = Path(__file__).with_name("concepts.txt")


@cache
def _table() -> tuple[dict[str, tuple[str, str]], dict[str, int]]:
    """From a stem or a Japanese entry to (concept, topic); and from a first letter to its longest entry."""
    concepts: dict[str, tuple[str, str]] = {}
    longest: dict[str, int] = {}
    topic = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            topic = line.strip("[]").replace("-", "")
        elif line and not line.startswith("#"):
            entries = line.split()
            for entry in entries:
                key = "_".join(map(stem, entry.split("_"))) if entry.isascii() else entry
                concepts.setdefault(key, (entries[0], topic))
                if not entry.isascii():
                    longest[entry[0]] = max(longest.get(entry[0], 0), len(entry))
    return concepts, longest


def concepts_of(stems: list[str], runs: list[str]) -> Iterator[tuple[str, str]]:
    """(concept, topic) of each word, pair of words or Japanese entry that is found, the longest entry first."""
    concepts, longest = _table()
    for position, word in enumerate(stems):
        pair = f"{word}_{stems[position + 1]}" if position + 1 < len(stems) else ""
        found = concepts.get(pair) or concepts.get(word)
        if found:
            yield found
    for run in runs:
        position, end = 0, len(run)
        while position < end:
            step = 1
            for length in range(min(longest.get(run[position], 0), end - position), 0, -1):
                found = concepts.get(run[position : position + length])
                if found:
                    yield found
                    step = length
                    break
            position += step
