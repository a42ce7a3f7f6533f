"""The ledger of turns (L6): what was said and replied, once each, with what has become of it (E7)."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from omoide.adapters.sql import scopes, turn_search
from omoide.adapters.sql.database import Database, batches, marks
from omoide.adapters.sql.moments import exact, restored
from omoide.domain.turn import NO_WISHES, Scope, Turn, TurnState, Wishes

_COLUMNS = "key, persona, person, session, said, replied, time, time_offset, origin, wishes"
# A turn outlives its memory, so that it does not become one again. Whoever forgot the memory does not want to read it
# either. All states are named for the sake of the index by state and time.
NOT_FORGOTTEN = """(turns.state <> 'encoded' OR EXISTS (
    SELECT 1 FROM sources JOIN memories ON memories.row = sources.row
    WHERE sources.turn = turns.key AND memories.persona = turns.persona AND memories.person = turns.person))"""
_KEPT = f"""turns.persona = ? AND turns.person = ? AND turns.state IN ('waiting', 'failed', 'skipped', 'encoded')
    AND {NOT_FORGOTTEN}"""


class SqlTurns:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, turn: Turn, state: TurnState = "waiting") -> bool:
        scope, (moment, offset) = turn.scope, exact(turn.time)
        with self._database.transaction():
            scopes.know(self._database, scope)
            added = self._database.execute(
                f"INSERT INTO turns ({_COLUMNS}, state, why, attempts, added)"
                f" VALUES ({marks(10)}, ?, '', 0, ?) ON CONFLICT (persona, person, key) DO NOTHING",
                (
                    turn.key, scope.persona, scope.person, turn.session, turn.said, turn.replied, moment, offset,
                    turn.origin, _written(turn.wishes), state, time.time_ns() // 1_000,
                ),
            )  # fmt: skip
            if not added.rowcount and turn.wishes != NO_WISHES:  # asked again, with a wish, while it still waits
                self._database.execute(
                    "UPDATE turns SET wishes = ? WHERE persona = ? AND person = ? AND key = ?"
                    " AND state IN ('waiting', 'failed')",
                    (_written(turn.wishes), scope.persona, scope.person, turn.key),
                )
            if added.rowcount:
                turn_search.index(self._database, scope, turn.key, moment, turn.said, turn.replied)
            return added.rowcount == 1

    def waiting(self, scope: Scope, session: str | None = None, limit: int = 1_000) -> list[Turn]:
        chosen = "" if session is None else " AND session = ?"
        params = (scope.persona, scope.person, *(() if session is None else (session,)), limit)
        return self._select(
            f"persona = ? AND person = ? AND state IN ('waiting', 'failed'){chosen} ORDER BY time, added, key LIMIT ?",
            params,
        )

    def settle(self, keys: Sequence[str], state: TurnState, why: str = "", scope: Scope | None = None) -> int:
        """Every call is one attempt, so that a turn that fails again and again can be noticed."""
        settled, (owned, owner) = 0, scopes.condition(scope)
        with self._database.transaction():
            for some in batches(keys):
                settled += self._database.execute(
                    "UPDATE turns SET state = ?, why = ?, attempts = attempts + 1"
                    f" WHERE key IN ({marks(len(some))}) AND state IN ('waiting', 'failed'){owned}",
                    (state, why, *some, *owner),
                ).rowcount
        return settled

    def get(self, keys: Sequence[str], scope: Scope | None = None) -> list[Turn]:
        owned, owner = scopes.condition(scope)
        found: dict[str, list[Turn]] = {}
        for some in batches(list(dict.fromkeys(keys))):
            for turn in self._select(f"key IN ({marks(len(some))}){owned}", (*some, *owner)):
                found.setdefault(turn.key, []).append(turn)
        return [turn for key in dict.fromkeys(keys) for turn in found.get(key, ())]

    def count(self, scope: Scope, state: TurnState | None = None) -> int:
        chosen, params = ("", ()) if state is None else (" AND state = ?", (state,))
        sql = f"SELECT COUNT(*) FROM turns WHERE persona = ? AND person = ?{chosen}"
        return self._database.execute(sql, (scope.persona, scope.person, *params)).fetchone()[0]

    def failed(self, scope: Scope) -> set[str]:
        sql = "SELECT key FROM turns WHERE persona = ? AND person = ? AND state = 'failed'"
        return {key for (key,) in self._database.execute(sql, (scope.persona, scope.person)).fetchall()}

    def around(self, turn: Turn, before: int, after: int) -> list[Turn]:
        scope, (moment, _) = turn.scope, exact(turn.time)
        there = (scope.persona, scope.person, turn.session)
        same = f"{_KEPT} AND turns.session = ?"
        earlier = self._select(
            f"{same} AND (turns.time, turns.key) < (?, ?) ORDER BY turns.time DESC, turns.key DESC LIMIT ?",
            (*there, moment, turn.key, before),
        )
        later = self._select(
            f"{same} AND (turns.time, turns.key) > (?, ?) ORDER BY turns.time, turns.key LIMIT ?",
            (*there, moment, turn.key, after),
        )
        return [*earlier[::-1], turn, *later]

    def between(self, scope: Scope, since: datetime, until: datetime, limit: int) -> list[Turn]:
        return self._select(
            f"{_KEPT} AND turns.time >= ? AND turns.time < ? ORDER BY turns.time, turns.key LIMIT ?",
            (scope.persona, scope.person, exact(since)[0], exact(until)[0], limit),
        )

    def kept(self, scope: Scope, keys: Sequence[str]) -> list[Turn]:
        """In the order asked for, without what was forgotten."""
        found: dict[str, Turn] = {}
        for some in batches(keys):
            # Only the keys may lead: by any other index, all turns of the scope would be walked for these few.
            owned = "turns.persona || '' = ? AND turns.person || '' = ?"
            where = f"turns.key IN ({marks(len(some))}) AND {owned} AND {NOT_FORGOTTEN}"
            found.update((turn.key, turn) for turn in self._select(where, (*some, scope.persona, scope.person)))
        return [found[key] for key in keys if key in found]

    def last(self, scope: Scope, count: int) -> list[Turn]:
        newest = self._select(
            f"{_KEPT} ORDER BY turns.time DESC, turns.key DESC LIMIT ?", (scope.persona, scope.person, count)
        )
        return newest[::-1]

    def newest(self, scope: Scope, since: datetime | None, until: datetime, count: int) -> list[Turn]:
        after = -(2**63) if since is None else exact(since)[0]
        found = self._select(
            f"{_KEPT} AND turns.time > ? AND turns.time <= ? ORDER BY turns.time DESC, turns.key DESC LIMIT ?",
            (scope.persona, scope.person, after, exact(until)[0], count),
        )
        return found[::-1]

    def _select(self, where: str, params: Sequence[Any]) -> list[Turn]:
        rows = self._database.execute(f"SELECT {_COLUMNS} FROM turns WHERE {where}", params).fetchall()
        return [
            Turn(key, Scope(persona, person), session, said, replied, restored(moment, offset), origin, _read(wishes))
            for key, persona, person, session, said, replied, moment, offset, origin, wishes in rows
        ]


def _written(wishes: Wishes) -> str:
    return "" if wishes == NO_WISHES else json.dumps(asdict(wishes), ensure_ascii=False)


def _read(text: str) -> Wishes:
    if not text:
        return NO_WISHES
    wishes = json.loads(text)
    return Wishes(**(wishes | {"tags": None if wishes["tags"] is None else tuple(wishes["tags"])}))
