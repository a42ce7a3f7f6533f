"""Numbers never given out twice: rows, revisions, ids.

On a server a number is taken at once and for good, so that nobody waits until somebody else's change is over; one that
was taken for a change that failed is left out. Only where numbers have to appear in their order is the next one taken
when the change of the one before has ended.
"""

from __future__ import annotations

from contextlib import nullcontext

from omoide.adapters.sql.database import Database

_NEXT = (
    "INSERT INTO counters (name, value) VALUES (?, ?)"
    " ON CONFLICT (name) DO UPDATE SET value = counters.value + excluded.value"
)


def take(database: Database, name: str) -> int:
    """The next number, from 1 on."""
    return take_some(database, name, 1)[0]


def take_some(database: Database, name: str, count: int) -> range:
    """The next so many numbers, which follow each other."""
    if not count:
        return range(0)
    if database.dialect.returning:
        last = database.execute_apart(f"{_NEXT} RETURNING value", (name, count)).fetchone()[0]
    else:
        with nullcontext() if database.in_transaction else database.transaction():
            database.execute(_NEXT, (name, count))
            last = current(database, name)
    return range(last - count + 1, last + 1)


def take_in_order(database: Database, name: str) -> int:
    """The next number, undone with the transaction that took it: whoever sees one has seen all below it. In whatever
    order such numbers are taken, nobody waits for each other in a circle."""
    with nullcontext() if database.in_transaction else database.transaction():
        database.only_one("counters")
        database.execute(_NEXT, (name, 1))
        return current(database, name)


def raise_to(database: Database, name: str, value: int) -> None:
    """Numbers up to this one are in use."""
    if current(database, name) < value:
        database.execute_apart(
            "INSERT INTO counters (name, value) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE counters.value < excluded.value",
            (name, value),
        )


def current(database: Database, name: str) -> int:
    """The last number given out; 0 when there was none."""
    found = database.execute("SELECT value FROM counters WHERE name = ?", (name,)).fetchone()
    return found[0] if found else 0
