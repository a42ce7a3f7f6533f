"""A file on a server that one process holds (J1): an advisory lock that the server frees when the process is gone."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from omoide.adapters.files.folder import FileFacts
from omoide.adapters.sql.server_faults import Fault, explained

if TYPE_CHECKING:
    from omoide.adapters.sql.connections import Connection
    from omoide.adapters.sql.postgres import PostgresDatabase
    from omoide.adapters.sql.server_folder import ServerFolder


class Holding:
    """One connection for all that is held through one folder, opened for the first and closed after the last."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._held: set[str] = set()  # the server would give the same connection a lock twice

    def take(self, path: str) -> bool:
        with self._lock:
            if self._connection is None or self._connection.closed or self._connection.broken:
                self._connection, self._held = self._database.open_alone(), set()
            try:
                ours = path not in self._held and self._ask("pg_try_advisory_lock", path)
                if ours:
                    self._held.add(path)
                return ours
            finally:
                self._close_if_free()

    def let_go(self, path: str) -> None:
        with self._lock:
            if path in self._held:
                self._held.discard(path)
                if self._connection and not (self._connection.closed or self._connection.broken):
                    self._ask("pg_advisory_unlock", path)
            self._close_if_free()

    def _ask(self, what: str, path: str) -> bool:
        from omoide.adapters.sql.postgres import lock_number

        assert self._connection is not None
        try:
            answer = self._connection.execute(f"SELECT {what}(%s)".encode(), (lock_number(f"file {path}"),)).fetchone()
        except Fault as error:
            raise explained(error, self._database.name) from error
        return bool(answer and answer[0])

    def _close_if_free(self) -> None:
        if self._connection and not self._held:
            self._connection.close()
            self._connection = None


class ServerHeldFile:
    def __init__(self, files: ServerFolder, path: str, holding: Holding) -> None:
        self._files, self._path, self._holding = files, path, holding

    @property
    def facts(self) -> FileFacts:
        return self._files.facts(self._path) or FileFacts(0, 0.0, "")

    def read(self) -> bytes:
        return self._files.read(self._path)

    def append(self, lines: bytes) -> None:
        self._files.append(self._path, lines)

    def rewrite(self, content: bytes) -> None:
        self._files.write(self._path, content)

    def delete(self) -> None:
        self._files.remove(self._path)

    def close(self) -> None:
        self._holding.let_go(self._path)
