"""Which nights are due, read in one statement for all personas, on the server's clock: workers' own may differ."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from omoide.adapters.queue.tables import SCHEMA
from omoide.adapters.sql.moments import moment_of
from omoide.domain.sleeper import Sleeper
from omoide.domain.turn import Scope

if TYPE_CHECKING:
    from omoide.adapters.sql.postgres import PostgresDatabase

# The last night, whether it was finished, and, before the first, when the first thing was said or remembered.
_SLEEPERS = """SELECT s.persona, s.person, s.last_night, COALESCE(n.finished, 0) > 0,
    CASE WHEN s.last_night > 0 THEN 0 ELSE COALESCE(LEAST(
        (SELECT MIN(t.time) FROM turns t WHERE t.persona = s.persona AND t.person = s.person),
        (SELECT MIN(m.created) FROM memories m WHERE m.persona = s.persona AND m.person = s.person)), 0) END
    FROM scopes s LEFT JOIN nights n ON n.persona = s.persona AND n.person = s.person AND n.night = s.last_night
    WHERE s.last_night < ? OR COALESCE(n.finished, 0) = 0 ORDER BY s.persona, s.person"""
_FURTHEST_EAST = timedelta(hours=14)

_FRESH = f"SELECT persona, person, night FROM {SCHEMA}.asked WHERE at > now() - make_interval(mins => ?)"
_ASK = f"""INSERT INTO {SCHEMA}.asked (persona, person, night, at)
    SELECT persona, person, night, now() FROM unnest(?::text[], ?::text[], ?::int[]) AS new (persona, person, night)
    ON CONFLICT (persona, person, night) DO UPDATE SET at = excluded.at"""


class DueNights:
    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def now(self) -> datetime:
        [seconds] = self._database.execute("SELECT EXTRACT(EPOCH FROM clock_timestamp())::DOUBLE PRECISION").fetchone()
        return datetime.fromtimestamp(seconds, UTC)

    def sleepers(self, now: datetime) -> list[Sleeper]:
        """All but those who have lived the newest night that any clock on earth shows: they need not be looked at."""
        newest = (now.astimezone(UTC) + _FURTHEST_EAST).toordinal()
        return [
            Sleeper(Scope(persona, person), last, finished, moment_of(first))
            for persona, person, last, finished, first in self._database.execute(_SLEEPERS, (newest,))
        ]

    def count(self) -> int:
        """Of all scopes, whether their night is due or not."""
        return self._database.execute("SELECT COUNT(*) FROM scopes").fetchone()[0]

    def asked(self, minutes: int) -> set[tuple[Scope, int]]:
        """Nights that were asked for not longer ago than that."""
        found = self._database.execute(_FRESH, (minutes,))
        return {(Scope(persona, person), night) for persona, person, night in found}

    def mark_asked(self, nights: Sequence[tuple[Scope, int]]) -> None:
        columns = zip(*((scope.persona, scope.person, night) for scope, night in nights), strict=True)
        self._database.execute(_ASK, tuple(list(column) for column in columns))

    def forget_asked(self, days: int = 30) -> None:
        self._database.execute(f"DELETE FROM {SCHEMA}.asked WHERE at < now() - make_interval(days => ?)", (days,))
