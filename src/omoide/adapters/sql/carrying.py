"""Moving house (X1, X2): every row of one database into another of whatever kind, in steps that can be interrupted.

A whole house does not fit into one transaction. So rows go over in batches, table by table and by their keys, and both
sides are read beside each other: a row that is there already is left, one that is missing or different is put, one that
is there and no longer here goes. Whatever a killed move left is thus simply less to do. A pass that finds nothing to
do has compared every row and every vector with its copy: that pass is the proof, and nothing is finished without it.

Until then the new house stands closed. A line in its ledger of migrations, higher than any form, makes every program
refuse it; it goes in the transaction that makes the indexes of words, which each kind of database has of its own.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import numpy as np

from omoide.adapters.sql import copies, crossing, home_files
from omoide.adapters.sql.database import Database, marks
from omoide.adapters.sql.faults import explained
from omoide.adapters.sql.migrations import MIGRATIONS, MOVING, migrate, version
from omoide.domain.house import Moved
from omoide.errors import Busy, Refused
from omoide.ports import Progress

Row = Sequence[Any]
Read = Callable[[str], Iterable[Row]]

_AT_ONCE = 1_000
_PASSES = 5  # whoever writes faster than rows are carried must stop first


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: tuple[str, ...]
    key: tuple[int, ...]  # places of the columns that tell its rows apart
    vector: int | None = None  # the place of the column whose form differs between databases

    def key_of(self, row: Row) -> tuple[Any, ...]:
        return tuple(row[place] for place in self.key)

    @property
    def key_names(self) -> list[str]:
        return [self.columns[place] for place in self.key]


def carry(
    source: Database, target: Database, report: Progress | None = None, files: Callable[[], int] = lambda: 0
) -> Moved:
    """Call it again after anything went wrong: it goes on where it stopped. `files` carries what is not rows, and says
    how many of them were not the same."""
    _close(target)
    written = 0
    rows = sum(_count(source, table) for table in _tables())
    for number in range(1, _PASSES + 1):
        told = _Told(report, rows, number)
        changed, seen = _one_pass(source, target, told)
        written += changed
        if not changed and not files():
            _open(target)
            vectors = sum(seen[table.name] for table in _tables() if table.vector is not None)
            return Moved(sum(seen.values()), vectors, written, seen)
    raise Busy(
        f"{source.name} changes faster than it can be carried: end what writes there, then move again."
        " What has arrived stays.",
        f"{source.name} への書き込みが続いていて移し終えられません。書き込みを止めて、もう一度実行してください。"
        "届いた分はそのまま使われます。",
    )


# ------------------------------------------------------------ the door of the new house


def _close(target: Database) -> None:
    """Prepare the tables and close the door; one that is closed already is a move that goes on."""
    if version(target) == MOVING:
        with target.transaction():
            target.execute("DELETE FROM migrations WHERE number = ?", (MOVING,))
            migrate(target)  # a newer program may go on with what an older one began
            _shut(target)
        return
    migrate(target)
    held = next((table.name for table in _tables() if table.name != "counters" and _count(target, table)), "")
    if held or (held := _pages_in(target)):
        raise Refused(
            f"{target.name} holds memories already ({held}): name an empty place to move to. Nothing was changed.",
            f"{target.name} にはすでに記憶があります（{held}）。空の場所を指定してください。何も変更していません。",
        )
    _shut(target)


def _pages_in(target: Database) -> str:
    pages = f"SELECT COUNT(*) FROM {home_files.TABLE} WHERE persona_folder <> ?"
    return "pages" if target.execute(pages, (home_files.NOBODYS,)).fetchone()[0] else ""


def _shut(target: Database) -> None:
    target.execute(
        "INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)",
        (MOVING, "a house is being moved in", time.time_ns() // 1_000),
    )


def _open(target: Database) -> None:
    with target.transaction():
        crossing.index(target, MIGRATIONS[-1].number)
        target.execute("DELETE FROM migrations WHERE number = ?", (MOVING,))


# ------------------------------------------------------------ rows, side by side


def _one_pass(source: Database, target: Database, told: _Told) -> tuple[int, dict[str, int]]:
    """How many rows were not the same, and how many there are of each table. Both sides are read as they were when the
    pass began."""
    changed, seen = 0, {}
    with _moment(source) as here, _moment(target) as there:
        for table in _tables():
            dropped = _drop_gone(table, here, there, target)
            different = _Different(table, source, target)
            pairs = _beside(_all(table, here), _all(table, there), table)
            wrong = (mine for mine, theirs in told.of(pairs) if mine and different(mine, theirs))
            put = 0
            while some := list(islice(wrong, _AT_ONCE)):
                _put(table, different.converted(some), target)
                put += len(some)
            changed += dropped + put
            seen[table.name] = told.here
    return changed, seen


def _drop_gone(table: Table, here: Read, there: Read, target: Database) -> int:
    """First, since what comes may have a name that what went had."""
    if table.name == crossing.GUARDED:
        return 0
    sql = f"SELECT {', '.join(table.key_names)} FROM {table.name} ORDER BY {', '.join(table.key_names)}"
    bare = Table(table.name, tuple(table.key_names), tuple(range(len(table.key))))
    gone = (theirs for mine, theirs in _beside(here(sql), there(sql), bare) if mine is None and theirs)
    where = " AND ".join(f"{name} = ?" for name in table.key_names)
    dropped = 0
    while some := list(islice(gone, _AT_ONCE)):
        target.executemany(f"DELETE FROM {table.name} WHERE {where}", some)
        dropped += len(some)
    return dropped


def _put(table: Table, rows: Sequence[Row], target: Database) -> None:
    others = [name for name in table.columns if name not in table.key_names and table.name != crossing.GUARDED]
    update = f"UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in others)}" if others else "NOTHING"
    target.executemany(
        f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({marks(len(table.columns))})"
        f" ON CONFLICT ({', '.join(table.key_names)}) DO {update}",
        rows,
    )


def _all(table: Table, read: Read) -> Iterable[Row]:
    return read(f"SELECT {', '.join(table.columns)} FROM {table.name} ORDER BY {', '.join(table.key_names)}")


def _beside(ours: Iterable[Row], theirs: Iterable[Row], table: Table) -> Iterator[tuple[Row | None, Row | None]]:
    """Rows of both sides with the same key together. Both databases order texts by their characters, as we do."""
    left, right = iter(ours), iter(theirs)
    mine, other = next(left, None), next(right, None)
    while mine is not None or other is not None:
        if other is None or (mine is not None and table.key_of(mine) < table.key_of(other)):
            yield mine, None
            mine = next(left, None)
        elif mine is None or table.key_of(other) < table.key_of(mine):
            yield None, other
            other = next(right, None)
        else:
            yield mine, other
            mine, other = next(left, None), next(right, None)


class _Different:
    """Whether a row and its copy are not the same, its vector as numbers."""

    def __init__(self, table: Table, source: Database, target: Database) -> None:
        self._at = table.vector
        self._here, self._there = source.dialect, target.dialect

    def __call__(self, mine: Row, theirs: Row | None) -> bool:
        at = self._at
        if theirs is None or at is None:
            return theirs is None or tuple(mine) != tuple(theirs)
        same = np.array_equal(_kept(self._here.unpacked([mine[at]])), _kept(self._there.unpacked([theirs[at]])))
        return not same or (*mine[:at], *mine[at + 1 :]) != (*theirs[:at], *theirs[at + 1 :])

    def converted(self, rows: Sequence[Row]) -> Sequence[Row]:
        """One by one, as the lengths of vectors may differ."""
        at = self._at
        if at is None:
            return rows
        here, there = self._here, self._there
        return [(*row[:at], there.packed(here.unpacked([row[at]]))[0], *row[at + 1 :]) for row in rows]


def _kept(vector: np.ndarray) -> np.ndarray:
    """A vector that is no number is one of nothing on a server: there it can only be that."""
    return vector if np.isfinite(vector).all() else np.zeros_like(vector)


class _Told:
    """How far the first pass is, or the one that proves it; later ones are told as that one."""

    def __init__(self, report: Progress | None, rows: int, number: int) -> None:
        self._report, self._rows = report, rows
        self._done = 0 if number == 1 else rows
        self._most = rows if number == 1 else 2 * rows
        self.here = 0

    def of(self, pairs: Iterable[tuple[Row | None, Row | None]]) -> Iterator[tuple[Row | None, Row | None]]:
        self.here = 0
        for number, pair in enumerate(pairs, 1):
            self.here += pair[0] is not None
            if number % _AT_ONCE == 0:
                self._say(self.here)
            yield pair
        self._say(self.here)
        self._done += self.here

    def _say(self, more: int) -> None:
        if self._report:
            self._report(min(self._done + more, self._most), 2 * self._rows)


# ------------------------------------------------------------ databases


@cache
def _tables() -> tuple[Table, ...]:
    """As the migrations make them: the same columns and keys everywhere, told most easily by an empty SQLite."""
    found = []
    with closing(sqlite3.connect(":memory:")) as empty:
        for migration in MIGRATIONS:
            for statement in migration.statements:
                empty.execute(statement)
        for name in crossing.tables(MIGRATIONS[-1].number):
            about = empty.execute(f"PRAGMA table_info({name})").fetchall()
            columns = tuple(column for _, column, *_ in about)
            keys = sorted((place, at) for at, (*_, place) in enumerate(about) if place)
            vector = columns.index("vector") if name in crossing.VECTORS else None
            found.append(Table(name, columns, tuple(at for _, at in keys), vector))
    return tuple(found)


def _count(database: Database, table: Table) -> int:
    return database.execute(f"SELECT COUNT(*) FROM {table.name}").fetchone()[0]


def _moment(database: Any) -> AbstractContextManager[Read]:
    return database.snapshot() if database.dialect.name != "sqlite" else _file_at_one_moment(database)


@contextmanager
def _file_at_one_moment(database: Any) -> Iterator[Read]:
    try:
        with closing(copies.open_plain(database.path)) as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT COUNT(*) FROM migrations").fetchone()  # from here on it is that moment
            yield connection.execute
    except sqlite3.Error as error:
        raise explained(error, database.path) from error
