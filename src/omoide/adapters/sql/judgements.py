"""Judgements as rows: changes of what was learned, candidates that wait, pairs that were held against each other.

A change is never rewritten; only its state goes from planned to done or dropped. Whole pages are kept in it, since a
page of a few hundred words is small and history must not depend on files that a person may tidy away.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from omoide.adapters.sql import counters, scopes
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact, restored
from omoide.domain.candidate import Candidate, CandidateState, KeptCandidate
from omoide.domain.page_change import Change, ChangeState
from omoide.domain.turn import Scope
from omoide.ports.judging import Judged

TABLES = (
    """CREATE TABLE page_changes (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, step TEXT NOT NULL, persona TEXT NOT NULL,
        person TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, action TEXT NOT NULL, reason TEXT NOT NULL,
        made_by TEXT NOT NULL, recorded BIGINT NOT NULL, recorded_offset INTEGER NOT NULL, before_text TEXT,
        after_text TEXT, revision_before TEXT NOT NULL, revision_after TEXT NOT NULL, believed_until TEXT,
        believed_from TEXT, related TEXT NOT NULL, sources TEXT NOT NULL, state TEXT NOT NULL,
        archived INTEGER NOT NULL
    )""",
    """CREATE INDEX page_changes_by_page ON page_changes (persona, person, kind, name, row)""",
    """CREATE INDEX page_changes_by_step ON page_changes (persona, person, step)""",
    """CREATE INDEX page_changes_by_state ON page_changes (persona, person, state, row)""",
    """CREATE TABLE candidates (
        row INTEGER PRIMARY KEY, persona TEXT NOT NULL, person TEXT NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL,
        name TEXT NOT NULL, description TEXT NOT NULL, text TEXT NOT NULL, premise TEXT NOT NULL,
        sources TEXT NOT NULL, created BIGINT NOT NULL, created_offset INTEGER NOT NULL, attempts INTEGER NOT NULL,
        state TEXT NOT NULL, made_by TEXT NOT NULL, reason TEXT NOT NULL, decided BIGINT NOT NULL,
        decided_offset INTEGER NOT NULL, UNIQUE (persona, person, key)
    )""",
    """CREATE INDEX candidates_by_state ON candidates (persona, person, state, row)""",
    """CREATE TABLE judged_pairs (
        persona TEXT NOT NULL, person TEXT NOT NULL, one TEXT NOT NULL, other TEXT NOT NULL, seal TEXT NOT NULL,
        verdict TEXT NOT NULL, attempts INTEGER NOT NULL, PRIMARY KEY (persona, person, one, other)
    )""",
)

_OWN = "persona = ? AND person = ?"
_CHANGE = (
    "id, step, kind, name, action, reason, made_by, recorded, recorded_offset, before_text, after_text,"
    " believed_until, believed_from, related, sources, state, archived"
)
_CANDIDATE = (
    "kind, name, text, premise, sources, description, state, created, created_offset, attempts, made_by, reason,"
    " decided, decided_offset"
)


class SqlChanges:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, changes: Sequence[Change]) -> list[Change]:
        kept: list[Change] = []
        with self._database.transaction():
            for change in changes:
                scopes.know(self._database, change.scope)
                row = counters.take(self._database, "page_changes")
                step = change.step or (kept[0].step if kept else f"st_{row:03}")
                change = replace(change, id=f"ch_{row:03}", step=step)
                self._insert(row, change)
                kept.append(change)
        return kept

    def _insert(self, row: int, change: Change) -> None:
        self._database.execute(
            f"INSERT INTO page_changes (row, persona, person, revision_before, revision_after, {_CHANGE})"
            f" VALUES ({', '.join('?' * 22)})",
            (
                row, change.scope.persona, change.scope.person, change.revision_before, change.revision_after,
                change.id, change.step, change.kind, change.name, change.action, change.reason, change.by,
                *exact(change.recorded_at), change.before, change.after, _day(change.believed_until),
                _day(change.believed_from), change.related, json.dumps(list(change.sources)), change.state,
                int(change.archived),
            ),
        )  # fmt: skip

    def of(self, scope: Scope, kind: str, name: str) -> list[Change]:
        return self._select(scope, " AND kind = ? AND name = ?", (kind, name))

    def step(self, scope: Scope, step: str) -> list[Change]:
        return self._select(scope, " AND step = ?", (step,))

    def planned(self, scope: Scope) -> list[str]:
        return list(dict.fromkeys(change.step for change in self._select(scope, " AND state = 'planned'")))

    def settle(self, scope: Scope, step: str, state: ChangeState) -> None:
        self._database.execute(
            f"UPDATE page_changes SET state = ? WHERE {_OWN} AND step = ? AND state = 'planned'",
            (state, scope.persona, scope.person, step),
        )

    def since(self, scope: Scope, moment: datetime | None) -> list[Change]:
        return self._select(
            scope, "" if moment is None else " AND recorded > ?", () if moment is None else exact(moment)[:1]
        )

    def _select(self, scope: Scope, where: str, params: Sequence[Any] = ()) -> list[Change]:
        rows = self._database.execute(
            f"SELECT {_CHANGE} FROM page_changes WHERE {_OWN}{where} ORDER BY row",
            (scope.persona, scope.person, *params),
        ).fetchall()
        return [
            Change(
                id=row[0], scope=scope, step=row[1], kind=row[2], name=row[3], action=row[4], reason=row[5], by=row[6],
                recorded_at=restored(row[7], row[8]), before=row[9], after=row[10], believed_until=_date(row[11]),
                believed_from=_date(row[12]), related=row[13], sources=tuple(json.loads(row[14])), state=row[15],
                archived=bool(row[16]),
            )
            for row in rows
        ]  # fmt: skip


class SqlCandidates:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, scope: Scope, candidate: Candidate, at: datetime) -> bool:
        with self._database.transaction():
            scopes.know(self._database, scope)
            added = self._database.execute(
                f"INSERT INTO candidates (row, persona, person, key, {_CANDIDATE}) VALUES ({', '.join('?' * 18)})"
                " ON CONFLICT (persona, person, key) DO NOTHING",
                (
                    counters.take(self._database, "candidates"), scope.persona, scope.person, candidate.key,
                    candidate.kind, candidate.name, candidate.text, candidate.premise,
                    json.dumps(list(candidate.sources)), candidate.description, "waiting", *exact(at), 0, "", "", 0, 0,
                ),
            )  # fmt: skip
        return added.rowcount == 1

    def all(self, scope: Scope, state: CandidateState | None = "waiting") -> list[KeptCandidate]:
        where, params = ("", ()) if state is None else (" AND state = ?", (state,))
        rows = self._database.execute(
            f"SELECT {_CANDIDATE} FROM candidates WHERE {_OWN}{where} ORDER BY row",
            (scope.persona, scope.person, *params),
        ).fetchall()
        return [
            KeptCandidate(
                candidate=Candidate(row[0], row[1], row[2], row[3], tuple(json.loads(row[4])), row[5]), state=row[6],
                created_at=restored(row[7], row[8]), attempts=row[9], by=row[10], reason=row[11],
                decided_at=restored(row[12], row[13]) if row[12] else None,
            )
            for row in rows
        ]  # fmt: skip

    def tried(self, scope: Scope, keys: Sequence[str]) -> None:
        with self._database.transaction():
            for key in keys:
                self._database.execute(
                    f"UPDATE candidates SET attempts = attempts + 1 WHERE {_OWN} AND key = ?",
                    (scope.persona, scope.person, key),
                )

    def settle(self, scope: Scope, key: str, state: CandidateState, by: str, reason: str, at: datetime) -> bool:
        moment, offset = exact(at)
        settled = self._database.execute(
            "UPDATE candidates SET state = ?, made_by = ?, reason = ?, decided = ?, decided_offset = ?"
            f" WHERE {_OWN} AND key = ? AND state = 'waiting'",
            (state, by, reason, moment or 1, offset, scope.persona, scope.person, key),
        )
        return settled.rowcount == 1

    def let_go(self, scope: Scope, before: datetime) -> int:
        return self._database.execute(
            f"DELETE FROM candidates WHERE {_OWN} AND state <> 'waiting' AND decided < ?",
            (scope.persona, scope.person, exact(before)[0]),
        ).rowcount


class SqlJudgedPairs:
    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, scope: Scope, one: str, other: str) -> Judged | None:
        found = self._database.execute(
            f"SELECT seal, verdict, attempts FROM judged_pairs WHERE {_OWN} AND one = ? AND other = ?",
            (scope.persona, scope.person, *sorted((one, other))),
        ).fetchone()
        return Judged(*found) if found else None

    def put(self, scope: Scope, one: str, other: str, judged: Judged) -> None:
        self._database.execute(
            "INSERT INTO judged_pairs (persona, person, one, other, seal, verdict, attempts)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (persona, person, one, other) DO UPDATE SET"
            " seal = excluded.seal, verdict = excluded.verdict, attempts = excluded.attempts",
            (scope.persona, scope.person, *sorted((one, other)), judged.seal, judged.verdict, judged.attempts),
        )

    def having(self, scope: Scope, verdict: str) -> list[tuple[str, str, Judged]]:
        rows = self._database.execute(
            f"SELECT one, other, seal, verdict, attempts FROM judged_pairs WHERE {_OWN} AND verdict = ?"
            " ORDER BY one, other",
            (scope.persona, scope.person, verdict),
        ).fetchall()
        return [(one, other, Judged(*rest)) for one, other, *rest in rows]


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
