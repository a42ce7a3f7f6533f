"""Which memories to list, as SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from omoide.adapters.sql.moments import exact

if TYPE_CHECKING:
    from omoide.domain.turn import Scope
    from omoide.ports import Filter

_ALL = 2**62


def sql_of(scope: Scope, where: Filter) -> tuple[str, list[Any]]:
    """What follows WHERE, newest first; `since` is the first moment that counts, `until` the first that does not."""
    conditions: list[tuple[str, Any]] = [("m.persona = ?", scope.persona), ("m.person = ?", scope.person)]
    if where.level is not None:
        conditions.append(("m.level = ?", where.level))
    if where.category is not None:
        conditions.append(("m.category = ?", where.category))
    if where.protected is not None:
        conditions.append(("m.protected = ?", int(where.protected)))
    if where.protection_pending is not None:
        conditions.append(("m.protection_pending = ?", int(where.protection_pending)))
    if where.personal is not None:
        conditions.append(("m.personal = ?", int(where.personal)))
    if where.archived is not None:
        conditions.append((f"m.archived_at {'<>' if where.archived else '='} ?", 0))
    if where.retired is not None:
        conditions.append((f"m.retired_at {'<>' if where.retired else '='} ?", 0))
    if where.since is not None:
        conditions.append(("m.created >= ?", exact(where.since)[0]))
    if where.until is not None:
        conditions.append(("m.created < ?", exact(where.until)[0]))
    chosen = " AND ".join(sql for sql, _ in conditions)
    limit = _ALL if where.limit is None else where.limit
    order = "ORDER BY m.created DESC, m.row DESC LIMIT ? OFFSET ?"
    return f"{chosen} {order}", [*(value for _, value in conditions), limit, where.offset]
