"""Open questions and what became of them (M3). What happens once (resolving, converting) is one guarded statement."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from omoide.adapters.sql import counters, scopes
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact, restored
from omoide.domain.question import Conversion, OpenQuestion
from omoide.domain.sameness import sameness
from omoide.domain.turn import Scope

_COLUMNS = (
    "id, topic, context, priority, source_date, asked, asked_offset, resolved, resolved_offset, answer, converted,"
    " converted_at, converted_offset, sources"
)
_OWN = "persona = ? AND person = ?"


class SqlQuestions:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, scope: Scope, topic: str, context: str, priority: float, source_date: date, asked_at: datetime,
        sources: Sequence[str],
    ) -> tuple[OpenQuestion, bool]:  # fmt: skip
        key = sameness(topic)
        with self._database.transaction():
            scopes.know(self._database, scope)
            same = self._select(scope, " AND sameness = ? AND resolved = 0", (key,))
            if same:
                return same[0], False
            row = counters.take(self._database, "questions")
            made = OpenQuestion(
                f"q_{row:03}", scope, topic, context, float(priority), source_date, asked_at, sources=tuple(sources)
            )
            self._database.execute(
                "INSERT INTO questions (row, id, persona, person, topic, sameness, context, priority, source_date,"
                " asked, asked_offset, sources) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    row, made.id, scope.persona, scope.person, topic, key, context, made.priority,
                    source_date.isoformat(), *exact(asked_at), json.dumps(list(sources)),
                ),
            )  # fmt: skip
        return made, True

    def get(self, scope: Scope, question_id: str) -> OpenQuestion | None:
        found = self._select(scope, " AND id = ?", (question_id,))
        return found[0] if found else None

    def all(self, scope: Scope, resolved: bool | None = False) -> list[OpenQuestion]:
        chosen = {False: " AND resolved = 0", True: " AND resolved <> 0", None: ""}[resolved]
        return self._select(scope, chosen)

    def resolve(self, scope: Scope, question_id: str, answer: str, at: datetime) -> bool:
        return self._change(
            scope, question_id, "answer = ?, resolved = ?, resolved_offset = ?", (answer, *_never_zero(at)),
            "resolved = 0",
        )  # fmt: skip

    def convert(self, scope: Scope, question_id: str, into: Conversion, at: datetime) -> bool:
        return self._change(
            scope, question_id, "converted = ?, converted_at = ?, converted_offset = ?", (into, *_never_zero(at)),
            "resolved <> 0 AND converted = 'none'",
        )  # fmt: skip

    def drop(self, scope: Scope, question_id: str) -> bool:
        sql = f"DELETE FROM questions WHERE {_OWN} AND id = ?"
        return self._database.execute(sql, (scope.persona, scope.person, question_id)).rowcount == 1

    def _change(self, scope: Scope, question_id: str, values: str, params: Sequence[Any], only: str) -> bool:
        changed = self._database.execute(
            f"UPDATE questions SET {values} WHERE {_OWN} AND id = ? AND {only}",
            (*params, scope.persona, scope.person, question_id),
        )
        return changed.rowcount == 1

    def _select(self, scope: Scope, where: str, params: Sequence[Any] = ()) -> list[OpenQuestion]:
        rows = self._database.execute(
            f"SELECT {_COLUMNS} FROM questions WHERE {_OWN}{where} ORDER BY row", (scope.persona, scope.person, *params)
        ).fetchall()
        return [
            OpenQuestion(
                id=row[0], scope=scope, topic=row[1], context=row[2], priority=row[3],
                source_date=date.fromisoformat(row[4]), asked_at=restored(row[5], row[6]),
                resolved_at=restored(row[7], row[8]) if row[7] else None, answer=row[9], converted=row[10],
                converted_at=restored(row[11], row[12]) if row[11] else None, sources=tuple(json.loads(row[13])),
            )
            for row in rows
        ]  # fmt: skip


def _never_zero(moment: datetime) -> tuple[int, int]:
    """0 means never (see schema); the one moment that is 0 itself becomes its neighbour."""
    number, offset = exact(moment)
    return number or 1, offset
