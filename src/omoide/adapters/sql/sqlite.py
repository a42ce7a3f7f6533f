"""One SQLite file and its transactions (X1, X8).

Each thread has a connection of its own. Outside a transaction every statement commits by itself, so that reading never
holds a lock; inside one, the write lock is taken at the start (BEGIN IMMEDIATE), so that two writers wait for each
other instead of failing in the middle.

A disk that takes no writing leaves reading (O7): the file is then opened to be read alone, and a transaction is refused
at its start. Each one tries anew, so that a process which outlives the trouble goes on writing.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from omoide.adapters.sql.dialect import SQLITE
from omoide.adapters.sql.faults import Fault, explained, lost_transaction, unusable_text
from omoide.adapters.sql.read_only import open_to_read, unfolded
from omoide.disk import no_access, refusal_of, refused
from omoide.errors import CannotWrite
from omoide.home import make_folder

LOCK_WAIT_SECONDS = 30.0

_PRAGMAS = (
    "PRAGMA synchronous = NORMAL",  # with WAL a killed process loses nothing; a power cut may take the last commits
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten (O2)
    "PRAGMA cache_size = -4000",  # per thread; recall and night are no faster with more (the system caches the file)
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA temp_store = MEMORY",  # a large sort must not need a disk either (O7)
)


class Rows(sqlite3.Cursor):
    """A cursor whose faults are explained too: a damaged page may only be met while reading on."""

    path: Path

    def fetchall(self) -> list[Any]:
        try:
            return super().fetchall()
        except Fault as error:
            raise explained(error, self.path) from error

    def fetchone(self) -> Any:
        try:
            return super().fetchone()
        except Fault as error:
            raise explained(error, self.path) from error

    def __next__(self) -> Any:
        try:
            return super().__next__()
        except Fault as error:
            raise explained(error, self.path) from error


class _Connection(sqlite3.Connection):
    """Can be referred to weakly, so that a thread that ends takes its connection with it."""


class _Own(threading.local):
    """What each thread has for itself."""

    connection: _Connection | None = None
    opened = -1  # which opening of the file the connection belongs to
    depth = 0
    refused: CannotWrite | None = None  # why the connection can only read
    seen: tuple[object, ...] = ()  # what lay there when it was opened so


class SqliteDatabase:
    """The file at `path`; it is created with its folder when it is not there."""

    dialect = SQLITE

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self._own = _Own()
        self._lock = threading.Lock()
        self._open: weakref.WeakSet[_Connection] = weakref.WeakSet()
        self._opening = 0

    @property
    def name(self) -> str:
        return str(self.path)

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection, for what only SQLite itself can do (backup, integrity check)."""
        own = self._own
        if own.connection is None or own.opened != self._opening or self._changed_beneath():
            own.connection, own.refused = self._connect()
            own.opened, own.depth = self._opening, 0
            own.seen = self._seen() if own.refused else ()
        return own.connection

    def execute(self, sql: str, params: Sequence[Any] = ()) -> Rows:
        if any("\0" in value for value in params if isinstance(value, str)):
            raise unusable_text()
        try:
            return self._executed(sql, params)
        except CannotWrite:
            if not self._writable_again():
                raise
            return self._executed(sql, params)

    def _executed(self, sql: str, params: Sequence[Any]) -> Rows:
        rows = self._cursor()
        try:
            rows.execute(sql, params)
        except Fault as error:
            rows.close()  # else whoever keeps the error keeps the file open
            raise explained(error, self.path) from error
        return rows

    def execute_apart(self, sql: str, params: Sequence[Any] = ()) -> Rows:
        """Only one writes: there is nobody to wait."""
        return self.execute(sql, params)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> Rows:
        with self.transaction():
            cursor = self._cursor()
            try:
                cursor.executemany(sql, rows)
            except Fault as error:
                cursor.close()
                raise explained(error, self.path) from error
            return cursor

    @contextmanager
    def transaction(self) -> Iterator[None]:
        connection, own = self._usable(), self._own
        if own.refused:
            if not self._writable_again():
                raise own.refused
            connection = self.connection
        depth = own.depth
        begin, keep, undo = _words_for(depth)
        self._say(begin)
        own.depth = depth + 1
        try:
            yield
            own.depth = depth
            if not connection.in_transaction:  # SQLite itself undid it, and somebody swallowed the error
                raise lost_transaction(self.path)
            self._say(keep)
        except BaseException:
            own.depth = depth
            self._undo(connection, undo)
            raise

    @property
    def in_transaction(self) -> bool:
        return self._own.depth > 0

    def only_one(self, what: str) -> None:
        """Whoever writes is the only one already."""

    def beyond(self) -> AbstractContextManager[None]:
        """A file belongs to one house: its statements alone keep scopes apart."""
        return nullcontext()

    def close(self) -> None:
        """Let go of the file, in every thread. The next use opens it anew: a backup may take its place meanwhile."""
        with self._lock:
            self._opening += 1
            for connection in list(self._open):
                connection.close()
            self._open.clear()

    def _cursor(self) -> Rows:
        rows = self._usable().cursor(Rows)
        rows.path = self.path
        return rows

    def _usable(self) -> sqlite3.Connection:
        """Refuse to go on in a transaction that SQLite has undone: its rest would be kept without its beginning."""
        connection = self.connection
        if self._own.depth and not connection.in_transaction:
            raise lost_transaction(self.path)
        return connection

    def _say(self, statement: str) -> None:
        try:
            self.connection.execute(statement)
        except Fault as error:
            raise explained(error, self.path) from error

    def _undo(self, connection: sqlite3.Connection, statements: Sequence[str]) -> None:
        """Full disks and read errors make SQLite undo the whole transaction by itself: then nothing is left to undo."""
        for statement in statements:
            if connection.in_transaction:
                connection.execute(statement)

    def _changed_beneath(self) -> bool:
        """A file that we cannot write may be written by others, who see the disk another way (a container)."""
        return self._own.refused is not None and self._own.seen != self._seen()

    def _seen(self) -> tuple[object, ...]:
        try:
            facts = self.path.stat()
        except OSError:
            return ()
        return facts.st_ino, facts.st_size, facts.st_mtime_ns, unfolded(self.path)

    def _writable_again(self) -> bool:
        """Connections of one process share what the first has opened: all that only read have to go first."""
        own = self._own
        if own.refused is None or not os.access(self.path, os.W_OK) or refusal_of(self.path.parent):
            return False
        self.close()
        return self.connection is not None and own.refused is None

    def _connect(self) -> tuple[_Connection, CannotWrite | None]:
        """To write, or else to read alone, and why."""
        try:
            if os.path.isfile(self.path) and not os.access(self.path, os.W_OK):  # SQLite would be silent till a write
                raise refusal_of(self.path.parent) or no_access(self.path, os.strerror(errno.EACCES))
            connection, why = self._connect_to_write(), None
        except CannotWrite as error:
            if not os.path.isfile(self.path):
                raise
            connection, why = self._connect_to_read(), error
        with self._lock:
            self._open.add(connection)
        return connection, why

    def _connect_to_read(self) -> _Connection:
        try:
            connection = open_to_read(self.path, LOCK_WAIT_SECONDS, _Connection)
        except Fault as error:
            raise explained(error, self.path) from error
        for pragma in _PRAGMAS:
            connection.execute(pragma)
        return connection

    def _connect_to_write(self) -> _Connection:
        try:
            make_folder(self.path.parent)  # memories are nobody else's business
            private = not self.path.exists()  # then it is ours to close to others
            connection = sqlite3.connect(
                self.path, timeout=LOCK_WAIT_SECONDS, isolation_level=None, check_same_thread=False, factory=_Connection
            )
        except OSError as error:
            raise refused(self.path, error) from error
        except sqlite3.Error as error:
            raise explained(error, self.path) from error
        try:
            if private:
                self.path.chmod(0o600)
            _use_wal(connection)
            for pragma in _PRAGMAS:
                connection.execute(pragma)
        except Fault as error:
            connection.close()
            raise explained(error, self.path) from error
        return connection


def _words_for(depth: int) -> tuple[str, str, tuple[str, ...]]:
    if not depth:
        return "BEGIN IMMEDIATE", "COMMIT", ("ROLLBACK",)
    point = f"nested_{depth}"
    return f"SAVEPOINT {point}", f"RELEASE {point}", (f"ROLLBACK TO {point}", f"RELEASE {point}")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switching needs the file alone, and SQLite does not wait for that by itself: with several processes at the
    door of a new home, try until one has done it for all."""
    deadline = time.monotonic() + LOCK_WAIT_SECONDS
    while True:
        try:
            if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] == "wal":
                return
            raise sqlite3.OperationalError("write-ahead logging is not possible on this disk")
        except sqlite3.OperationalError as error:
            busy = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
