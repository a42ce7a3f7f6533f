"""What every statement in this room speaks to: a database with transactions (X2, X8).

`sqlite.py` is one file for one machine, `postgres.py` a server for many. Both take the same statements, written with
`?` for a value, in the SQL that the two share; what they do not share stands in a Dialect.

A transaction is the only way to write several things, and while one is open nobody else writes what it may look at:
on SQLite nobody at all, on PostgreSQL nobody in the name of the same person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from omoide.adapters.sql.dialect import Dialect

MAX_VARIABLES = 30_000  # SQLite takes 32,766 in one statement; a few are left for the other conditions


class Rows(Protocol):
    """What a statement brought."""

    @property
    def rowcount(self) -> int: ...

    def fetchall(self) -> list[Any]: ...

    def fetchone(self) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    dialect: Dialect

    @property
    def name(self) -> str:
        """As a person is told about it; never with a password."""
        ...

    def execute(self, sql: str, params: Sequence[Any] = ()) -> Rows: ...

    def execute_apart(self, sql: str, params: Sequence[Any] = ()) -> Rows:
        """A statement that is kept whatever becomes of the transaction around it, where that is possible: nobody has
        to wait for its end. Whoever works beyond one scope is alone, and has it in the transaction."""
        ...

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> Rows:
        """For bulk writing; all or nothing, also outside a transaction."""
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing. A nested one joins the outer one: if it fails, only its own part is undone, and it is for
        the outer one to go on or to fail too; nothing is kept unless the outer one succeeds."""
        ...

    @property
    def in_transaction(self) -> bool: ...

    def only_one(self, what: str) -> None:
        """Until the transaction ends nobody else does this, for whatever person."""
        ...

    def beyond(self) -> AbstractContextManager[None]:
        """For the few statements that look beyond one scope on purpose; a store that is opened for one scope shows no
        other row otherwise, whatever a statement forgot to ask (N6)."""
        ...

    def close(self) -> None:
        """Let go of it, in every thread. The next use opens it anew."""
        ...


def marks(count: int) -> str:
    """Placeholders for an IN list; nothing is in an empty one."""
    return ",".join("?" * count) or "NULL"


def batches(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """IN lists that one statement can take."""
    for start in range(0, len(values), MAX_VARIABLES):
        yield values[start : start + MAX_VARIABLES]
