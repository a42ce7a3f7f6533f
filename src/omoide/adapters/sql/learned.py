"""Learned pages in the store: what was last seen of each file, and what only the machine counts (K6)."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import moment_of, number_of
from omoide.domain.disuse import Use
from omoide.domain.turn import Scope
from omoide.ports.learning import Key, Seen

TABLES: tuple[str, ...] = (
    """CREATE TABLE learned_pages (
        persona TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
        archived_at BIGINT NOT NULL DEFAULT 0, stamp TEXT NOT NULL DEFAULT '', revision TEXT NOT NULL DEFAULT '',
        changed BIGINT NOT NULL DEFAULT 0, description TEXT NOT NULL DEFAULT '', problem TEXT NOT NULL DEFAULT '',
        content TEXT NOT NULL DEFAULT '', uses INTEGER NOT NULL DEFAULT 0, last_used BIGINT NOT NULL DEFAULT 0,
        low_since BIGINT NOT NULL DEFAULT 0, intent TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (persona, person, kind, name)
    )""",
    """CREATE TABLE injected_procedures (
        persona TEXT NOT NULL, person TEXT NOT NULL, session TEXT NOT NULL, name TEXT NOT NULL,
        position INTEGER NOT NULL, time BIGINT NOT NULL, PRIMARY KEY (persona, person, session, name)
    )""",
)

_OWN = "persona = ? AND person = ?"
_ONE = f"{_OWN} AND kind = ? AND name = ?"
_INSERT = "INSERT INTO learned_pages (persona, person, kind, name"


class SqlLearned:
    def __init__(self, database: Database) -> None:
        self._database = database

    # ------------------------------------------------------------ files

    def seen(self, scope: Scope) -> dict[Key, Seen]:
        rows = self._database.execute(
            "SELECT kind, name, stamp, revision, changed, description, problem, uses FROM learned_pages"
            f" WHERE {_OWN} AND archived_at = 0 AND stamp <> ''",
            _own(scope),
        ).fetchall()
        return {
            (kind, name): Seen(stamp, revision, moment_of(changed), description, problem, uses)
            for kind, name, stamp, revision, changed, description, problem, uses in rows
        }

    def text(self, scope: Scope, key: Key) -> str | None:
        sql = f"SELECT content FROM learned_pages WHERE {_ONE} AND revision <> ''"
        found = self._database.execute(sql, (*_own(scope), *key)).fetchone()
        return found[0] if found else None

    def see(self, scope: Scope, key: Key, seen: Seen, text: str) -> None:
        self._database.execute(
            f"{_INSERT}, stamp, revision, changed, description, problem, content)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (persona, person, kind, name) DO UPDATE SET"
            " stamp = excluded.stamp, revision = excluded.revision, changed = excluded.changed, archived_at = 0,"
            " description = excluded.description, problem = excluded.problem, content = excluded.content",
            (
                *_own(scope),
                *key,
                seen.stamp,
                seen.revision,
                number_of(seen.changed),
                seen.description,
                seen.problem,
                text,
            ),
        )

    def lose(self, scope: Scope, key: Key) -> None:
        self._database.execute(f"DELETE FROM learned_pages WHERE {_ONE}", (*_own(scope), *key))

    # ------------------------------------------------------------ what is under way

    def intend(self, scope: Scope, key: Key, intent: Mapping[str, Any] | None) -> None:
        self._database.execute(
            f"{_INSERT}, intent) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (persona, person, kind, name) DO UPDATE SET intent = excluded.intent",
            (*_own(scope), *key, json.dumps(dict(intent), ensure_ascii=False) if intent else ""),
        )

    def intents(self, scope: Scope) -> dict[Key, dict[str, Any]]:
        sql = f"SELECT kind, name, intent FROM learned_pages WHERE {_OWN} AND intent <> ''"
        rows = self._database.execute(sql, _own(scope)).fetchall()
        return {(kind, name): json.loads(intent) for kind, name, intent in rows}

    def put_away(self, scope: Scope, key: Key, at: datetime) -> None:
        self._database.execute(
            f"{_INSERT}, archived_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (persona, person, kind, name) DO UPDATE SET"
            " archived_at = excluded.archived_at, stamp = '', revision = '', content = '', intent = ''",
            (*_own(scope), *key, number_of(at)),
        )

    def bring_back(self, scope: Scope, key: Key) -> None:
        """Hardly used it may have been; it gets a new chance."""
        self._database.execute(
            f"UPDATE learned_pages SET archived_at = 0, low_since = 0 WHERE {_ONE}", (*_own(scope), *key)
        )

    def put_away_at(self, scope: Scope) -> dict[Key, datetime]:
        sql = f"SELECT kind, name, archived_at FROM learned_pages WHERE {_OWN} AND archived_at <> 0"
        rows = self._database.execute(sql, _own(scope)).fetchall()
        return {(kind, name): moment for kind, name, at in rows if (moment := moment_of(at))}

    # ------------------------------------------------------------ use

    def used(self, scope: Scope, keys: Collection[Key], at: datetime) -> None:
        with self._database.transaction():
            self._database.executemany(
                f"{_INSERT}, uses, last_used) VALUES (?, ?, ?, ?, 1, ?)"
                " ON CONFLICT (persona, person, kind, name) DO UPDATE SET uses = learned_pages.uses + 1,"
                " last_used = CASE WHEN learned_pages.last_used > excluded.last_used THEN learned_pages.last_used"
                " ELSE excluded.last_used END, low_since = 0",
                [(*_own(scope), *key, number_of(at)) for key in keys],
            )

    def low(self, scope: Scope, keys: Collection[Key], since: datetime | None) -> None:
        """A mark that is there already stays: it says since when."""
        kept = " AND low_since = 0" if since else ""
        with self._database.transaction():
            self._database.executemany(
                f"UPDATE learned_pages SET low_since = ? WHERE {_ONE}{kept}",
                [(number_of(since), *_own(scope), *key) for key in keys],
            )

    def uses(self, scope: Scope) -> dict[Key, Use]:
        sql = f"SELECT kind, name, uses, last_used, low_since FROM learned_pages WHERE {_OWN}"
        return {
            (kind, name): Use(uses, moment_of(last), moment_of(low))
            for kind, name, uses, last, low in self._database.execute(sql, _own(scope)).fetchall()
        }

    # ------------------------------------------------------------ procedures in a session

    def inject(self, scope: Scope, session: str, names: Sequence[str], at: datetime) -> None:
        with self._database.transaction():
            after = self._database.execute(
                f"SELECT COALESCE(MAX(position), 0) FROM injected_procedures WHERE {_OWN} AND session = ?",
                (*_own(scope), session),
            ).fetchone()[0]
            self._database.executemany(
                "INSERT INTO injected_procedures VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (persona, person, session, name) DO UPDATE SET time = excluded.time",
                [(*_own(scope), session, name, after + 1 + i, number_of(at)) for i, name in enumerate(names)],
            )

    def injected(self, scope: Scope, session: str) -> list[str]:
        sql = f"SELECT name FROM injected_procedures WHERE {_OWN} AND session = ? ORDER BY position, name"
        return [name for (name,) in self._database.execute(sql, (*_own(scope), session)).fetchall()]

    def injected_last(self, scope: Scope, name: str) -> str | None:
        sql = f"SELECT session FROM injected_procedures WHERE {_OWN} AND name = ? ORDER BY time DESC, session LIMIT 1"
        found = self._database.execute(sql, (*_own(scope), name)).fetchone()
        return found[0] if found else None

    def settle(self, scope: Scope, session: str, name: str | None = None) -> int:
        where, params = f"{_OWN} AND session = ?", [*_own(scope), session]
        if name is not None:
            where, params = f"{where} AND name = ?", [*params, name]
        return self._database.execute(f"DELETE FROM injected_procedures WHERE {where}", params).rowcount


def _own(scope: Scope) -> tuple[str, str]:
    return scope.persona, scope.person
