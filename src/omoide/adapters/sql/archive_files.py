"""Which files the archive has, and which turns the full log has in them (S1, X3).

A file is known here before it is written and until it is gone: `writing`, then `ready`; `stale` once it holds something
that is elsewhere by now; `leaving` once what is left of it stands in another. Whatever kills a move in between, the
next one knows what to do from the state alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact, restored
from omoide.adapters.sql.turns import NOT_FORGOTTEN, SqlTurns
from omoide.domain.session import ArchiveFile, FileKind
from omoide.domain.turn import Scope, Turn

# `owner` is the persona in whose night the file was written: what several personas talked about together is the
# person's, and each of them may read it.
TABLES = (
    """CREATE TABLE archive_files (
        name TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, person TEXT NOT NULL, month TEXT NOT NULL,
        state TEXT NOT NULL, sha256 TEXT NOT NULL, bytes BIGINT NOT NULL, count INTEGER NOT NULL,
        written BIGINT NOT NULL, written_offset INTEGER NOT NULL
    )""",
    """CREATE INDEX archive_files_by_person ON archive_files (person, kind)""",
    """CREATE TABLE logged_turns (
        persona TEXT NOT NULL, person TEXT NOT NULL, turn TEXT NOT NULL, file TEXT NOT NULL,
        PRIMARY KEY (persona, person, turn)
    )""",
)

_FILE = "name, kind, owner, person, month, state, sha256, bytes, count, written, written_offset"


class ArchiveFiles:
    def __init__(self, database: Database) -> None:
        self._database = database

    def begin_file(self, file: ArchiveFile) -> None:
        self._database.execute(
            f"INSERT INTO archive_files ({_FILE}) VALUES (?, ?, ?, ?, ?, 'writing', ?, ?, ?, ?, ?)"
            " ON CONFLICT (name) DO NOTHING",
            (
                file.name, file.kind, file.persona, file.person, file.month, file.sha256, file.bytes, file.count,
                *exact(file.written_at),
            ),
        )  # fmt: skip

    def stands(self, file: ArchiveFile) -> None:
        self._database.execute("UPDATE archive_files SET state = 'ready' WHERE name = ?", (file.name,))

    def lose_file(self, name: str) -> None:
        with self._database.transaction():
            self._database.execute("UPDATE archive_files SET state = 'leaving' WHERE name = ?", (name,))
            self._database.execute("DELETE FROM logged_turns WHERE file = ?", (name,))

    def drop_file(self, name: str) -> None:
        self._database.execute("DELETE FROM archive_files WHERE name = ?", (name,))

    def files(self, person: str | None = None, kind: FileKind | None = None) -> list[ArchiveFile]:
        asked = [(column, value) for column, value in (("person", person), ("kind", kind)) if value is not None]
        where = " AND ".join(f"{column} = ?" for column, _ in asked) or "1 = 1"
        rows = self._database.execute(
            f"SELECT {_FILE} FROM archive_files WHERE {where} ORDER BY name", [value for _, value in asked]
        )
        return [_file(row) for row in rows.fetchall()]

    # ------------------------------------------------------------ the full log

    def to_log(self, scope: Scope, most: int) -> list[Turn]:
        rows = self._database.execute(
            "SELECT key FROM turns WHERE persona = ? AND person = ? AND NOT EXISTS (SELECT 1 FROM logged_turns l"
            " WHERE l.persona = turns.persona AND l.person = turns.person AND l.turn = turns.key)"
            f" AND {NOT_FORGOTTEN} ORDER BY time, key LIMIT ?",
            (scope.persona, scope.person, most),
        ).fetchall()
        return SqlTurns(self._database).get([key for (key,) in rows], scope)

    def logged(self, scope: Scope, file: ArchiveFile, turns: Sequence[str], instead_of: str = "") -> None:
        with self._database.transaction():
            self.stands(file)
            self._database.executemany(
                "INSERT INTO logged_turns (persona, person, turn, file) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (persona, person, turn) DO UPDATE SET file = excluded.file",
                [(scope.persona, scope.person, turn, file.name) for turn in turns],
            )
            if instead_of:
                self.lose_file(instead_of)

    def log_forgotten(self, scope: Scope) -> dict[str, list[str]]:
        rows = self._database.execute(
            "SELECT l.file, l.turn FROM logged_turns l WHERE l.persona = ? AND l.person = ? AND NOT EXISTS ("
            "SELECT 1 FROM turns WHERE turns.persona = l.persona AND turns.person = l.person AND turns.key = l.turn"
            f" AND {NOT_FORGOTTEN}) ORDER BY l.file, l.turn",
            (scope.persona, scope.person),
        )
        found: dict[str, list[str]] = {}
        for file, turn in rows.fetchall():
            found.setdefault(file, []).append(turn)
        return found


def _file(row: Sequence[Any]) -> ArchiveFile:
    return ArchiveFile(*row[:9], written_at=restored(row[9], row[10]))
