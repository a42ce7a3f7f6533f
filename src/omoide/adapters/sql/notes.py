"""Session notes (W7), which turns they tell (W6), and the running summary of each session.

`note_turns` holds a turn once: whoever writes it first has noted the turn, and a second process notes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from omoide.adapters.sql import counters, scopes
from omoide.adapters.sql.database import Database, batches, marks
from omoide.adapters.sql.moments import exact, restored
from omoide.adapters.sql.turns import SqlTurns
from omoide.domain.note import Note, Outcome, SessionSummary
from omoide.domain.turn import Scope, Turn

TABLES = (
    """CREATE TABLE notes (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, persona TEXT NOT NULL, person TEXT NOT NULL,
        day TEXT NOT NULL, session TEXT NOT NULL, text TEXT NOT NULL, topics TEXT NOT NULL, resolved TEXT NOT NULL,
        tasks TEXT NOT NULL, outcomes TEXT NOT NULL, made_by TEXT NOT NULL, created BIGINT NOT NULL,
        created_offset INTEGER NOT NULL, carried_out INTEGER NOT NULL
    )""",
    """CREATE INDEX notes_by_day ON notes (persona, person, day)""",
    """CREATE INDEX notes_to_carry_out ON notes (persona, person, carried_out)""",
    """CREATE TABLE note_turns (
        persona TEXT NOT NULL, person TEXT NOT NULL, turn TEXT NOT NULL, note INTEGER NOT NULL,
        position INTEGER NOT NULL,
        PRIMARY KEY (persona, person, turn)
    )""",
    """CREATE INDEX note_turns_by_note ON note_turns (note, position)""",
    """CREATE TABLE session_summaries (
        persona TEXT NOT NULL, person TEXT NOT NULL, session TEXT NOT NULL, summary TEXT NOT NULL,
        turns INTEGER NOT NULL, updated BIGINT NOT NULL, updated_offset INTEGER NOT NULL,
        PRIMARY KEY (persona, person, session)
    )""",
)

_OWN = "persona = ? AND person = ?"
_NOTE = "row, id, day, session, text, topics, resolved, tasks, outcomes, made_by, created, created_offset, carried_out"


class SqlNotes:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, note: Note) -> Note | None:
        scope = note.scope
        with self._database.transaction():
            for some in batches(note.sources):
                known = self._database.execute(
                    f"SELECT COUNT(*) FROM note_turns WHERE {_OWN} AND turn IN ({marks(len(some))})",
                    (scope.persona, scope.person, *some),
                )
                if known.fetchone()[0]:
                    return None
            scopes.know(self._database, scope)
            row = counters.take(self._database, "notes")
            note = replace(note, id=f"note_{note.day.isoformat()}_{row:03}")
            outcomes = [[one.procedure, one.result] for one in note.outcomes]
            self._database.execute(
                f"INSERT INTO notes (persona, person, {_NOTE}) VALUES ({marks(15)})",
                (
                    scope.persona, scope.person, row, note.id, note.day.isoformat(), note.session, note.text,
                    *map(_listed, (note.topics, note.resolved, note.tasks, outcomes)), note.made_by,
                    *exact(note.created_at), int(note.carried_out),
                ),
            )  # fmt: skip
            self._database.executemany(
                "INSERT INTO note_turns (persona, person, turn, note, position) VALUES (?, ?, ?, ?, ?)",
                [(scope.persona, scope.person, turn, row, at) for at, turn in enumerate(note.sources)],
            )
        return note

    def of_day(self, scope: Scope, day: date) -> list[Note]:
        return self._select(scope, " AND day = ?", (day.isoformat(),))

    def since(self, scope: Scope, day: date | None) -> list[Note]:
        return self._select(scope, "") if day is None else self._select(scope, " AND day >= ?", (day.isoformat(),))

    def to_carry_out(self, scope: Scope) -> list[Note]:
        return self._select(scope, " AND carried_out = 0")

    def carried_out(self, note: Note) -> None:
        self._database.execute("UPDATE notes SET carried_out = 1 WHERE id = ?", (note.id,))

    def unnoted(self, scope: Scope, since: datetime, until: datetime, session: str | None = None) -> list[Turn]:
        turns = SqlTurns(self._database).between(scope, since, until, 2**62)
        if session is not None:
            turns = [turn for turn in turns if turn.session == session]
        noted: set[str] = set()
        for some in batches([turn.key for turn in turns]):
            rows = self._database.execute(
                f"SELECT turn FROM note_turns WHERE {_OWN} AND turn IN ({marks(len(some))})",
                (scope.persona, scope.person, *some),
            )
            noted.update(key for (key,) in rows.fetchall())
        return [turn for turn in turns if turn.key not in noted]

    def summary(self, scope: Scope, session: str) -> SessionSummary | None:
        found = self.summaries(scope, [session])
        return found[0] if found else None

    def fold(self, scope: Scope, summary: SessionSummary) -> None:
        self._database.execute(
            "INSERT INTO session_summaries (persona, person, session, summary, turns, updated, updated_offset)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (persona, person, session) DO UPDATE SET"
            " summary = excluded.summary, turns = excluded.turns, updated = excluded.updated,"
            " updated_offset = excluded.updated_offset",
            (
                scope.persona, scope.person, summary.session, summary.summary, summary.turns,
                *exact(summary.updated_at),
            ),
        )  # fmt: skip

    def summaries(self, scope: Scope, sessions: Sequence[str]) -> list[SessionSummary]:
        found: dict[str, SessionSummary] = {}
        for some in batches(sessions):
            rows = self._database.execute(
                "SELECT session, summary, turns, updated, updated_offset FROM session_summaries"
                f" WHERE {_OWN} AND session IN ({marks(len(some))})",
                (scope.persona, scope.person, *some),
            )
            for session, text, turns, moment, offset in rows.fetchall():
                found[session] = SessionSummary(session, text, turns, restored(moment, offset))
        return [found[session] for session in sessions if session in found]

    def _select(self, scope: Scope, where: str, params: Sequence[Any] = ()) -> list[Note]:
        rows = self._database.execute(
            f"SELECT {_NOTE} FROM notes WHERE {_OWN}{where} ORDER BY day, row",
            (scope.persona, scope.person, *params),
        ).fetchall()
        return [
            Note(
                id=row[1], scope=scope, day=date.fromisoformat(row[2]), session=row[3], sources=self._sources(row[0]),
                text=row[4], topics=tuple(json.loads(row[5])), resolved=tuple(json.loads(row[6])),
                tasks=tuple(json.loads(row[7])), outcomes=tuple(Outcome(*one) for one in json.loads(row[8])),
                made_by=row[9], created_at=restored(row[10], row[11]), carried_out=bool(row[12]),
            )
            for row in rows
        ]  # fmt: skip

    def _sources(self, row: int) -> tuple[str, ...]:
        rows = self._database.execute("SELECT turn FROM note_turns WHERE note = ? ORDER BY position", (row,))
        return tuple(turn for (turn,) in rows.fetchall())


def _listed(values: Sequence[Any]) -> str:
    return json.dumps(list(values), ensure_ascii=False)
