"""A PostgreSQL database and its transactions (X2, X8), for one scope or for all of them.

Outside a transaction every statement takes a connection and gives it back; a transaction keeps one for its thread.
What a transaction looks at must not change under it, as with SQLite, where only one may write. Here many may, but those
in the name of the same person wait for each other, and whoever works beyond one scope waits for all (and they for it).

A connection is told whose rows it may see before it is used (walls.py). A store that is opened for one scope says so;
one that is opened for none sees all: migrations, upkeep, and tests of many scopes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import psycopg
from psycopg import conninfo
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.types.numeric import NumericBinaryLoader, NumericLoader

from omoide.adapters.files.names import settled_name
from omoide.adapters.sql.connections import Connection, shared
from omoide.adapters.sql.faults import unusable_text
from omoide.adapters.sql.postgres_dialect import POSTGRES, Packed
from omoide.adapters.sql.server_faults import Fault, explained, lost, no_address, shown, unreachable, unsure
from omoide.adapters.sql.server_form import formed, plain
from omoide.domain.turn import Scope
from omoide.errors import Unavailable

LOCK_WAIT_SECONDS = 30
PREPARED = 300  # statements that a connection remembers: a night has two hundred, and comes again
_ALL = ("*", "*", "*", "*")
_EVERYBODY = "everybody"
_TELL = b"SELECT " + b", ".join(
    b"set_config('omoide.%b', %%b, false)" % what
    for what in (b"persona", b"person", b"persona_folder", b"person_folder")
)


class Answer:
    """The rows of a statement: all of them, since the connection serves others by now."""

    def __init__(self, rows: list[Any], rowcount: int) -> None:
        self.rowcount = rowcount
        self._rows = rows
        self._next = iter(rows)

    def fetchall(self) -> list[Any]:
        return list(self._next)

    def fetchone(self) -> Any:
        return next(self._next, None)

    def __iter__(self) -> Iterator[Any]:
        return self._next


class _Own(threading.local):
    """What each thread has for itself."""

    connection: Connection | None = None
    depth = 0
    beyond = 0
    alone_with: frozenset[str] = frozenset()  # what this transaction is the only one to do
    point = 0  # a savepoint that is set before the next statement, and
    passed = 0  # one that is let go then: most of what could be undone never is, and each word is a round trip


class PostgresDatabase:
    dialect = POSTGRES

    def __init__(self, url: str, scope: Scope | None = None) -> None:
        self._parts = _parts_of(url)
        self.name = shown(self._parts)
        self._scope = scope
        self._seen = _ALL if scope is None else _seen_by(scope)
        self._own = _Own()
        self._connections = shared(self._parts, _prepare)
        self._connections.join()
        self._closed = False

    # ------------------------------------------------------------ statements

    def execute(self, sql: str, params: Sequence[Any] = ()) -> Answer:
        for value in params:
            if isinstance(value, str) and "\0" in value:
                raise unusable_text()
        if self._own.connection is not None:
            return self._run(self._own.connection, sql, params)
        with self._lent() as connection:
            try:
                return self._run(connection, sql, params)
            except Unavailable:
                if not sql.startswith(("SELECT", "WITH")):  # it may have been done all the same
                    raise
        with self._lent() as connection:  # the server may be back: reading again does no harm
            return self._run(connection, sql, params)

    def execute_apart(self, sql: str, params: Sequence[Any] = ()) -> Answer:
        if self._scope is None or self._own.beyond or self._own.connection is None:
            return self.execute(sql, params)
        with self.apart(holds=False) as connection:
            return self._run(connection, sql, params)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> Answer:
        listed = list(rows)
        if not listed:
            return Answer([], 0)
        with nullcontext() if self._own.depth else self.transaction():
            connection = self._own.connection
            assert connection is not None
            if len(listed) == 1:
                return self._run(connection, sql, listed[0])
            try:
                self._tell(connection)
                self._mark(connection)
                cursor = psycopg.RawCursor(connection)
                cursor.executemany(plain(sql), listed)
                return Answer([], cursor.rowcount)
            except Fault as error:
                raise self._explained(error, connection) from error

    def _run(self, connection: Connection, sql: str, params: Sequence[Any]) -> Answer:
        try:
            self._tell(connection)
            self._mark(connection)
            cursor = psycopg.RawCursor(connection)
            statement, values = formed(sql, params) if params else (sql.encode(), None)
            cursor.execute(statement, values, binary=True)
            told = cursor.pgresult is not None and cursor.pgresult.nfields > 0
            return Answer(cursor.fetchall() if told else [], cursor.rowcount)
        except Fault as error:
            raise self._explained(error, connection) from error

    def _explained(self, error: Exception, connection: Connection) -> Exception:
        if self._own.depth and (connection.closed or connection.broken):
            return lost(self.name)
        return explained(error, self.name)

    # ------------------------------------------------------------ transactions

    @contextmanager
    def transaction(self) -> Iterator[None]:
        own = self._own
        if own.depth:
            with self._part(own.depth):
                yield
            return
        with self._lent() as connection:
            try:
                self._begin(connection)
                own.connection, own.depth = connection, 1
                yield
                own.depth = 0
                self._end(connection)
            except BaseException:
                own.depth = 0
                self._undo(connection, "ROLLBACK")
                raise
            finally:
                own.connection, own.alone_with, own.point, own.passed = None, frozenset(), 0, 0

    @contextmanager
    def _part(self, depth: int) -> Iterator[None]:
        """One that begins where the part around it begins shares its savepoint; one without a statement has none."""
        own, connection = self._own, self._own.connection
        assert connection is not None
        inner = own.point > 0
        point = own.point = own.point or depth
        own.depth, held = depth + 1, own.alone_with
        try:
            yield
            own.depth = depth
            if not inner:
                own.point, own.passed = 0, own.passed if own.point else point
        except BaseException:
            own.depth, own.alone_with = depth, held  # a lock goes with the part that took it
            if not own.point:
                own.passed = 0
                self._undo(connection, f"ROLLBACK TO nested_{point}" + ("" if inner else f"; RELEASE nested_{point}"))
            elif not inner:
                own.point = 0
            raise

    @property
    def in_transaction(self) -> bool:
        return self._own.depth > 0

    def only_one(self, what: str) -> None:
        if what not in self._own.alone_with:
            self.execute("SELECT pg_advisory_xact_lock(?)", (lock_number(what),))
            self._own.alone_with |= {what}

    @contextmanager
    def beyond(self) -> Iterator[None]:
        self._own.beyond += 1
        try:
            yield
        finally:
            self._own.beyond -= 1

    @contextmanager
    def snapshot(self) -> Iterator[Callable[[str], Iterable[Sequence[Any]]]]:
        """All rows of any SELECT as they are at one moment, however many, while others go on writing."""
        connection = self.open_alone()
        try:
            self._tell(connection)
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

            def read(sql: str) -> Iterator[Sequence[Any]]:
                with connection.cursor(name="rows", binary=True) as cursor:
                    cursor.itersize = 2_000
                    yield from cursor.execute(sql.encode())

            yield read
        except Fault as error:
            raise explained(error, self.name) from error
        finally:
            connection.close()

    def open_alone(self) -> Connection:
        """A connection for somebody who keeps it."""
        try:
            return self._connections.open()
        except Fault as error:
            raise unreachable(error, self.name) from error

    @contextmanager
    def apart(self, holds: bool = True) -> Iterator[Connection]:
        """A connection for somebody who keeps it for a while, and what it `holds`; nobody else has it."""
        try:
            connection = self._connections.take_apart()
        except Fault as error:
            raise unreachable(error, self.name) from error
        try:
            yield connection
        finally:
            self._connections.put_back(connection, holds)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._connections.leave()

    # ------------------------------------------------------------ connections

    @contextmanager
    def _lent(self) -> Iterator[Connection]:
        try:
            connection = self._connections.take()
        except Fault as error:
            raise unreachable(error, self.name) from error
        try:
            yield connection
        finally:
            self._connections.give_back(connection)

    def _tell(self, connection: Connection) -> None:
        """Whose rows it may see now; asked at every statement, said when it changes."""
        seen = _ALL if self._own.beyond else self._seen
        if connection.seen != seen:
            if "\0" in "".join(seen):
                raise unusable_text()
            escape, encoding = psycopg.pq.Escaping(connection.pgconn).escape_literal, connection.info.encoding
            names = tuple(bytes(escape(name.encode(encoding))) for name in seen)
            _at_once(connection, _TELL % names)
            connection.seen = seen

    def _locks(self) -> str:
        everybody = lock_number(_EVERYBODY)
        if self._scope is None or self._own.beyond:
            return f"SELECT pg_advisory_xact_lock({everybody})"
        mine = lock_number(f"person {self._scope.person}")
        return f"SELECT pg_advisory_xact_lock_shared({everybody}), pg_advisory_xact_lock({mine})"

    def _begin(self, connection: Connection) -> None:
        try:
            connection.execute(f"BEGIN; {self._locks()}".encode())
        except Fault as error:
            raise self._explained(error, connection) from error

    def _mark(self, connection: Connection) -> None:
        """Set the savepoint that has waited for a statement; let go of the one before it."""
        own = self._own
        if own.connection is connection and (own.point or own.passed):
            words = [f"RELEASE nested_{own.passed}"] if own.passed else []
            words += [f"SAVEPOINT nested_{own.point}"] if own.point else []
            own.point = own.passed = 0
            _at_once(connection, "; ".join(words).encode())

    def _end(self, connection: Connection) -> None:
        try:
            _at_once(connection, b"COMMIT")
        except Fault as error:
            gone = connection.closed or connection.broken
            raise (unsure(self.name) if gone else explained(error, self.name)) from error

    def _undo(self, connection: Connection, statements: str) -> None:
        """What cannot be undone because the connection is gone was undone by the server."""
        connection.seen = None  # a setting made in a transaction goes with it
        try:
            connection.execute(statements.encode())
        except psycopg.Error:
            connection.close()


def _at_once(connection: Connection, statements: bytes) -> None:
    """For the words between statements, which nobody waits for: a fifth of the time that the library takes."""
    result = connection.pgconn.exec_(statements)
    if result.status not in (psycopg.pq.ExecStatus.COMMAND_OK, psycopg.pq.ExecStatus.TUPLES_OK):
        raise psycopg.errors.error_from_result(result)


def lock_number(name: str) -> int:
    """The number that stands for a name among the server's advisory locks."""
    import hashlib

    return int.from_bytes(hashlib.blake2b(f"omoide {name}".encode(), digest_size=8).digest(), "big", signed=True)


def _seen_by(scope: Scope) -> tuple[str, ...]:
    """What walls.py compares rows with: the names, and the folders that their files lie in."""
    names = (scope.persona, scope.person)
    return (*(f"={name}" for name in names), *(f"={settled_name(name)}" for name in names))


def _parts_of(url: str) -> dict[str, Any]:
    try:
        parts = conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        raise no_address() from None
    ports = str(parts.get("port", "5432")).split(",")  # several hosts may be named
    if not url.startswith(("postgresql://", "postgres://")) or not all(port.isdigit() for port in ports if port):
        raise no_address()
    return parts


class _Number(NumericLoader):
    """A sum of whole numbers is one."""

    def load(self, data: Any) -> Any:
        return _plain(super().load(data))


class _BinaryNumber(NumericBinaryLoader):
    def load(self, data: Any) -> Any:
        return _plain(super().load(data))


def _plain(value: Any) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


class _AsItIs(Dumper):
    """The server sees by the column that it is a vector."""

    format = Format.BINARY

    def dump(self, obj: Any) -> bytes:
        return bytes(obj)


def _prepare(connection: Connection) -> None:
    connection.prepared_max = PREPARED
    connection.adapters.register_dumper(Packed, _AsItIs)
    connection.adapters.register_loader("numeric", _Number)
    connection.adapters.register_loader("numeric", _BinaryNumber)
    wishes = {
        "lock_timeout": f"{LOCK_WAIT_SECONDS}s",
        "client_min_messages": "warning",
        "jit": "off",  # compiling a statement takes longer than any of ours
        # How an index of vectors is walked (server_nearest.py): on until enough of a scope is met. In strict order what
        # is met late would be left out, however near it is.
        "hnsw.iterative_scan": "relaxed_order",
        "hnsw.ef_search": "200",
        "hnsw.max_scan_tuples": "100000",
        "hnsw.scan_mem_multiplier": "4",
    }
    connection.execute("; ".join(f"SET {name} = '{value}'" for name, value in wishes.items()).encode())
