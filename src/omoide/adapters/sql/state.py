"""Small facts that outlive a process, and what models have used (F9)."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from omoide.ports import Usage

if TYPE_CHECKING:
    from omoide.adapters.sql.database import Database


class SqlState:
    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, key: str) -> str | None:
        found = self._database.execute("SELECT value FROM state WHERE key = ?", (key,)).fetchone()
        return found[0] if found else None

    def set(self, key: str, value: str | None) -> None:
        if value is None:
            self._database.execute("DELETE FROM state WHERE key = ?", (key,))
        else:
            self._database.execute(
                "INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, value),
            )

    def hold(self, key: str) -> None:
        self._database.only_one(f"state {key}")

    def under(self, beginning: str) -> dict[str, str]:
        sql = "SELECT key, value FROM state WHERE key >= ? AND key < ?"
        return dict(self._database.execute(sql, (beginning, beginning + chr(0x10FFFF))).fetchall())

    def add_usage(self, usage: Usage, day: date) -> None:
        self._database.execute(
            "INSERT INTO usage (day, model, role, calls, input_tokens, output_tokens) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (day, model, role) DO UPDATE SET calls = usage.calls + excluded.calls,"
            " input_tokens = usage.input_tokens + excluded.input_tokens,"
            " output_tokens = usage.output_tokens + excluded.output_tokens",
            (day.isoformat(), usage.model, usage.role, usage.calls, usage.input_tokens, usage.output_tokens),
        )

    def usage(self) -> list[Usage]:
        """All days together, by model and role."""
        sql = (
            "SELECT model, role, SUM(calls), SUM(input_tokens), SUM(output_tokens) FROM usage"
            " GROUP BY model, role ORDER BY model, role"
        )
        return [Usage(*row) for row in self._database.execute(sql)]
