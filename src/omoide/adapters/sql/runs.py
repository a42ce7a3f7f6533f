"""Which nights were lived (D5, F7): each step is recorded in the transaction that does it, so nothing happens twice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from omoide.adapters.sql import scopes
from omoide.adapters.sql.moments import exact, moment_of, number_of, restored
from omoide.domain.turn import Scope
from omoide.ports import Run

if TYPE_CHECKING:
    from omoide.adapters.sql.database import Database

_NIGHT = "persona = ? AND person = ? AND night = ?"


class SqlRuns:
    def __init__(self, database: Database) -> None:
        self._database = database

    def last_night(self, scope: Scope) -> int:
        return scopes.last_night(self._database, scope)

    def set_last_night(self, scope: Scope, night: int) -> None:
        self._database.execute(
            "INSERT INTO scopes (persona, person, last_night) VALUES (?, ?, ?)"
            " ON CONFLICT (persona, person) DO UPDATE SET last_night = excluded.last_night",
            (scope.persona, scope.person, night),
        )

    def begin(self, scope: Scope, night: int, now: datetime) -> Run:
        with self._database.transaction():
            self._database.execute(
                "INSERT INTO nights (persona, person, night, started, finished) VALUES (?, ?, ?, ?, 0)"
                " ON CONFLICT (persona, person, night) DO NOTHING",
                (scope.persona, scope.person, night, exact(now)[0]),
            )
            begun = self.get(scope, night)
        assert begun is not None
        return begun

    def record(self, scope: Scope, night: int, results: Mapping[str, dict[str, Any]]) -> None:
        """A step that is recorded again keeps its place in the order of the night."""
        if not results:
            return
        key = _key(scope, night)
        row = f"(?, ?, ?, ?, (SELECT COALESCE(MAX(position) + 1, 0) FROM steps WHERE {_NIGHT}) + ?, ?)"
        self._database.execute(
            "INSERT INTO steps (persona, person, night, step, position, result)"
            f" VALUES {', '.join([row] * len(results))}"
            " ON CONFLICT (persona, person, night, step) DO UPDATE SET result = excluded.result",
            [
                value
                for place, (step, result) in enumerate(results.items())
                for value in (*key, step, *key, place, json.dumps(result, ensure_ascii=False))
            ],
        )

    def finish(self, scope: Scope, night: int, now: datetime) -> None:
        sql = f"UPDATE nights SET finished = ? WHERE {_NIGHT}"
        self._database.execute(sql, (number_of(now), *_key(scope, night)))

    def get(self, scope: Scope, night: int) -> Run | None:
        sql = f"SELECT started, finished FROM nights WHERE {_NIGHT}"
        found = self._database.execute(sql, _key(scope, night)).fetchone()
        if found is None:
            return None
        sql = f"SELECT step, result FROM steps WHERE {_NIGHT} ORDER BY position"
        steps = {step: json.loads(result) for step, result in self._database.execute(sql, _key(scope, night))}
        return Run(night, restored(found[0], 0), moment_of(found[1]), steps)

    def recent(self, scope: Scope, limit: int) -> list[Run]:
        sql = "SELECT night FROM nights WHERE persona = ? AND person = ? ORDER BY night DESC LIMIT ?"
        nights = [night for (night,) in self._database.execute(sql, (scope.persona, scope.person, limit)).fetchall()]
        return [run for night in nights if (run := self.get(scope, night))]

    def scopes(self, persona: str | None = None) -> list[Scope]:
        chosen, params = ("", ()) if persona is None else (" AND s.persona = ?", (persona,))
        with self._database.beyond():
            found = self._database.execute(
                "SELECT s.persona, s.person FROM scopes s WHERE ("
                " EXISTS (SELECT 1 FROM turns t WHERE t.persona = s.persona AND t.person = s.person)"
                " OR EXISTS (SELECT 1 FROM memories m WHERE m.persona = s.persona AND m.person = s.person))"
                f"{chosen} ORDER BY s.persona, s.person",
                params,
            ).fetchall()
        return [Scope(*names) for names in found]


def _key(scope: Scope, night: int) -> tuple[str, str, int]:
    return scope.persona, scope.person, night
