"""How a table stands on a screen: ids, dates, names and paths are always whole; only one long column gives way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from omoide.doors.cli.printing import breaks, width

Cell = tuple[str, str]  # text and a rich style
Narrow = Literal["fold", "cut", "below"]
GAP = "  "
LEAST = 24  # a column that is narrower than this is not read with pleasure
_BAR = re.compile("^[█▏▎▍▌▋▊▉·]+ ")


def laid_out(
    headers: Sequence[str], rows: Sequence[Sequence[Cell]], right: Sequence[int], long: int, narrow: Narrow, room: int
) -> Iterator[list[Cell]]:
    """The lines of a table on a screen of so many cells: the header, a rule, and each row on as many as it takes.

    Where not all fits, bars go first. The long column is then folded or cut; where too little would be left for it,
    or where it is to stay in one piece, it stands on a line of its own, before the rest if it comes first. Should the
    others still be too many, they take several lines too.
    """
    cells = [[(_one_line(text), style) for text, style in row] for row in rows]
    widths = _widths(headers, cells)
    if _left(widths, long, room) < (min(LEAST, widths[long]) if long >= 0 else 0):
        cells = [[_without_bar(cell, at == long) for at, cell in enumerate(row)] for row in cells]
        widths = _widths(headers, cells)
    left = _left(widths, long, room)
    apart = left < widths[long] and (narrow == "below" or left < LEAST) if long >= 0 else left < 0
    if long >= 0 and not apart:
        widths[long] = min(widths[long], left)
    head = [(name, "bold") for name in headers]
    rule = room if apart else min(room, sum(widths) + len(GAP) * (len(widths) - 1))
    for number, row in enumerate([head, *cells]):
        if number == 1:
            yield [("─" * rule, "")]
        if apart:
            yield from _in_two(row, widths, right, long, narrow, room)
        else:
            yield from _in_one(row, widths, right, long, narrow)


def _in_one(
    row: Sequence[Cell], widths: Sequence[int], right: Sequence[int], long: int, narrow: Narrow
) -> Iterator[list[Cell]]:
    pieces = _pieces(row[long], widths[long], narrow) if long >= 0 else []
    yield _beside([pieces[0] if at == long else cell for at, cell in enumerate(row)], widths, right)
    before = " " * (sum(widths[:long]) + len(GAP) * long) if pieces else ""
    yield from ([(before, ""), piece] for piece in pieces[1:])


def _in_two(
    row: Sequence[Cell], widths: Sequence[int], right: Sequence[int], long: int, narrow: Narrow, room: int
) -> Iterator[list[Cell]]:
    pieces = [[piece] for piece in _pieces(row[long], room - len(GAP), narrow) if piece[0]] if long >= 0 else []
    others: list[list[Cell]] = []
    for group in _groups(widths, long, room):
        if others and not any(row[at][0] for at in group):
            continue
        cells, wide = [row[at] for at in group], [widths[at] for at in group]
        others.append(_beside(cells, wide, [place for place, at in enumerate(group) if at in right]))
    lines = [*pieces, *others] if long == 0 else [*others, *pieces]
    yield lines[0]
    yield from ([(GAP, ""), *parts] for parts in lines[1:])


def _groups(widths: Sequence[int], long: int, room: int) -> list[list[int]]:
    """The columns beside the long one, on as many lines as they take."""
    found: list[list[int]] = [[]]
    used = len(GAP) if long == 0 else 0
    for at, wide in enumerate(widths):
        if at == long:
            continue
        needed = wide + (len(GAP) if found[-1] else 0)
        if found[-1] and used + needed > room:
            found.append([])
            used, needed = len(GAP), wide
        used += needed
        found[-1].append(at)
    return found


def _one_line(text: str) -> str:
    return " ".join(text.split("\n"))


def _widths(headers: Sequence[str], cells: Sequence[Sequence[Cell]]) -> list[int]:
    return [max([width(name), *(width(row[at][0]) for row in cells)]) for at, name in enumerate(headers)]


def _left(widths: Sequence[int], long: int, room: int) -> int:
    """What the others leave of the screen to the long column, or what is left over where none is long."""
    return room - sum(widths) - len(GAP) * (len(widths) - 1) + (widths[long] if long >= 0 else 0)


def _without_bar(cell: Cell, long: bool) -> Cell:
    return cell if long else (_BAR.sub("", cell[0]), cell[1])


def _pieces(cell: Cell, room: int, narrow: Narrow) -> list[Cell]:
    text, style = cell
    if narrow != "fold":  # what stands below is whole: a terminal folds it so that it can be copied in one piece
        return [(_cut(text, room) if narrow == "cut" else text, style)]
    ends = [0, *breaks(text, room), len(text)]
    return [(text[a:b].rstrip(), style) for a, b in pairwise(ends)]


def _cut(text: str, room: int) -> str:
    if width(text) <= room:
        return text
    while text and width(text) > room - 1:
        text = text[:-1]
    return text.rstrip() + "…"


def _beside(cells: Sequence[Cell], widths: Sequence[int], right: Sequence[int]) -> list[Cell]:
    shown: list[Cell] = []
    for at, ((text, style), wide) in enumerate(zip(cells, widths, strict=True)):
        blank = " " * (wide - width(text))
        before, after = (blank, "") if at in right else ("", blank)
        shown += [((GAP if at else "") + before, ""), (text, style), (after, "")]
    return shown
