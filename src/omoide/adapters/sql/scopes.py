"""Whose rows they are (N6): every scope that was ever written to, and the last night that it has lived."""

from __future__ import annotations

from omoide.adapters.sql.database import Database
from omoide.domain.turn import Scope


def know(database: Database, scope: Scope) -> None:
    """Called by whatever writes the first row of a scope."""
    database.execute(
        "INSERT INTO scopes (persona, person) VALUES (?, ?) ON CONFLICT (persona, person) DO NOTHING",
        (scope.persona, scope.person),
    )


def last_night(database: Database, scope: Scope) -> int:
    sql = "SELECT last_night FROM scopes WHERE persona = ? AND person = ?"
    found = database.execute(sql, (scope.persona, scope.person)).fetchone()
    return found[0] if found else 0


def condition(scope: Scope | None) -> tuple[str, tuple[str, ...]]:
    """SQL to add to a WHERE, and its values; nothing when no scope is named."""
    return ("", ()) if scope is None else (" AND persona = ? AND person = ?", (scope.persona, scope.person))
