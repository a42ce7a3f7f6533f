"""Several things told in one text of a given length: what weighs more gets more room, and nothing is cut too short.

The room for one unit of weight is looked for, so that all together just fit. When there are too many things even for
the shortest telling of each, the weightiest are told and the others counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from omoide.adapters.models.offline.choosing import CUT, clipped, join, shortened, worth
from omoide.language.sentences import sentences

_SMALLEST, _LARGEST = 16, 4_096  # characters for one unit of weight
_STAR = "★"
_MOST = 200  # pieces of a text that are weighed at all


class Tellable(Protocol):
    @property
    def weight(self) -> float: ...

    def told(self, room: int) -> str:
        """In about so many characters; whole when they suffice."""
        ...


def fill(head: str, things: Sequence[Tellable], most: int, others: Callable[[int], str]) -> str:
    """Head, things in their order, each on its line, within `most` characters; `others` counts what had no room."""
    if _length(lines := _lines(head, things, _LARGEST)) <= most:
        return "\n".join(lines)
    low, high = _SMALLEST, _LARGEST
    if _length(_lines(head, things, low)) > most:
        return _weightiest(head, things, most, others)
    while high - low > max(low // 16, 1):
        middle = (low + high) // 2
        if _length(_lines(head, things, middle)) <= most:
            low = middle
        else:
            high = middle
    return "\n".join(_lines(head, things, low))


def _lines(head: str, things: Sequence[Tellable], unit: int) -> list[str]:
    return [line for line in (head, *(thing.told(round(unit * thing.weight)) for thing in things)) if line]


def _length(lines: Sequence[str]) -> int:
    return sum(map(len, lines)) + max(len(lines) - 1, 0)


def _weightiest(head: str, things: Sequence[Tellable], most: int, others: Callable[[int], str]) -> str:
    room = most - len(head) - len(others(len(things))) - 2
    kept: dict[int, str] = {}
    for at in sorted(range(len(things)), key=lambda at: (-things[at].weight, at)):
        line = things[at].told(round(_SMALLEST * things[at].weight))
        if len(line) + 1 <= room:
            kept[at] = line
            room -= len(line) + 1
    rest = others(len(things) - len(kept)) if len(kept) < len(things) else ""
    lines = [line for line in (head, *(kept[at] for at in sorted(kept)), rest) if line]
    return clipped("\n".join(lines), most)


@dataclass(frozen=True, slots=True)
class Worded:
    """A text with what each of its sentences is worth, weighed once, to be told in whatever room there is."""

    text: str
    pieces: tuple[str, ...]
    ranked: tuple[int, ...]

    @classmethod
    def of(cls, text: str, by_line: bool = False) -> Worded:
        """By sentence, or by line for a text in which a line is one thing told."""
        pieces = tuple(piece for piece in (text.splitlines() if by_line else sentences(text)) if piece.strip())[:_MOST]
        worths = [worth(piece, at, len(pieces)) + 100 * (_STAR in piece) for at, piece in enumerate(pieces)]
        return cls(text, pieces, tuple(sorted(range(len(pieces)), key=lambda at: (-worths[at], at))))

    def within(self, room: int) -> str:
        if len(self.text) <= room:
            return self.text
        chosen: list[int] = []
        left = room
        for at in self.ranked:
            if len(self.pieces[at]) <= left:
                chosen.append(at)
                left -= len(self.pieces[at]) + 1
        if chosen:
            return join([self.pieces[at] for at in sorted(chosen)])
        if not self.pieces or room <= len(CUT):
            return ""
        return shortened(self.pieces[self.ranked[0]], room)
