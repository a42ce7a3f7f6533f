"""Numbers never given out twice: rows, revisions, ids. Taken under the write lock, so no two processes share one."""

from __future__ import annotations

from omoide.adapters.sql.database import Database


def take(database: Database, name: str) -> int:
    """The next number, from 1 on. Undone with the transaction that took it."""
    with database.transaction():
        database.only_one("counters")  # in whatever order numbers are taken, nobody waits for each other in a circle
        database.execute(
            "INSERT INTO counters (name, value) VALUES (?, 1)"
            " ON CONFLICT (name) DO UPDATE SET value = counters.value + 1",
            (name,),
        )
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
