"""The clock on the wall, with its zone."""

from __future__ import annotations

from datetime import datetime

from omoide.ports import MachineClock


class SystemClock(MachineClock):
    def now(self) -> datetime:
        return datetime.now().astimezone()
