"""The ledger of turns read as a log of conversation (L6): by day, from its end, and by what was said in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from omoide.adapters.sql import turn_search
from omoide.adapters.sql.database import Database, batches, marks
from omoide.adapters.sql.turns import SqlTurns
from omoide.domain.dates import wall_clock
from omoide.domain.turn import Scope, Turn

INDEX = ("CREATE INDEX turns_by_time ON turns (persona, person, time, time_offset)",)

# Clocks are set by quarters of an hour: the turns of one quarter are of one day, in whatever zone.
_QUARTER, _DAY = 900_000_000, 86_400_000_000
_LENGTH = timedelta(minutes=15)
_BEGINNING = datetime(1, 1, 1, tzinfo=UTC)
_YEAR_ONE = 62_135_596_800_000_000  # from the beginning to 1970: no moment is negative, and division rounds down
_AROUND_NOON = timedelta(hours=12 + 24)  # half a day, and as far as a wall clock can be from UTC
_ALL = 2**62


class SqlTurnLog:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._turns = SqlTurns(database)

    def days(self, scope: Scope, zone: tzinfo | None) -> list[date]:
        """Without a zone the database reckons by each turn's own offset; with one, quarters of an hour are placed."""
        own = "" if zone else " + time_offset * 1000000"
        unit = _QUARTER if zone else _DAY
        rows = self._database.execute(
            f"SELECT DISTINCT (time{own} + {_YEAR_ONE}) / {unit} FROM turns WHERE persona = ? AND person = ?",
            (scope.persona, scope.person),
        )
        if zone is None:
            return sorted(date.fromordinal(day + 1) for (day,) in rows)
        found = {(_BEGINNING + quarter * _LENGTH).astimezone(zone).toordinal() for (quarter,) in rows}
        return [date.fromordinal(day) for day in sorted(found)]

    def of_day(self, scope: Scope, day: date, zone: tzinfo | None) -> list[Turn]:
        noon = datetime.combine(day, time(12), UTC)
        near = self._turns.between(scope, noon - _AROUND_NOON, noon + _AROUND_NOON, _ALL)
        return [turn for turn in near if wall_clock(turn.time, zone).date() == day]

    def last(self, scope: Scope, count: int) -> list[Turn]:
        return self._turns.last(scope, count)

    def recent(self, scope: Scope, since: datetime | None, until: datetime, count: int) -> list[Turn]:
        return self._turns.newest(scope, since, until, count)

    def arousals(self, scope: Scope, keys: Sequence[str]) -> dict[str, float]:
        found: dict[str, float] = {}
        for some in batches(keys):
            rows = self._database.execute(
                "SELECT s.turn, MAX(m.arousal) FROM sources s JOIN memories m ON m.row = s.row"
                f" WHERE s.turn IN ({marks(len(some))}) AND m.persona = ? AND m.person = ? GROUP BY s.turn",
                (*some, scope.persona, scope.person),
            )
            found.update((key, arousal / 100) for key, arousal in rows.fetchall())
        return found

    def holding(self, scope: Scope, phrases: Sequence[str]) -> list[str]:
        return turn_search.turns_that_may_hold(self._database, scope, phrases)

    def read(self, scope: Scope, keys: Sequence[str]) -> list[Turn]:
        return self._turns.kept(scope, keys)
