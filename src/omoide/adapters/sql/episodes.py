"""Episodes as rows (P1-P7): days, weeks and special moments, with the turns that they were made from (E9).

Nothing is ever deleted: what was merged into a week is archived and knows into which one. Days are ordinal numbers, as
nights are; an arousal that nobody knows is NULL.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from omoide.adapters.sql import counters, scopes
from omoide.adapters.sql.database import Database, batches, marks
from omoide.adapters.sql.moments import exact, moment_of, number_of, restored
from omoide.domain.episode import UNKNOWN_AROUSAL, Episode
from omoide.domain.span import Span
from omoide.domain.special_event import MARKS, EventKind
from omoide.domain.turn import Scope

TABLES: tuple[str, ...] = (
    """CREATE TABLE episodes (
        id TEXT PRIMARY KEY, persona TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL,
        first_day INTEGER NOT NULL, last_day INTEGER NOT NULL, summary TEXT NOT NULL,
        arousal DOUBLE PRECISION, arousal_max DOUBLE PRECISION, created BIGINT NOT NULL,
        created_offset INTEGER NOT NULL, original_count INTEGER NOT NULL, detail TEXT NOT NULL,
        made_by TEXT NOT NULL, failed INTEGER NOT NULL, archived_at BIGINT NOT NULL, merged_into TEXT
    )""",
    # A day, a week, a moment once, whoever comes second.
    """CREATE UNIQUE INDEX episodes_once ON episodes (persona, person, kind, first_day, detail)
        WHERE archived_at = 0""",
    """CREATE INDEX episodes_by_day ON episodes (persona, person, first_day)""",
    """CREATE TABLE episode_sources (
        id TEXT NOT NULL REFERENCES episodes (id) ON DELETE CASCADE, position INTEGER NOT NULL, turn TEXT NOT NULL,
        PRIMARY KEY (id, position)
    )""",
    """CREATE INDEX episode_sources_by_turn ON episode_sources (turn)""",
)

_COLUMNS = (
    "id", "persona", "person", "kind", "first_day", "last_day", "summary", "arousal", "arousal_max", "created",
    "created_offset", "original_count", "detail", "made_by", "failed", "archived_at", "merged_into",
)  # fmt: skip
_MINE = "persona = ? AND person = ?"
_NUMBERED = re.compile(r"(episode_\d{4}-\d\d-\d\d)_(\d{1,9})", re.ASCII)


class SqlEpisodes:
    def __init__(self, database: Database) -> None:
        self._database = database

    # ------------------------------------------------------------ in

    def put(self, episode: Episode) -> Episode | None:
        """Keep it under its own id or a new one, or in the place of a record of a refusal. None when it is there
        already."""
        with self._database.transaction():
            scopes.know(self._database, episode.scope)
            there = self._database.execute(
                f"SELECT id, failed FROM episodes WHERE {_MINE} AND kind = ? AND first_day = ? AND detail = ?"
                " AND archived_at = 0",
                (*_names(episode.scope), episode.kind, episode.days.first.toordinal(), episode.detail),
            ).fetchone()
            if there and not there[1]:
                return None
            if there:
                self._database.execute("DELETE FROM episodes WHERE id = ?", (there[0],))
            return self._insert(episode, there[0] if there else self._free_id(episode))

    def add_special(
        self, scope: Scope, kind: EventKind, text: str, detail: str, at: datetime, arousal: float,
        sources: Sequence[str] = (),
    ) -> Episode | None:  # fmt: skip
        mark = MARKS[kind]
        summary = text if text.startswith(mark) else f"{mark}{text}"
        day = Span.day(at.date())
        episode = Episode(
            "", scope, kind, day, summary, arousal, arousal, at, tuple(sources), detail=detail, made_by=""
        )
        with self._database.transaction():
            # A goal is achieved and a question answered once; a bond can be confirmed on any day.
            if kind != "bonding" and self._select(
                f"{_MINE} AND kind = ? AND detail = ?", (*_names(scope), kind, detail)
            ):
                return None
            return self.put(episode)

    def _insert(self, episode: Episode, new_id: str) -> Episode:
        created, offset = exact(episode.created)
        self._database.execute(
            f"INSERT INTO episodes ({', '.join(_COLUMNS)}) VALUES ({marks(len(_COLUMNS))})",
            (
                new_id, *_names(episode.scope), episode.kind, episode.days.first.toordinal(),
                episode.days.last.toordinal(), episode.summary, episode.arousal, episode.arousal_max, created, offset,
                episode.original_count, episode.detail, episode.made_by, int(episode.failed),
                number_of(episode.archived_at), episode.merged_into,
            ),
        )  # fmt: skip
        self._database.executemany(
            "INSERT INTO episode_sources VALUES (?, ?, ?)",
            [(new_id, position, turn) for position, turn in enumerate(episode.sources)],
        )
        [kept] = self._select("id = ?", (new_id,))
        return kept

    def _free_id(self, episode: Episode) -> str:
        """One that moves in brings an id, which may be taken, or be one that the counter would give out later."""
        if number := _NUMBERED.fullmatch(episode.id):
            counters.raise_to(self._database, number[1], int(number[2]))
        with self._database.beyond():
            taken = self._database.execute("SELECT 1 FROM episodes WHERE id = ?", (episode.id,)).fetchone()
        return episode.id if episode.id and not taken else self._new_id(episode.days.first)

    def _new_id(self, day: date) -> str:
        stem = f"episode_{day.isoformat()}"
        return f"{stem}_{counters.take(self._database, stem):03}"

    # ------------------------------------------------------------ changes

    def apply_trace(self, scope: Scope, episode_id: str, resonance: float, rate: float = 0.3) -> bool:
        """One statement, so that two replies at once both count; the maximum never falls below the present value."""
        if not 0 <= resonance <= 1:
            raise ValueError(f"resonance must lie in 0..1, not {resonance!r}")
        known = f"COALESCE(arousal, {UNKNOWN_AROUSAL})"
        fresh = f"{known} + ? * (? - {known})"
        changed = self._database.execute(
            f"UPDATE episodes SET arousal = {fresh}, arousal_max ="
            f" {self._database.dialect.greatest}(COALESCE(arousal_max, 0), {fresh})"
            f" WHERE id = ? AND {_MINE} AND failed = 0",
            (rate, resonance, rate, resonance, episode_id, *_names(scope)),
        )
        return changed.rowcount == 1

    def merge(self, week: Episode, originals: Sequence[str]) -> Episode | None:
        """Put a week in the place of its days, which are archived. None when one of them is not there any more."""
        with self._database.transaction():
            found = self._select(f"id IN ({marks(len(originals))}) AND {_MINE} AND archived_at = 0",
                                 (*originals, *_names(week.scope)))  # fmt: skip
            if len(found) != len(originals):
                return None
            at = number_of(week.created)
            self._archive(originals, at, None)
            kept = self.put(week)
            assert kept is not None
            self._archive(originals, at, kept.id)
            earlier = [episode.id for episode in found if episode.compressed]
            self._database.execute(  # days of an earlier merge of this week now belong to this one
                f"UPDATE episodes SET merged_into = ? WHERE kind = 'day' AND merged_into IN ({marks(len(earlier))})",
                (kept.id, *earlier),
            )
            return kept

    def unmerge(self, scope: Scope, week_id: str, at: datetime) -> int:
        """Bring the days of a week back and archive the week; returns how many came back."""
        with self._database.transaction():
            back = self._select(f"{_MINE} AND merged_into = ? AND kind = 'day'", (*_names(scope), week_id))
            if back:
                self._archive([week_id], number_of(at), None)
                self._archive([episode.id for episode in back], 0, None)
            return len(back)

    def _archive(self, ids: Sequence[str], at: int, into: str | None) -> None:
        self._database.execute(
            f"UPDATE episodes SET archived_at = ?, merged_into = ? WHERE id IN ({marks(len(ids))})", (at, into, *ids)
        )

    # ------------------------------------------------------------ out

    def get(self, scope: Scope, episode_id: str) -> Episode | None:
        found = self._select(f"id = ? AND {_MINE}", (episode_id, *_names(scope)))
        return found[0] if found else None

    def within(self, scope: Scope, days: Span | None = None, archived: bool | None = False) -> list[Episode]:
        sql, params = _MINE, list[Any](_names(scope))
        if days is not None:
            sql += " AND first_day <= ? AND last_day >= ?"
            params += [days.last.toordinal(), days.first.toordinal()]
        if archived is not None:
            sql += f" AND archived_at {'<>' if archived else '='} 0"
        return self._select(sql, params)

    def days_told(self, scope: Scope, failed: bool) -> set[date]:
        """Of a week that moved in nobody has the days: it stands for each of them."""
        rows = self._database.execute(
            f"SELECT first_day, last_day FROM episodes WHERE {_MINE} AND failed = ?"
            " AND (kind = 'day' OR (kind = 'week' AND made_by LIKE 'import:%'))",
            (*_names(scope), int(failed)),
        ).fetchall()
        return {date.fromordinal(day) for first, last in rows for day in range(first, min(last, first + 366) + 1)}

    def _select(self, where: str, params: Sequence[Any]) -> list[Episode]:
        sql = f"SELECT {', '.join(_COLUMNS)} FROM episodes WHERE {where} ORDER BY first_day, last_day, id"
        rows = self._database.execute(sql, params).fetchall()
        sources: dict[str, list[str]] = {}
        for some in batches([row[0] for row in rows]):
            listed = f"SELECT id, turn FROM episode_sources WHERE id IN ({marks(len(some))}) ORDER BY id, position"
            for name, turn in self._database.execute(listed, some).fetchall():
                sources.setdefault(name, []).append(turn)
        return [_episode(row, sources.get(row[0], [])) for row in rows]


def _episode(row: Sequence[Any], sources: Sequence[str]) -> Episode:
    (
        name, persona, person, kind, first, last, summary, arousal, arousal_max, created, offset, count, detail,
        made_by, failed, archived_at, merged_into,
    ) = row  # fmt: skip
    return Episode(
        id=name,
        scope=Scope(persona, person),
        kind=kind,
        days=Span(date.fromordinal(first), date.fromordinal(last)),
        summary=summary,
        arousal=arousal,
        arousal_max=arousal_max,
        created=restored(created, offset),
        sources=tuple(sources),
        original_count=count,
        detail=detail,
        made_by=made_by,
        failed=bool(failed),
        archived_at=moment_of(archived_at),
        merged_into=merged_into,
    )


def _names(scope: Scope) -> tuple[str, str]:
    return scope.persona, scope.person
