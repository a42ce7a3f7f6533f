"""The audit log (L5) as a table that the database itself guards: a line that stands there cannot be changed or taken
out by any statement, whoever sends it. A restore brings back an older store, so lines written since are carried over.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from omoide.adapters.sql import counters
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact, restored
from omoide.domain.audit import Audited

TABLES = (
    """CREATE TABLE audit (
        id TEXT PRIMARY KEY, number BIGINT NOT NULL, at BIGINT NOT NULL, at_offset INTEGER NOT NULL,
        action TEXT NOT NULL, persona TEXT NOT NULL, person TEXT NOT NULL, subject TEXT NOT NULL,
        detail TEXT NOT NULL
    )""",
    """CREATE INDEX audit_by_number ON audit (number)""",
    """CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END""",
    """CREATE TRIGGER audit_is_not_shortened BEFORE DELETE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END""",
)
_COLUMNS = "id, number, at, at_offset, action, persona, person, subject, detail"
_INSERT = f"INSERT INTO audit ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"


class SqlAudit:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, line: Audited) -> None:
        with self._database.transaction():
            number = counters.take_in_order(self._database, "audit")
            told = (line.action, line.persona, line.person, line.subject, line.detail)
            self._database.execute(_INSERT, (line.id, number, *exact(line.at), *told))

    def latest(self, most: int, skip: int = 0) -> list[Audited]:
        sql = f"SELECT {_COLUMNS} FROM audit ORDER BY number DESC LIMIT ? OFFSET ?"
        return [
            Audited(name, restored(at, offset), *rest)
            for name, _, at, offset, *rest in self._database.execute(sql, (most, skip))
        ]

    def when(self, action: str, person: str) -> datetime | None:
        sql = "SELECT at, at_offset FROM audit WHERE action = ? AND person = ? ORDER BY number DESC LIMIT 1"
        found = self._database.execute(sql, (action, person)).fetchone()
        return restored(*found) if found else None


def carry_over(old: Path, database: Database) -> None:
    """The lines of a store that was set aside; one that is damaged, or older than the log, has none to give. Nothing
    there is touched, not even what lies beside a damaged file: somebody may still want to salvage it."""
    if not old.exists():
        return
    try:
        with closing(sqlite3.connect(f"{old.absolute().as_uri()}?immutable=1", uri=True)) as source:
            rows = source.execute(f"SELECT {_COLUMNS} FROM audit").fetchall()
    except sqlite3.DatabaseError:
        return
    database.executemany(_INSERT, rows)
