"""Connections to a PostgreSQL server, shared by all threads and all stores of a process (X2).

A pool of our own, since what a caller needs to know is why there is no connection, at once: libraries that connect in
the background only let a caller wait until its time is over.
"""

from __future__ import annotations

import select
import threading
import weakref
from collections.abc import Callable, Mapping
from typing import Any

import psycopg

from omoide.errors import Busy

MOST = 16
_MOST_APART = 4
_WAIT_SECONDS = 30.0
# A server that went away without a word is noticed: else a wait for its answer would last for hours.
REACHING = {
    "connect_timeout": 10, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}  # fmt: skip


class Connection(psycopg.Connection[Any]):
    """`seen` is what it was last told about whose rows it may see."""

    seen: tuple[str, ...] | None = None


class Connections:
    """At most so many to one server; who finds none free waits for one."""

    def __init__(self, parts: Mapping[str, Any], prepare: Callable[[Connection], None], most: int = MOST) -> None:
        self._parts = {**REACHING, "application_name": "omoide", **parts}
        self._prepare = prepare
        self._free: list[Connection] = []
        self._apart: list[Connection] = []  # free too, of those that are not counted
        self._lock = threading.Lock()
        self._places = threading.BoundedSemaphore(most)
        self._users = 0

    def join(self) -> None:
        """Somebody more uses them."""
        with self._lock:
            self._users += 1

    def leave(self) -> None:
        """Closed when nobody uses them any more; who comes again finds them opened anew."""
        with self._lock:
            self._users = max(self._users - 1, 0)
            if self._users:
                return
            free, self._free, self._apart = [*self._free, *self._apart], [], []
        for connection in free:
            connection.close()

    def take(self) -> Connection:
        if not self._places.acquire(timeout=_WAIT_SECONDS):
            raise Busy(
                "all connections to the database are in use: try again in a moment.",
                "データベースへの接続がすべて使用中です。少し待ってからやり直してください。",
            )
        try:
            return self._one_that_lives(self._free) or self.open()
        except BaseException:
            self._places.release()
            raise

    def give_back(self, connection: Connection) -> None:
        with self._lock:
            if not (connection.closed or connection.broken):
                self._free.append(connection)
        self._places.release()

    def open(self) -> Connection:
        """A new one, which is not counted: for whoever keeps it for long."""
        connection = Connection.connect(**self._parts, autocommit=True)
        self._prepare(connection)
        return connection

    def take_apart(self) -> Connection:
        """One for whoever keeps it for a while, which is not counted: who holds a lock must not keep others waiting."""
        return self._one_that_lives(self._apart) or self.open()

    def put_back(self, connection: Connection, holds: bool = True) -> None:
        """With it goes what it held. Opening one takes longer than a small night should wait."""
        freed = not (connection.closed or connection.broken) and (not holds or _frees_all(connection))
        with self._lock:
            if keep := freed and self._users > 0 and len(self._apart) < _MOST_APART:
                self._apart.append(connection)
        if not keep:
            connection.close()

    def _one_that_lives(self, among: list[Connection]) -> Connection | None:
        """Of one that nobody uses nothing is heard, unless the server has said good-bye: then all may be dead."""
        while True:
            with self._lock:
                connection = among.pop() if among else None
            if connection is None:
                return None
            if not (connection.closed or connection.broken or _has_spoken(connection)):
                return connection
            connection.close()


_known: weakref.WeakValueDictionary[tuple[Any, ...], Connections] = weakref.WeakValueDictionary()
_knowing = threading.Lock()


def shared(parts: Mapping[str, Any], prepare: Callable[[Connection], None]) -> Connections:
    """Those that others in this process have to the same server already."""
    key = (prepare, *sorted(parts.items()))
    with _knowing:
        connections = _known.get(key) or Connections(parts, prepare)
        _known[key] = connections
        return connections


def _frees_all(connection: Connection) -> bool:
    try:
        connection.execute("SELECT pg_advisory_unlock_all()")
    except psycopg.Error:
        return False
    return True


def _has_spoken(connection: Connection) -> bool:
    watched = select.poll() if hasattr(select, "poll") else None
    if watched is None:  # Windows
        return bool(select.select([connection.fileno()], [], [], 0)[0])
    watched.register(connection.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
    return bool(watched.poll(0))
