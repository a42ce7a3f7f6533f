"""Whose night is due (F7): asked of many personas at once, so from four facts about each and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo

from omoide.domain.dates import night_of
from omoide.domain.turn import Scope


@dataclass(frozen=True, slots=True)
class Sleeper:
    """The last night that was begun (0: none), whether it was finished, and when the first thing happened."""

    scope: Scope
    last_night: int
    finished: bool
    first: datetime | None

    def due(self, now: datetime, hour: int, zone: tzinfo | None) -> int | None:
        """The number of the night that is due now, or None. One that was cut short is due again; all that were missed
        are lived with the newest. Whoever was born since the last hour of sleep has had no night to live yet."""
        number = night_of(now, hour, zone)
        if self.last_night:
            return number if number > self.last_night or (number == self.last_night and not self.finished) else None
        born = self.first is not None and night_of(self.first, hour, zone or now.tzinfo) < number
        return number if born else None


def shards(nights: list[tuple[Scope, int]], size: int) -> list[list[tuple[Scope, int]]]:
    return [nights[start : start + size] for start in range(0, len(nights), size)]
