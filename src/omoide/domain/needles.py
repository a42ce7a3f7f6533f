"""Looking for many texts at once in raw bytes, however they may be written there (O2).

A proof that somebody is gone looks for thousands of ids and sentences in every byte of a home. Looking for each by
itself would take a pass per text; here one pass finds them all: the first four bytes at every place are looked up in
a table of those that begin a text, eight bytes decide what is left, and only then are texts compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import numpy as np

SHORTEST = 12  # characters of an id: what is shorter stands in other texts by chance
_HEAD = 8  # bytes that every form has at least
_BITS = 22
_MIX = np.uint32(2_654_435_761)  # spreads neighbouring numbers over the table


class Needles:
    """Texts by their position. Each is looked for in UTF-8, in UTF-16 and as JSON escapes it."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self._forms: dict[bytes, int] = {}
        for number, text in enumerate(self.texts):
            for form in forms(text):
                if len(form) >= _HEAD:
                    self._forms.setdefault(form, number)
        self._lengths: dict[bytes, tuple[int, ...]] = {}
        for form in self._forms:
            head = form[:_HEAD]
            self._lengths[head] = tuple({*self._lengths.get(head, ()), len(form)})
        self.longest = max(map(len, self._forms), default=0)
        self._table = np.zeros(1 << _BITS, dtype=bool)
        heads = np.frombuffer(b"".join(self._lengths), dtype="<u4")[::2]
        self._table[_slots(heads)] = True
        self._heads = np.sort(np.frombuffer(b"".join(self._lengths), dtype="<u8"))

    def __len__(self) -> int:
        return len(self.texts)

    def found(self, data: bytes) -> set[int]:
        """Positions of the texts that stand in it. An id is not found in a longer number that begins like it."""
        hits: set[int] = set()
        for place in self._candidates(data):
            for length in self._lengths[data[place : place + _HEAD]]:
                number = self._forms.get(data[place : place + length])
                if number is not None and not _goes_on(data, place + length):
                    hits.add(number)
        return hits

    def any(self, data: bytes) -> bool:
        return bool(self.found(data))

    def without(self, numbers: Iterable[int]) -> Needles:
        gone = set(numbers)
        return Needles([text for number, text in enumerate(self.texts) if number not in gone]) if gone else self

    def _candidates(self, data: bytes) -> list[int]:
        """Places with eight bytes that begin a form."""
        if len(data) < _HEAD or not self._forms:
            return []
        raw = np.frombuffer(data, dtype=np.uint8)
        places = []
        for phase in range(4):
            count = (len(data) - phase) // 4
            words = np.frombuffer(data, dtype="<u4", count=count, offset=phase)
            places.append(np.flatnonzero(self._table[_slots(words)]) * 4 + phase)
        found = np.concatenate(places)
        found = found[found <= len(data) - _HEAD]
        eight = np.ascontiguousarray(raw[found[:, None] + np.arange(_HEAD)]).view("<u8").ravel()
        at = np.minimum(np.searchsorted(self._heads, eight), len(self._heads) - 1)
        return found[self._heads[at] == eight].tolist()


def forms(text: str) -> set[bytes]:
    """How a text may stand in a file."""
    escaped = json.dumps(text)[1:-1]
    told = json.dumps(text, ensure_ascii=False)[1:-1]
    written = {text.encode("utf-8", "surrogatepass"), escaped.encode(), told.encode("utf-8", "surrogatepass")}
    return written | {text.encode("utf-16-le", "surrogatepass")}


def _slots(words: np.ndarray) -> np.ndarray:
    return (words.astype(np.uint32, copy=False) * _MIX) >> np.uint32(32 - _BITS)


def _goes_on(data: bytes, end: int) -> bool:
    """mem_20260118_100 is no part of mem_20260118_1000."""
    return data[end - 1 : end].isdigit() and data[end : end + 1].isdigit()
