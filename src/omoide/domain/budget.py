"""A prompt has room for so many tokens. What goes in, what is left out, and from which end (R9).

A section is a list of pieces in the order in which they are read. Where they do not all fit, those at the less
important end go first, whole; only a piece that alone is too long for its section is cut. Every section has a budget
of its own, and all together have one: what is over that is taken from the last sections first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Count = Callable[[str], int]  # tokens of a text
Cut = Callable[[str, int], str]  # the longest beginning that has at most so many tokens
SCRAP = 16  # tokens; no piece is cut down to less


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    label: str  # what to call it when it is left out


@dataclass(frozen=True, slots=True)
class Section:
    """`keep` names the end that matters most: the first pieces of a ranking, the last days of a diary."""

    name: str
    pieces: tuple[Piece, ...]
    keep: Literal["first", "last"] = "first"


@dataclass(frozen=True, slots=True)
class Filled:
    name: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    section: str
    what: str
    tokens: int
    cut: bool = False  # part of it is in


@dataclass(frozen=True, slots=True)
class Context:
    """What a prompt is given. Its tokens, tags and all, never exceed the budget."""

    text: str
    tokens: int
    sections: tuple[Filled, ...]
    left_out: tuple[LeftOut, ...]


def fill(sections: Sequence[Section], budgets: Mapping[str, int], total: int, count: Count, cut: Cut) -> Context:
    """As much of the sections as fits; earlier ones are served first."""
    allowed = total
    while True:
        filled, left_out = _share(sections, budgets, allowed, count, cut)
        text = "\n\n".join(framed(section.name, section.text) for section in filled)
        over = count(text) - total
        if over <= 0 or not filled:
            return Context(text, count(text), filled, left_out)
        allowed -= over  # texts may be cut into more tokens joined than apart


def framed(name: str, text: str) -> str:
    return f"<{name}>\n{text}\n</{name}>"


def _share(
    sections: Sequence[Section], budgets: Mapping[str, int], room: int, count: Count, cut: Cut
) -> tuple[tuple[Filled, ...], tuple[LeftOut, ...]]:
    filled: list[Filled] = []
    left_out: list[LeftOut] = []
    for section in sections:
        if not section.pieces:
            continue
        frame = count(framed(section.name, "") + "\n\n")
        text, gone = _fit(section, min(budgets.get(section.name, room), room - frame), count, cut)
        left_out += gone
        if text:
            filled.append(Filled(section.name, text, count(text)))
            room -= filled[-1].tokens + frame
    return tuple(filled), tuple(left_out)


def _fit(section: Section, most: int, count: Count, cut: Cut) -> tuple[str, list[LeftOut]]:
    """The text of as many pieces as fit, and what did not. Counted joined: tokens do not simply add up."""
    ordered = section.pieces if section.keep == "first" else section.pieces[::-1]  # the most important first
    fits = bisect_right(range(1, len(ordered) + 1), most, key=lambda n: count(_joined(_shown(section, ordered[:n]))))
    gone = [LeftOut(section.name, piece.label, count(piece.text)) for piece in ordered[fits:]]
    if fits or most <= 0:
        return _joined(_shown(section, ordered[:fits])), gone
    # Too long by itself: better its beginning than nothing, unless that says nothing, such as "- [2026-".
    begun = cut(ordered[0].text, most).rstrip() if most >= SCRAP else ""
    if begun:
        gone[0] = LeftOut(section.name, ordered[0].label, gone[0].tokens - count(begun), cut=True)
    return begun, gone


def _shown(section: Section, ordered: Sequence[Piece]) -> Sequence[Piece]:
    return ordered if section.keep == "first" else ordered[::-1]


def _joined(pieces: Sequence[Piece]) -> str:
    return "\n".join(piece.text for piece in pieces)
