"""Links between memories, as columns (G1). Both ends are rows, so a link ends with either memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from omoide.adapters.sql.database import Database, batches, marks
from omoide.domain.relations import Edges

if TYPE_CHECKING:
    from omoide.domain.turn import Scope

_LINKS = "SELECT r.source, r.target, r.type, r.weight FROM relations r"
_ORDER = "ORDER BY r.source, r.target, r.type"

Link = tuple[int, int, str, float]


class SqlRelations:
    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, scope: Scope) -> Edges:
        return self._edges(
            f"{_LINKS} JOIN memories m ON m.row = r.source WHERE m.persona = ? AND m.person = ? {_ORDER}",
            (scope.persona, scope.person),
        )

    def replace(self, scope: Scope, edges: Edges) -> int:
        """Only what differs is written. A night that changes nothing writes nothing."""
        with self._database.transaction():
            before = {link[:3]: link[3] for link in self.all(scope).links()}
            after = {link[:3]: link[3] for link in edges.links()}
            gone = [key for key in before if key not in after]
            new = [(*key, weight) for key, weight in after.items() if before.get(key) != weight]
            self._database.executemany("DELETE FROM relations WHERE source = ? AND target = ? AND type = ?", gone)
            return len(gone) + self._put(new)

    def add(self, edges: Edges) -> None:
        self._put(edges.links())

    def of(self, rows: Sequence[int]) -> Edges:
        return self._at("source", rows)

    def into(self, rows: Sequence[int]) -> Edges:
        return self._at("target", rows)

    def _put(self, links: Sequence[Link]) -> int:
        """A link needs two different memories of one scope (N6). One of them may have been deleted since the night
        looked at them: such a link is left out instead of failing the night. Returns how many were written."""
        written = self._database.executemany(
            "INSERT INTO relations (source, target, type, weight)"
            " SELECT a.row, b.row, ?, ? FROM memories a JOIN memories b"
            " ON b.persona = a.persona AND b.person = a.person AND b.row <> a.row"
            " WHERE a.row = ? AND b.row = ?"
            " ON CONFLICT (source, target, type) DO UPDATE SET weight = excluded.weight",
            [(kind, weight, source, target) for source, target, kind, weight in links],
        )
        return max(written.rowcount, 0)  # SQLite says -1 when there was nothing to do

    def _at(self, end: str, rows: Sequence[int]) -> Edges:
        links: list[Link] = []
        for some in batches([int(row) for row in rows]):
            sql = f"{_LINKS} WHERE r.{end} IN ({marks(len(some))}) {_ORDER}"
            links += self._database.execute(sql, some).fetchall()
        return Edges.of(links)

    def _edges(self, sql: str, params: Sequence[Any]) -> Edges:
        return Edges.of(self._database.execute(sql, params).fetchall())
