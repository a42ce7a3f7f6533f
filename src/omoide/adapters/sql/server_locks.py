"""Locks between processes on any number of machines (F7, X2): advisory locks of the server, each on a connection of its
own, so that a process that is killed, or cut off, frees what it held."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from omoide.errors import Busy

if TYPE_CHECKING:
    from omoide.adapters.sql.postgres import PostgresDatabase


class ServerLocks:
    """A name is held once: by one process, and in it by one thread, which cannot take it twice."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    @contextmanager
    def hold(self, name: str) -> Iterator[None]:
        from omoide.adapters.sql.postgres import lock_number
        from omoide.adapters.sql.server_faults import Fault, explained

        with self._database.apart() as connection:
            try:
                held = connection.execute("SELECT pg_try_advisory_lock(%s)", (lock_number(f"lock {name}"),)).fetchone()
            except Fault as error:  # of a connection that nobody has used for long the end may not have been heard
                raise explained(error, self._database.name) from error
            if not held or not held[0]:
                raise Busy(
                    f"another process is at work on '{name}': wait until it is done, then try again.",
                    f"別のプロセスが「{name}」を処理中です。終わるのを待ってからやり直してください。",
                )
            yield
