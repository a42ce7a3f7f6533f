"""All rows of one database into another, of whatever kind (O1, X2): a server's into a file, and a file's into a server.

So a backup of a server is a backup like any other, and can become an embedded home; and a home can move to a server.
Indexes of words are not carried over but made anew, since each kind of database has its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from omoide.adapters.sql import turn_search
from omoide.adapters.sql.collection import PASSAGES
from omoide.adapters.sql.database import Database, marks
from omoide.adapters.sql.home_files import TABLE as HOME_FILES
from omoide.adapters.sql.migrations import MIGRATIONS
from omoide.adapters.sql.words import SqlWords

Read = Callable[[str], Iterable[Sequence[Any]]]  # the rows of a SELECT, however many

_TABLE = re.compile(r"CREATE TABLE (\w+)")
_AT_ONCE = 1_000
VECTORS = ("vectors", "vectors_of_passages")
GUARDED = "audit"  # is only ever added to, also by a restore


def tables(form: int) -> list[str]:
    """Those of a form that hold what cannot be made anew, parents before their children. Files go by themselves: they
    may be files on the other side."""
    made = [
        name
        for migration in MIGRATIONS
        if migration.number <= form
        for statement in migration.statements
        for name in _TABLE.findall(statement)
    ]
    return [name for name in made if not name.startswith(("word", "common_words", "coming", HOME_FILES))]


def carry_over(read: Read, source: Database, target: Database, form: int) -> None:
    """Fill a cleared target of the same form. Call it in a transaction of the target."""
    for table in tables(form):
        columns = _columns(target, table)
        rows = iter(read(f"SELECT {', '.join(columns)} FROM {table}"))
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(len(columns))})"
        insert += " ON CONFLICT (id) DO NOTHING" if table == GUARDED else ""
        while some := list(islice(rows, _AT_ONCE)):
            target.executemany(insert, _converted(some, columns, source, target) if table in VECTORS else some)


def index(target: Database, form: int) -> None:
    """Cut all words anew."""
    SqlWords(target).rebuild()
    if form >= 5:
        turn_search.rebuild(target)
    if form >= 6:
        SqlWords(target, PASSAGES).rebuild()


def clear(database: Database, form: int) -> None:
    for table in reversed([name for name in tables(form) if name != GUARDED]):
        database.execute(f"DELETE FROM {table}")


def _columns(database: Database, table: str) -> list[str]:
    if database.dialect.name == "sqlite":
        return [row[1] for row in database.execute(f"PRAGMA table_info({table})").fetchall()]
    rows = database.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ?"
        " ORDER BY ordinal_position",
        (table,),
    )
    return [name for (name,) in rows]


def _converted(
    rows: Sequence[Sequence[Any]], columns: Sequence[str], source: Database, target: Database
) -> list[tuple[Any, ...]]:
    """Vectors in the form that the target keeps them in; one by one, as their lengths may differ."""
    at = columns.index("vector")
    return [(*row[:at], target.dialect.packed(source.dialect.unpacked([row[at]]))[0], *row[at + 1 :]) for row in rows]
