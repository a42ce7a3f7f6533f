"""Lending a damaged file what SQLite cannot do without: its header, or the list of its tables.

Both are a few pages among thousands, yet without them not one row can be read. Neither is lost: every store of one
form is made by the same statements, and SQLite puts the tables of a new file in the same places every time, so a sound
store knows where the tables of the damaged one begin. Everything happens in a copy that may be changed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from omoide.adapters.sql.copies import copy_whole

PAGE = 4096
_HEADER = 100
_TABLES, _INDEXES = (5, 13), (2, 10)  # the kinds of page, by their first byte: inner pages and leaves


def lend_header(damaged: Path, sound: Path) -> bool:
    """Give a copy of a file whose first bytes are gone those of a sound one, if the rest of its first page is there."""
    with sound.open("rb") as file:
        header = _unsure(file.read(_HEADER))
    with damaged.open("r+b") as file:
        first = file.read(PAGE)
        if len(first) < PAGE or first[_HEADER] not in _TABLES + _INDEXES:
            return False
        file.seek(0)
        file.write(header)
    return True


def lend_tables(damaged: Path, sound: Path) -> None:
    """Give a copy of a file the list of tables of a sound one of the same form. `vacuum` orders a file anew, so there
    are two lists to choose from: the one that leads to more pages of the right kind."""
    as_made, ordered = damaged.with_name("as-made.db"), damaged.with_name("ordered.db")
    for copy in (as_made, ordered):
        copy_whole(sound, copy)
    with closing(sqlite3.connect(ordered, isolation_level=None)) as connection:
        connection.execute("VACUUM")
    there = damaged.read_bytes()
    best = max((_plan_of(as_made), _plan_of(ordered)), key=lambda plan: plan.fits(there))
    with damaged.open("r+b") as file:
        for number, page in best.placed(-(-len(there) // PAGE)).items():
            file.seek((number - 1) * PAGE)
            file.write(page)


def schema_pages(content: bytes, number: int = 1) -> list[int]:
    """The pages that hold the list of tables: the first, and what it leads to."""
    at = _start(number)
    if content[at] != _TABLES[0]:
        return [number]
    cells = int.from_bytes(content[at + 3 : at + 5], "big")
    below = [int.from_bytes(content[at + 8 : at + 12], "big")]
    for cell in range(cells):
        place = at + 12 + 2 * cell
        start = (number - 1) * PAGE + int.from_bytes(content[place : place + 2], "big")
        below.append(int.from_bytes(content[start : start + 4], "big"))
    return [number, *(page for child in sorted(below) for page in schema_pages(content, child))]


@dataclass(frozen=True, slots=True)
class _Plan:
    """The pages of a list of tables, and what kind of page each table and index must begin with."""

    pages: dict[int, bytes]
    roots: dict[int, tuple[int, int]]

    def fits(self, content: bytes) -> int:
        return sum(content[_start(page) : _start(page) + 1] in map(_byte, kinds) for page, kinds in self.roots.items())

    def placed(self, pages_there: int) -> dict[int, bytes]:
        """What to write where. A page of the list that lies behind the beginnings of all tables came into being last
        (`vacuum` lists triggers after it has copied every row), so in a file with rows it lies elsewhere, and a row
        stands here: such a page is put behind the end of the file instead."""
        late = sorted(number for number in self.pages if number > max(self.roots, default=1))
        moved = {number: pages_there + place for place, number in enumerate(late, 1)}
        return {moved.get(number, number): _leading(page, number, moved) for number, page in self.pages.items()}


def _plan_of(path: Path) -> _Plan:
    with closing(sqlite3.connect(path)) as connection:
        roots = [root for (root,) in connection.execute("SELECT rootpage FROM sqlite_master WHERE rootpage > 0")]
    content = path.read_bytes()
    pages = {number: content[(number - 1) * PAGE : number * PAGE] for number in schema_pages(content)}
    pages[1] = _unsure(pages[1][:_HEADER]) + pages[1][_HEADER:]
    return _Plan(pages, {root: _TABLES if content[_start(root)] in _TABLES else _INDEXES for root in roots})


def _leading(page: bytes, number: int, moved: dict[int, int]) -> bytes:
    """A page of the list that leads to where its pages are now."""
    at = _start(number) - (number - 1) * PAGE
    if page[at] != _TABLES[0]:
        return page
    changed = bytearray(page)
    cells = int.from_bytes(page[at + 3 : at + 5], "big")
    places = [int.from_bytes(page[at + 12 + 2 * cell : at + 14 + 2 * cell], "big") for cell in range(cells)]
    for place in (at + 8, *places):
        below = int.from_bytes(page[place : place + 4], "big")
        changed[place : place + 4] = moved.get(below, below).to_bytes(4, "big")
    return bytes(changed)


def _unsure(header: bytes) -> bytes:
    """A header that says nothing about the length of the file and its free pages: SQLite then goes by the file."""
    unsure = bytearray(header)
    unsure[18:20] = b"\2\2"  # written ahead: the last writes may lie beside the file
    unsure[24:40] = bytes(16)  # change counter, page count, first free page, number of free pages
    unsure[92:96] = bytes(3) + b"\1"  # differs from the change counter: the page count is not to be believed
    return bytes(unsure)


def _start(number: int) -> int:
    return (number - 1) * PAGE + (_HEADER if number == 1 else 0)


def _byte(value: int) -> bytes:
    return bytes([value])
