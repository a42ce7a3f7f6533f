"""What the night has made of its material, and which accounts came up since, as rows (D3, D5, K6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from omoide.adapters.sql import scopes
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact, moment_of, number_of
from omoide.domain.disuse import Use
from omoide.domain.turn import Scope
from omoide.ports.consolidating import Stage

TABLES = (
    """CREATE TABLE consolidations (
        persona TEXT NOT NULL, person TEXT NOT NULL, stage TEXT NOT NULL, source TEXT NOT NULL, plan TEXT NOT NULL,
        finished INTEGER NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (persona, person, stage, source)
    )""",
    """CREATE TABLE episode_uses (
        persona TEXT NOT NULL, person TEXT NOT NULL, episode TEXT NOT NULL, uses INTEGER NOT NULL DEFAULT 0,
        last_used BIGINT NOT NULL DEFAULT 0, low_since BIGINT NOT NULL DEFAULT 0,
        forgotten_at BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (persona, person, episode)
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

    def _put(self, scope: Scope, stage: Stage, sources: Sequence[str], plan: str, finished: bool, at: datetime) -> None:
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


_EPISODE = "persona = ? AND person = ? AND episode = ?"


class SqlEpisodeUses:
    def __init__(self, database: Database) -> None:
        self._database = database

    def used(self, scope: Scope, ids: Collection[str], at: datetime) -> None:
        with self._database.transaction():
            self._database.executemany(
                "INSERT INTO episode_uses (persona, person, episode, uses, last_used) VALUES (?, ?, ?, 1, ?)"
                " ON CONFLICT (persona, person, episode) DO UPDATE SET uses = episode_uses.uses + 1, low_since = 0,"
                " forgotten_at = 0, last_used = CASE WHEN episode_uses.last_used > excluded.last_used"
                " THEN episode_uses.last_used ELSE excluded.last_used END",
                [(scope.persona, scope.person, one, number_of(at)) for one in ids],
            )

    def uses(self, scope: Scope) -> dict[str, Use]:
        rows = self._database.execute(
            "SELECT episode, uses, last_used, low_since FROM episode_uses WHERE persona = ? AND person = ?",
            (scope.persona, scope.person),
        )
        return {episode: Use(count, moment_of(last), moment_of(low)) for episode, count, last, low in rows}

    def low(self, scope: Scope, ids: Collection[str], since: datetime) -> None:
        with self._database.transaction():
            self._database.executemany(
                "INSERT INTO episode_uses (persona, person, episode, low_since) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (persona, person, episode) DO UPDATE SET low_since ="
                " CASE WHEN episode_uses.low_since = 0 THEN excluded.low_since ELSE episode_uses.low_since END",
                [(scope.persona, scope.person, one, number_of(since)) for one in ids],
            )

    def forget(self, scope: Scope, ids: Collection[str], at: datetime) -> None:
        with self._database.transaction():
            self._database.executemany(
                f"UPDATE episode_uses SET forgotten_at = ? WHERE {_EPISODE} AND forgotten_at = 0",
                [(number_of(at), scope.persona, scope.person, one) for one in ids],
            )

    def forgotten(self, scope: Scope) -> set[str]:
        rows = self._database.execute(
            "SELECT episode FROM episode_uses WHERE persona = ? AND person = ? AND forgotten_at <> 0",
            (scope.persona, scope.person),
        )
        return {episode for (episode,) in rows}

    def bring_back(self, scope: Scope, episode_id: str) -> bool:
        back = self._database.execute(
            f"UPDATE episode_uses SET forgotten_at = 0, low_since = 0 WHERE {_EPISODE} AND forgotten_at <> 0",
            (scope.persona, scope.person, episode_id),
        )
        return back.rowcount == 1
