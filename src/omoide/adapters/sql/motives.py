"""What moves the persona (M1-M4): the tables of its emotions, questions and goals, and the log of the emotions.

Goals and questions have a text beside the one that is shown, without marks and blanks, by which an equal one is found.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from omoide.adapters.sql import counters
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact, restored
from omoide.domain.persona_emotion import Category, FeltEmotion, PersonaEmotion
from omoide.domain.turn import Scope

TABLES = (
    """CREATE TABLE emotions (
        row INTEGER PRIMARY KEY, persona TEXT NOT NULL, person TEXT NOT NULL,
        time BIGINT NOT NULL, time_offset INTEGER NOT NULL,
        category TEXT NOT NULL, intensity DOUBLE PRECISION NOT NULL
    )""",
    """CREATE INDEX emotions_by_time ON emotions (persona, time, row)""",
    """CREATE TABLE questions (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, persona TEXT NOT NULL, person TEXT NOT NULL,
        topic TEXT NOT NULL, sameness TEXT NOT NULL, context TEXT NOT NULL, priority DOUBLE PRECISION NOT NULL,
        source_date TEXT NOT NULL, asked BIGINT NOT NULL, asked_offset INTEGER NOT NULL,
        resolved BIGINT NOT NULL DEFAULT 0, resolved_offset INTEGER NOT NULL DEFAULT 0,
        answer TEXT NOT NULL DEFAULT '', converted TEXT NOT NULL DEFAULT 'none',
        converted_at BIGINT NOT NULL DEFAULT 0, converted_offset INTEGER NOT NULL DEFAULT 0, sources TEXT NOT NULL
    )""",
    """CREATE INDEX questions_by_sameness ON questions (persona, person, sameness)""",
    """CREATE TABLE goals (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, persona TEXT NOT NULL, person TEXT NOT NULL,
        term TEXT NOT NULL, goal TEXT NOT NULL, sameness TEXT NOT NULL,
        created BIGINT NOT NULL, created_offset INTEGER NOT NULL, status TEXT NOT NULL, priority INTEGER NOT NULL,
        notes TEXT NOT NULL DEFAULT '[]', closed BIGINT NOT NULL DEFAULT 0,
        closed_offset INTEGER NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT '', sources TEXT NOT NULL
    )""",
    """CREATE INDEX goals_by_sameness ON goals (persona, person, sameness)""",
    # How long the persona has been alone is asked at every look at its drives.
    """CREATE INDEX turns_by_persona ON turns (persona, time)""",
)

_COLUMNS = "persona, person, time, time_offset, category, intensity"


class SqlEmotions:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, felt: FeltEmotion) -> None:
        with self._database.transaction():
            self._database.execute(
                f"INSERT INTO emotions (row, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    counters.take(self._database, "emotions"), felt.scope.persona, felt.scope.person,
                    *exact(felt.timestamp), felt.emotion.category, float(felt.emotion.intensity),
                ),
            )  # fmt: skip

    def last(self, persona: str, person: str | None = None, before: datetime | None = None) -> FeltEmotion | None:
        where, params = "persona = ?", [persona]
        if person is not None:
            where, params = f"{where} AND person = ?", [*params, person]
        if before is not None:
            where, params = f"{where} AND time <= ?", [*params, exact(before)[0]]
        found = self._select(f"{where} ORDER BY time DESC, row DESC LIMIT 1", params)
        return found[0] if found else None

    def changed_at(self, persona: str) -> datetime | None:
        """The first line after the last one that was different."""
        now = self.last(persona)
        if now is None:
            return None
        other = self._database.execute(
            "SELECT time, row FROM emotions WHERE persona = ? AND category <> ? ORDER BY time DESC, row DESC LIMIT 1",
            (persona, now.emotion.category),
        ).fetchone()
        after, params = ("", ()) if other is None else (" AND (time > ? OR (time = ? AND row > ?))", (other[0], *other))
        return self._select(f"persona = ?{after} ORDER BY time, row LIMIT 1", (persona, *params))[0].timestamp

    def since(self, persona: str, moment: datetime | None = None) -> list[FeltEmotion]:
        chosen, params = ("", ()) if moment is None else (" AND time >= ?", (exact(moment)[0],))
        return self._select(f"persona = ?{chosen} ORDER BY time, row", (persona, *params))

    def last_talk(self, persona: str) -> datetime | None:
        sql = "SELECT time, time_offset FROM turns WHERE persona = ? ORDER BY time DESC LIMIT 1"
        with self._database.beyond():  # when somebody talked with it last, not who or about what
            found = self._database.execute(sql, (persona,)).fetchone()
        return restored(*found) if found else None

    def _select(self, where: str, params: Any) -> list[FeltEmotion]:
        rows = self._database.execute(f"SELECT {_COLUMNS} FROM emotions WHERE {where}", params).fetchall()
        return [
            FeltEmotion(
                Scope(persona, person), restored(moment, offset), PersonaEmotion(cast(Category, category), intensity)
            )
            for persona, person, moment, offset, category, intensity in rows
        ]
