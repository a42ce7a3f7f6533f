"""Reading what a damaged SQLite file still holds: a table is read in one go as far as it goes, then row by row."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

# A row takes some dozens of bytes at least; where nothing says how far a table goes, its pages do.
_ROWS_PER_PAGE = 100
_AT_ONCE = 1_000
_PAGES_OF_TABLES = (b"\x05", b"\x0d")  # the first byte of a page: inner and leaf
# Damaged bytes may also be in what SQLite says about them, which Python then cannot decode.
UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)


@dataclass(slots=True)
class Reading:
    """How the reading of one table went. `whole` is False once anything in it could not be read."""

    whole: bool = True
    problems: list[str] = field(default_factory=list)

    def broken(self, problem: object) -> None:
        self.whole = False
        self.problems.append(str(problem))


def columns_of(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    """Names and declared types; empty when there is no such table."""
    return {name: kind.upper() for _, name, kind, *_ in connection.execute(f'PRAGMA table_info("{table}")')}


def readable_rows(
    connection: sqlite3.Connection, table: str, columns: Sequence[str], reading: Reading
) -> Iterator[tuple[Any, ...]]:
    """Every row that can be read, each once, by rowid. Indexes are not asked: they may be what is broken."""
    listed = ", ".join(f'"{name}"' for name in columns)
    last = -(2**63)
    try:
        for rowid, *values in connection.execute(f'SELECT rowid, {listed} FROM "{table}" NOT INDEXED ORDER BY rowid'):
            last = rowid
            yield tuple(values)
        return
    except UNREADABLE as error:
        reading.broken(error)
    if not _has_root(connection, table):
        return
    one = f'SELECT {listed} FROM "{table}" NOT INDEXED WHERE rowid = ?'
    for rowid in range(max(last + 1, 0), _top(connection, table) + 1):
        try:
            found = connection.execute(one, (rowid,)).fetchone()
        except UNREADABLE:
            continue
        if found:
            yield tuple(found)


def _has_root(connection: sqlite3.Connection, table: str) -> bool:
    """Whether the page through which every row is reached is one of a table. Without it none is found by its number,
    and to ask for each that there might be takes hours in a large file."""
    root = "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?"
    page, size = connection.execute(root, (table,)).fetchone()[0], connection.execute("PRAGMA page_size").fetchone()[0]
    path = connection.execute("PRAGMA database_list").fetchone()[2]
    with open(path, "rb") as file:
        file.seek((page - 1) * size)
        return file.read(1) in _PAGES_OF_TABLES


def _top(connection: sqlite3.Connection, table: str) -> int:
    """The highest rowid, or a number that it cannot well exceed when that end of the table is broken too."""
    try:
        return connection.execute(f'SELECT MAX(rowid) FROM "{table}" NOT INDEXED').fetchone()[0] or 0
    except UNREADABLE:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        return pages * _ROWS_PER_PAGE


_KINDS: dict[str, tuple[type, ...]] = {
    "INTEGER": (int,), "BIGINT": (int,), "DOUBLE PRECISION": (float, int), "TEXT": (str,), "BLOB": (bytes,),
}  # fmt: skip


def plausible(values: Sequence[Any], kinds: Sequence[str]) -> bool:
    """False for what a damaged page made up: a text where a number belongs. (Whether NULL may be, the table knows.)"""
    return all(
        value is None or isinstance(value, _KINDS.get(kind, (object,)))
        for value, kind in zip(values, kinds, strict=True)
    )


def copy_readable(source: sqlite3.Connection, target: sqlite3.Connection, table: str) -> tuple[int, Reading]:
    """Copy what can be read and is not there yet; returns how many rows were new."""
    reading = Reading()
    before = target.total_changes
    try:
        present = columns_of(source, table)
    except UNREADABLE as error:
        reading.broken(error)
        return 0, reading
    kinds = {name: kind for name, kind in columns_of(target, table).items() if name in present}
    if not kinds:
        reading.broken(f"there is no table {table}")
        return 0, reading
    names = ", ".join(f'"{name}"' for name in kinds)
    insert = f'INSERT OR IGNORE INTO "{table}" ({names}) VALUES ({", ".join("?" * len(kinds))})'
    batch: list[tuple[Any, ...]] = []
    for row in readable_rows(source, table, list(kinds), reading):
        if plausible(row, list(kinds.values())):
            batch.append(row)
        else:
            reading.broken("a row with impossible values")
        if len(batch) >= _AT_ONCE:
            target.executemany(insert, batch)
            batch.clear()
    target.executemany(insert, batch)
    return target.total_changes - before, reading
