"""Numbers never given out twice: rows, revisions, ids. Taken under the write lock, so no two processes share one."""

from __future__ import annotations

from contextlib import nullcontext

from omoide.adapters.sql.database import Database


def take(database: Database, name: str) -> int:
    """The next number, from 1 on. Undone with the transaction that took it."""
    return take_some(database, name, 1)[0]


def take_some(database: Database, name: str, count: int) -> range:
    """The next so many numbers, which follow each other."""
    if not count:
        return range(0)
    with nullcontext() if database.in_transaction else database.transaction():
        database.only_one("counters")  # in whatever order numbers are taken, nobody waits for each other in a circle
        last = _moved_on(database, name, count)
    return range(last - count + 1, last + 1)


def _moved_on(database: Database, name: str, count: int) -> int:
    sql, params = (
        "INSERT INTO counters (name, value) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET value = counters.value + excluded.value",
        (name, count),
    )
    if database.dialect.returning:
        return database.execute(f"{sql} RETURNING value", params).fetchone()[0]
    database.execute(sql, params)
    return current(database, name)


def raise_to(database: Database, name: str, value: int) -> None:
    """Numbers up to this one are in use."""
    database.execute(
        "INSERT INTO counters (name, value) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE counters.value < excluded.value",
        (name, value),
    )


def current(database: Database, name: str) -> int:
    """The last number given out; 0 when there was none."""
    found = database.execute("SELECT value FROM counters WHERE name = ?", (name,)).fetchone()
    return found[0] if found else 0
