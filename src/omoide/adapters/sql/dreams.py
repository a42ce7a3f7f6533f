"""What the night brought (D2, T2): the dream diary, and proposals for pages that wait for the persona.

A proposal is known by its name and its fact, without marks and blanks: the same one is never made twice, whatever was
decided about it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from omoide.adapters.sql import counters, scopes
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact, restored
from omoide.domain.dream import Insight
from omoide.domain.proposal import Proposal, ProposalStatus
from omoide.domain.sameness import sameness
from omoide.domain.turn import Scope

TABLES = (
    """CREATE TABLE insights (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, persona TEXT NOT NULL, person TEXT NOT NULL,
        created BIGINT NOT NULL, created_offset INTEGER NOT NULL, trigger_topic TEXT NOT NULL, insight TEXT NOT NULL,
        strategy TEXT NOT NULL, log_entry TEXT NOT NULL, level INTEGER NOT NULL, origin TEXT NOT NULL,
        sources TEXT NOT NULL, made_by TEXT NOT NULL
    )""",
    """CREATE INDEX insights_by_time ON insights (persona, person, created, row)""",
    """CREATE TABLE proposals (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, persona TEXT NOT NULL, person TEXT NOT NULL,
        name TEXT NOT NULL, fact TEXT NOT NULL, sameness TEXT NOT NULL, why TEXT NOT NULL,
        proposed BIGINT NOT NULL, proposed_offset INTEGER NOT NULL, related TEXT NOT NULL, sources TEXT NOT NULL,
        made_by TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'pending', decided BIGINT NOT NULL DEFAULT 0,
        decided_offset INTEGER NOT NULL DEFAULT 0, written TEXT NOT NULL DEFAULT ''
    )""",
    """CREATE UNIQUE INDEX proposals_by_sameness ON proposals (persona, person, sameness)""",
)

_OWN = "persona = ? AND person = ?"
_INSIGHT = "id, created, created_offset, trigger_topic, insight, strategy, log_entry, level, origin, sources, made_by"
_PROPOSAL = (
    "id, name, fact, why, proposed, proposed_offset, related, sources, made_by, status, decided, decided_offset,"
    " written"
)


class SqlInsights:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, insight: Insight) -> Insight:
        scope = insight.scope
        with self._database.transaction():
            scopes.know(self._database, scope)
            row = counters.take(self._database, "insights")
            kept = replace(insight, id=f"in_{row:03}")
            self._database.execute(
                f"INSERT INTO insights (row, persona, person, {_INSIGHT})"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    row, scope.persona, scope.person, kept.id, *exact(kept.created_at), kept.trigger_topic,
                    kept.insight, kept.strategy, kept.log_entry, kept.level, kept.origin,
                    json.dumps(list(kept.sources)), kept.made_by,
                ),
            )  # fmt: skip
        return kept

    def all(self, scope: Scope, limit: int | None = None) -> list[Insight]:
        return self._select(scope, "", "" if limit is None else f" LIMIT {int(limit)}")

    def latest_strategy(self, scope: Scope) -> Insight | None:
        found = self._select(scope, " AND strategy <> ''", " LIMIT 1")
        return found[0] if found else None

    def _select(self, scope: Scope, where: str, limit: str) -> list[Insight]:
        rows = self._database.execute(
            f"SELECT {_INSIGHT} FROM insights WHERE {_OWN}{where} ORDER BY created DESC, row DESC{limit}",
            (scope.persona, scope.person),
        ).fetchall()
        return [
            Insight(
                id=row[0], scope=scope, created_at=restored(row[1], row[2]), trigger_topic=row[3], insight=row[4],
                strategy=row[5], log_entry=row[6], level=row[7], origin=row[8], sources=tuple(json.loads(row[9])),
                made_by=row[10],
            )
            for row in rows
        ]  # fmt: skip


class SqlProposals:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, proposal: Proposal) -> tuple[Proposal, bool]:
        scope, key = proposal.scope, f"{sameness(proposal.name)} {sameness(proposal.fact)}"
        with self._database.transaction():
            scopes.know(self._database, scope)
            same = self._select(scope, " AND sameness = ?", (key,))
            if same:
                return same[0], False
            row = counters.take(self._database, "proposals")
            kept = replace(proposal, id=f"pr_{row:03}")
            self._database.execute(
                "INSERT INTO proposals (row, id, persona, person, name, fact, sameness, why, proposed,"
                " proposed_offset, related, sources, made_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    row, kept.id, scope.persona, scope.person, kept.name, kept.fact, key, kept.why,
                    *exact(kept.proposed_at), json.dumps(list(kept.related)), json.dumps(list(kept.sources)),
                    kept.made_by,
                ),
            )  # fmt: skip
        return kept, True

    def get(self, scope: Scope, proposal_id: str) -> Proposal | None:
        found = self._select(scope, " AND id = ?", (proposal_id,))
        return found[0] if found else None

    def all(self, scope: Scope, status: ProposalStatus | None = "pending") -> list[Proposal]:
        return self._select(scope, "") if status is None else self._select(scope, " AND status = ?", (status,))

    def decide(self, scope: Scope, proposal_id: str, status: ProposalStatus, written: str, at: datetime) -> bool:
        moment, offset = exact(at)
        decided = self._database.execute(
            "UPDATE proposals SET status = ?, written = ?, decided = ?, decided_offset = ?"
            f" WHERE {_OWN} AND id = ? AND status = 'pending'",
            (status, written, moment or 1, offset, scope.persona, scope.person, proposal_id),
        )
        return decided.rowcount == 1

    def _select(self, scope: Scope, where: str, params: Sequence[Any] = ()) -> list[Proposal]:
        rows = self._database.execute(
            f"SELECT {_PROPOSAL} FROM proposals WHERE {_OWN}{where} ORDER BY row",
            (scope.persona, scope.person, *params),
        ).fetchall()
        return [
            Proposal(
                id=row[0], scope=scope, name=row[1], fact=row[2], why=row[3], proposed_at=restored(row[4], row[5]),
                related=tuple(json.loads(row[6])), sources=tuple(json.loads(row[7])), made_by=row[8], status=row[9],
                decided_at=restored(row[10], row[11]) if row[10] else None, written=row[12],
            )
            for row in rows
        ]  # fmt: skip
