"""What the night has made of its material, as rows (D3, D5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from omoide.adapters.sql import scopes
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact
from omoide.domain.turn import Scope
from omoide.ports.consolidating import Stage

TABLES = (
    """CREATE TABLE consolidations (
        persona TEXT NOT NULL, person TEXT NOT NULL, stage TEXT NOT NULL, source TEXT NOT NULL, plan TEXT NOT NULL,
        finished INTEGER NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (persona, person, stage, source)
    )""",
)

_OWN = "persona = ? AND person = ? AND stage = ?"


class SqlConsolidations:
    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self, scope: Scope, stage: Stage, sources: Collection[str]) -> list[str]:
        rows = self._database.execute(
            f"SELECT source FROM consolidations WHERE {_OWN}", (scope.persona, scope.person, stage)
        )
        kept = {source for (source,) in rows}
        return [source for source in sources if source not in kept]

    def plan(self, scope: Scope, stage: Stage, source: str, plan: str, at: datetime) -> None:
        self._put(scope, stage, [source], plan, False, at)

    def planned(self, scope: Scope, stage: Stage) -> list[tuple[str, str]]:
        rows = self._database.execute(
            f"SELECT source, plan FROM consolidations WHERE {_OWN} AND finished = 0 ORDER BY at, source",
            (scope.persona, scope.person, stage),
        )
        return [(source, plan) for source, plan in rows]

    def finish(self, scope: Scope, stage: Stage, sources: Sequence[str], at: datetime) -> None:
        self._put(scope, stage, sources, "", True, at)

    def finished(self, scope: Scope, stage: Stage) -> list[str]:
        rows = self._database.execute(
            f"SELECT source FROM consolidations WHERE {_OWN} AND finished = 1 ORDER BY at, source",
            (scope.persona, scope.person, stage),
        )
        return [source for (source,) in rows]

    def take_back(self, scope: Scope, stage: Stage, source: str) -> bool:
        gone = self._database.execute(
            f"DELETE FROM consolidations WHERE {_OWN} AND source = ?", (scope.persona, scope.person, stage, source)
        )
        return gone.rowcount == 1

    def _put(
        self, scope: Scope, stage: Stage, sources: Sequence[str], plan: str, finished: bool, at: datetime
    ) -> None:
        if not sources:
            return
        moment = exact(at)[0]
        with self._database.transaction():
            scopes.know(self._database, scope)
            for source in sources:
                self._database.execute(
                    "INSERT INTO consolidations (persona, person, stage, source, plan, finished, at)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (persona, person, stage, source) DO UPDATE SET"
                    " plan = excluded.plan, finished = excluded.finished, at = excluded.at",
                    (scope.persona, scope.person, stage, source, plan, int(finished), moment),
                )
