"""The fast tier as rows (S1, S2, W5): the talk that was left off, and what flowed out in the last hours."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.threads import SqlThreads
from omoide.adapters.sql.turns import NOT_FORGOTTEN
from omoide.domain.session import Underway
from omoide.domain.thread import Flush
from omoide.domain.turn import Scope

_TAKES_PART = "EXISTS (SELECT 1 FROM thread_personas p WHERE p.thread = t.row AND p.persona = ?)"


class SqlSessions:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._threads = SqlThreads(database)

    def underway(self, scope: Scope, session: str | None = None) -> Underway | None:
        """Without the centroid: whoever reads before a reply has no use for it."""
        thread = self._threads.latest(scope, session)
        if thread is None:
            return None
        return Underway(replace(thread, sum=None, embedder=""), tuple(self._threads.flushes(scope, thread.id)))

    def recent(self, scope: Scope, since: datetime, most: int) -> list[Flush]:
        newest = [flush for flush in self.in_fast(scope) if flush.created_at >= since]
        return newest[:most]

    def in_fast(self, scope: Scope) -> list[Flush]:
        """All that has not moved on yet, newest first."""
        return self._threads.latest_flushes(scope)

    def let_go(self, person: str) -> int:
        return 0  # there is no copy

    # ------------------------------------------------------------ whether a copy still holds

    def stamp_of_underway(self, scope: Scope, session: str | None = None) -> str:
        """Another one whenever `underway` would answer otherwise; far cheaper than the answer."""
        which, params = ("", ()) if session is None else (" AND t.session = ?", (session,))
        row = self._database.execute(
            "SELECT t.row, t.id, t.last_place, t.flushes, t.ended, t.updated, t.domain FROM threads t"
            f" WHERE t.person = ? AND {_TAKES_PART}{which} ORDER BY t.updated DESC, t.row DESC LIMIT 1",
            (scope.person, scope.persona, *params),
        ).fetchone()
        if row is None:
            return ""
        there = self._database.execute(
            "SELECT COUNT(*) FROM thread_messages m JOIN turns ON turns.persona = m.persona AND turns.person = m.person"
            f" AND turns.key = m.turn WHERE m.thread = ? AND m.flush = 0 AND {NOT_FORGOTTEN}",
            (row[0],),
        ).fetchone()
        out = self._database.execute(
            f"SELECT {_FLUSHED} FROM flushes WHERE person = ? AND thread = ?", (scope.person, row[1])
        ).fetchone()
        return "/".join(map(str, (*row, *there, *out)))

    def stamp_of_recent(self, scope: Scope) -> str:
        row = self._database.execute(
            f"SELECT {_FLUSHED} FROM flushes WHERE person = ? AND EXISTS (SELECT 1 FROM threads t"
            " JOIN thread_personas p ON p.thread = t.row WHERE t.id = flushes.thread AND p.persona = ?)",
            (scope.person, scope.persona),
        ).fetchone()
        return "/".join(map(str, row))


_FLUSHED = "COUNT(*), COALESCE(MAX(created), 0), COALESCE(SUM(LENGTH(summary)), 0), COUNT(NULLIF(embedder, ''))"
