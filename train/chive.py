"""Japanese word vectors: chiVe as it lies in the ja-ginza wheel, read without spaCy.

The wheel keeps 20,000 vectors and 480,000 words that point at them, the most frequent word first; the words are
named by their MurmurHash64A, so the strings are hashed again here to find them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

_FACTOR, _ALL = 0xC6A4A7935BD1E995, (1 << 64) - 1


class Chive(NamedTuple):
    ranks: dict[str, int]  # by frequency; 0 is the most frequent
    rows: list[int]  # by rank, the vector of that word
    vectors: np.ndarray


def read_chive(folder: Path) -> Chive:
    strings = json.loads((folder / "strings.json").read_text(encoding="utf-8"))
    words = {_murmur(text.encode()): text for text in strings}
    rows = msgspec.msgpack.decode((folder / "key2row").read_bytes(), type=dict[int, int])
    known = [(words[key], row) for key, row in rows.items() if key in words]
    ranks: dict[str, int] = {}
    for rank, (word, _) in enumerate(known):
        ranks.setdefault(word, rank)
    return Chive(ranks, [row for _, row in known], np.load(folder / "vectors"))


def _murmur(data: bytes) -> int:
    state = (1 ^ len(data) * _FACTOR) & _ALL
    whole = len(data) & ~7
    for start in range(0, whole, 8):
        part = int.from_bytes(data[start : start + 8], "little") * _FACTOR & _ALL
        part = (part ^ part >> 47) * _FACTOR & _ALL
        state = (state ^ part) * _FACTOR & _ALL
    if whole < len(data):
        state = (state ^ int.from_bytes(data[whole:], "little")) * _FACTOR & _ALL
    state = (state ^ state >> 47) * _FACTOR & _ALL
    return state ^ state >> 47
