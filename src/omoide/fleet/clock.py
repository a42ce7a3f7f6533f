"""The server's clock for a worker whose own may be wrong: the number of a night must be the same on every machine."""

from __future__ import annotations

from datetime import UTC, datetime

from omoide.ports import MachineClock


class ServerClock(MachineClock):
    """Set once by what the server said; it shows the time of the zone that this machine is set to."""

    def __init__(self, told: datetime) -> None:
        self._ahead = told - datetime.now(UTC)

    def now(self) -> datetime:
        return (datetime.now(UTC) + self._ahead).astimezone()
