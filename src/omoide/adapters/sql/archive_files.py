"""Which files the archive has, and which turns the full log has in them (S1, X3).

A file is known here before it is written and until it is gone: `writing`, then `ready`; `stale` once it holds something
that is elsewhere by now; `leaving` once what is left of it stands in another, and then it waits out its grace; `lost`
when it is gone with words that stand nowhere else. Whatever kills a move in between, the next one knows what to do from
the state alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact, moment_of, number_of, restored
from omoide.adapters.sql.turns import NOT_FORGOTTEN, SqlTurns
from omoide.domain.owning import house_in
from omoide.domain.session import ArchiveFile, FileKind
from omoide.domain.turn import Scope, Turn

FORM = 17  # of the home that has them
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

# Since when a file is on its way out; LONG_AGO: it does not wait, since it may hold what was forgotten.
LEAVING = ("ALTER TABLE archive_files ADD COLUMN left_at BIGINT NOT NULL DEFAULT 0",)
_LONG_AGO = 1

_COLUMNS = "name, kind, owner, person, month, state, sha256, bytes, count, written, written_offset"
_FILE = f"{_COLUMNS}, left_at"


class ArchiveFiles:
    def __init__(self, database: Database) -> None:
        self._database = database

    def begin_file(self, file: ArchiveFile) -> None:
        self._database.execute(
            f"INSERT INTO archive_files ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, 'writing', ?, ?, ?, ?, ?)"
            " ON CONFLICT (name) DO NOTHING",
            (
                file.name, file.kind, file.persona, file.person, file.month, file.sha256, file.bytes, file.count,
                *exact(file.written_at),
            ),
        )  # fmt: skip

    def stands(self, file: ArchiveFile) -> None:
        self._database.execute("UPDATE archive_files SET state = 'ready', left_at = 0 WHERE name = ?", (file.name,))

    def lose_file(self, name: str, now: datetime) -> None:
        with self._database.transaction():
            self._database.execute(
                "UPDATE archive_files SET state = 'leaving', left_at = CASE left_at WHEN 0 THEN ? ELSE left_at END"
                " WHERE name = ?",
                (number_of(now), name),
            )
            self._database.execute("DELETE FROM logged_turns WHERE file = ?", (name,))

    def hasten(self, person: str) -> None:
        self._database.execute(
            "UPDATE archive_files SET left_at = ? WHERE person = ? AND state IN ('stale', 'leaving')",
            (_LONG_AGO, person),
        )

    def look_again(self, name: str) -> None:
        self._database.execute("UPDATE archive_files SET state = 'stale' WHERE name = ? AND state = 'lost'", (name,))

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

    def logged_in(self, name: str) -> list[str]:
        rows = self._database.execute("SELECT turn FROM logged_turns WHERE file = ? ORDER BY turn", (name,))
        return [turn for (turn,) in rows.fetchall()]

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
            if instead_of not in ("", file.name):  # the same turns make the same file
                self.lose_file(instead_of, file.written_at)

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
    return ArchiveFile(*row[:9], written_at=restored(row[9], row[10]), left_at=moment_of(row[11]))


def claim(database: Database, home: Path) -> None:
    """Files from before names carried a house (X10): they are of the house that is brought up to date in its own place,
    where its ledger has them. A backup that is restored elsewhere is brought up to date without this."""
    from omoide.adapters.file_places import make_files
    from omoide.adapters.files.house import HouseFile

    server: Any = None if database.dialect.name == "sqlite" else database
    HouseFile(make_files(home, server)).adopt(without_house(database, FORM))


def without_house(store: Any, form: int) -> list[str]:
    """Names that a ledger of that form has from before; `store` executes statements."""
    rows = store.execute("SELECT name FROM archive_files ORDER BY name").fetchall() if form >= FORM else []
    return [name for (name,) in rows if not house_in(name)]
