"""How fast all workers together may call a model provider (D5): one row for each provider, on the server's clock.

The row says when the provider's next free moment is. Whoever wants to call moves it on and waits until the one it got,
so calls are spread evenly however many workers there are and whatever their clocks show. What was not used for a while
is saved up for a few seconds at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from omoide.adapters.queue.tables import SCHEMA
from omoide.errors import Postponed

if TYPE_CHECKING:
    from omoide.adapters.sql.postgres import PostgresDatabase

SAVED_SECONDS = 5.0
LONGEST_WAIT = 600.0

_TAKE = f"""INSERT INTO {SCHEMA}.paces AS held (provider, free)
    VALUES (?, clock_timestamp() + make_interval(secs => CAST(? AS DOUBLE PRECISION) - ?))
    ON CONFLICT (provider) DO UPDATE SET free = GREATEST(held.free, clock_timestamp() - make_interval(secs => ?))
        + make_interval(secs => ?)
    WHERE held.free <= clock_timestamp() + make_interval(secs => ?)
    RETURNING EXTRACT(EPOCH FROM held.free - clock_timestamp())::DOUBLE PRECISION"""


class SharedPace:
    """`pace(model)` is how many seconds to wait before this call; the place in the row is taken by asking."""

    def __init__(self, database: PostgresDatabase, per_minute: float, longest: float = LONGEST_WAIT) -> None:
        self._database, self._seconds, self._longest = database, 60.0 / per_minute, longest

    def __call__(self, model: str) -> float:
        provider, each = model.partition(":")[0], self._seconds
        params = (provider, each, SAVED_SECONDS, SAVED_SECONDS, each, self._longest)
        found = self._database.execute(_TAKE, params).fetchone()
        if found is None:
            raise Postponed(
                f"{provider} is asked as often as models.calls_per_minute allows for longer than"
                f" {self._longest:.0f} seconds ahead: this waits for the next run.",
                f"{provider} への呼び出しは models.calls_per_minute の上限まで、この先 {self._longest:.0f} 秒以上"
                "埋まっています。次回に行います。",
            )
        return max(found[0] - each, 0.0)
