"""Matters that are settled (L4), for all personas that talk with a person. The key decides in the database, so that of
two processes that settle the same matter at once one is told that it was first."""

from __future__ import annotations

from datetime import datetime

from omoide.adapters.sql import counters
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact, number_of, restored
from omoide.domain.resolution import AGAIN, Resolution
from omoide.domain.sameness import sameness

TABLES = (
    """CREATE TABLE resolutions (
        person TEXT NOT NULL, key TEXT NOT NULL, persona TEXT NOT NULL, matter TEXT NOT NULL,
        resolved BIGINT NOT NULL, resolved_offset INTEGER NOT NULL, PRIMARY KEY (person, key)
    )""",
    """CREATE INDEX resolutions_by_time ON resolutions (person, resolved)""",
)
# Times are told from outside and may lie back: who takes in what is new goes by the order of recording.
RECORDED = (
    """ALTER TABLE resolutions ADD COLUMN recorded BIGINT NOT NULL DEFAULT 0""",
    """CREATE INDEX resolutions_by_record ON resolutions (person, recorded)""",
)


def number_them(database: Database) -> None:
    """Those that a home held before: by their times, which is all that is known of them."""
    found = database.execute("SELECT person, key FROM resolutions ORDER BY resolved, key").fetchall()
    numbers = counters.take_some(database, "resolutions", len(found))
    given = [(number, *row) for number, row in zip(numbers, found, strict=True)]
    database.executemany("UPDATE resolutions SET recorded = ? WHERE person = ? AND key = ?", given)


class SqlResolutions:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, person: str, persona: str, matter: str, ts: datetime, key: str = "") -> bool:
        with self._database.transaction():
            number = counters.take(self._database, "resolutions")
            added = self._database.execute(
                "INSERT INTO resolutions (person, key, persona, matter, recorded, resolved, resolved_offset)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person, key) DO UPDATE SET persona = excluded.persona,"
                " matter = excluded.matter, recorded = excluded.recorded, resolved = excluded.resolved,"
                " resolved_offset = excluded.resolved_offset WHERE resolutions.resolved <= ?",
                (person, key or sameness(matter), persona, matter, number, *exact(ts), number_of(ts - AGAIN)),
            )
            return added.rowcount == 1

    def recent(self, person: str, since: datetime | None = None) -> list[Resolution]:
        rows = self._database.execute(
            "SELECT person, persona, matter, resolved, resolved_offset, key FROM resolutions"
            " WHERE person = ? AND resolved >= ? ORDER BY resolved, key",
            (person, number_of(since) if since else -(2**62)),
        )
        return [Resolution(p, by, matter, restored(at, offset), key) for p, by, matter, at, offset, key in rows]

    def recorded_after(self, person: str, number: int) -> list[tuple[int, Resolution]]:
        rows = self._database.execute(
            "SELECT recorded, person, persona, matter, resolved, resolved_offset, key FROM resolutions"
            " WHERE person = ? AND recorded > ? ORDER BY recorded, resolved, key",
            (person, number),
        )
        return [(n, Resolution(p, by, matter, restored(at, offset), key)) for n, p, by, matter, at, offset, key in rows]
