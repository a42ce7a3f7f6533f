"""Goals, with what was done for them and how they ended (M4). None is deleted: what was given up is history too."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from omoide.adapters.sql import counters, scopes
from omoide.adapters.sql.database import Database, marks
from omoide.adapters.sql.moments import exact, restored
from omoide.domain.goal import PREFIX, Goal, ProgressNote, Status, Term
from omoide.domain.sameness import sameness
from omoide.domain.turn import Scope

_COLUMNS = "id, term, goal, created, created_offset, status, priority, notes, closed, closed_offset, reason, sources"
_OWN = "persona = ? AND person = ?"
_NUMBERED = re.compile(r"(?:sh|lo)_(\d{1,12})", re.ASCII)


class SqlGoals:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, scope: Scope, term: Term, goal: str, priority: int, at: datetime, sources: Sequence[str]
    ) -> tuple[Goal, bool]:
        key = sameness(goal)
        with self._database.transaction():
            scopes.know(self._database, scope)
            same = self._select(scope, " AND sameness = ? AND status = 'active'", (key,))
            if same:
                return same[0], False
            row = counters.take(self._database, "goals")
            made = Goal(f"{PREFIX[term]}_{row:03}", scope, term, goal, at, priority, sources=tuple(sources))
            self._database.execute(
                "INSERT INTO goals (row, id, persona, person, term, goal, sameness, created, created_offset, status,"
                " priority, sources) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', ?, ?)",
                (
                    row, made.id, scope.persona, scope.person, term, goal, key, *exact(at), priority,
                    json.dumps(list(sources)),
                ),
            )  # fmt: skip
        return made, True

    def move_in(self, goal: Goal) -> tuple[Goal, bool]:
        """Its own id may be somebody else's already, or one that the counter would give out later."""
        scope = goal.scope
        with self._database.transaction():
            scopes.know(self._database, scope)
            if goal.id and (known := self.get(scope, goal.id)):
                return known, False
            number = _NUMBERED.fullmatch(goal.id)
            if number:
                counters.raise_to(self._database, "goals", int(number[1]))
            row = counters.take(self._database, "goals")
            with self._database.beyond():
                taken = self._database.execute("SELECT 1 FROM goals WHERE id = ?", (goal.id,)).fetchone()
            if not goal.id or taken:
                goal = replace(goal, id=f"{PREFIX[goal.term]}_{row:03}")
            closed, offset = exact(goal.closed_at) if goal.closed_at else (0, 0)
            notes = [[*exact(note.time), note.text] for note in goal.progress_notes]
            self._database.execute(
                f"INSERT INTO goals (row, persona, person, sameness, {_COLUMNS}) VALUES ({marks(16)})",
                (
                    row, scope.persona, scope.person, sameness(goal.goal), goal.id, goal.term, goal.goal,
                    *exact(goal.created_at), goal.status, goal.priority, json.dumps(notes, ensure_ascii=False),
                    closed or int(goal.closed_at is not None), offset, goal.reason, json.dumps(list(goal.sources)),
                ),
            )  # fmt: skip
        return goal, True

    def get(self, scope: Scope, goal_id: str) -> Goal | None:
        found = self._select(scope, " AND id = ?", (goal_id,))
        return found[0] if found else None

    def all(self, scope: Scope, status: Status | None = "active") -> list[Goal]:
        return self._select(scope, "") if status is None else self._select(scope, " AND status = ?", (status,))

    def note(self, scope: Scope, goal_id: str, text: str, at: datetime) -> bool:
        with self._database.transaction():  # two processes that note at once both keep their note
            goal = self.get(scope, goal_id)
            if goal is None or goal.status != "active":
                return False
            notes = [[*exact(note.time), note.text] for note in goal.progress_notes] + [[*exact(at), text]]
            self._database.execute(
                f"UPDATE goals SET notes = ? WHERE {_OWN} AND id = ?",
                (json.dumps(notes, ensure_ascii=False), scope.persona, scope.person, goal_id),
            )
        return True

    def close(self, scope: Scope, goal_id: str, status: Status, reason: str, at: datetime) -> bool:
        moment, offset = exact(at)
        closed = self._database.execute(
            "UPDATE goals SET status = ?, reason = ?, closed = ?, closed_offset = ?"
            f" WHERE {_OWN} AND id = ? AND status = 'active'",
            (status, reason, moment or 1, offset, scope.persona, scope.person, goal_id),
        )
        return closed.rowcount == 1

    def _select(self, scope: Scope, where: str, params: Sequence[Any] = ()) -> list[Goal]:
        rows = self._database.execute(
            f"SELECT {_COLUMNS} FROM goals WHERE {_OWN}{where} ORDER BY row", (scope.persona, scope.person, *params)
        ).fetchall()
        return [
            Goal(
                id=row[0], scope=scope, term=row[1], goal=row[2], created_at=restored(row[3], row[4]), status=row[5],
                priority=row[6],
                progress_notes=tuple(ProgressNote(restored(*at), text) for *at, text in json.loads(row[7])),
                closed_at=restored(row[8], row[9]) if row[8] else None, reason=row[10],
                sources=tuple(json.loads(row[11])),
            )
            for row in rows
        ]  # fmt: skip
