"""When a backup is due, and which of them stay (O1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

_AHEAD = timedelta(days=1)  # a clock may be wrong by zones
_EARLY = timedelta(hours=2)  # nights begin at an hour of the person's clock, which has summer time


@dataclass(frozen=True, slots=True)
class KeepRules:
    """So many of the newest stay, and the newest of each of so many days, weeks and months that have one."""

    newest: int = 8
    daily: int = 0
    weekly: int = 0
    monthly: int = 0


def lies_ahead(taken: datetime, now: datetime) -> bool:
    """Whether a wrong clock dated it, now or then (O6). Such a one is nobody's newest: it would end all backups, or
    take the place of good ones. It stays, since nobody knows how old it is."""
    return taken - now > _AHEAD


def is_due(newest: datetime | None, now: datetime, every_days: float) -> bool:
    """Whether the newest (of those that do not lie ahead) is so old, or nearly: a night that begins a minute before
    that of yesterday would otherwise leave its backup to tomorrow."""
    if not every_days:
        return False
    return newest is None or now - newest >= timedelta(days=every_days) - _EARLY


def kept(taken: Sequence[datetime], rules: KeepRules, now: datetime) -> set[int]:
    """Which of them stay, as positions in `taken`. What lies ahead stays beside the others; of these the newest always
    does. Each counts by the calendar that its own time was written in."""
    ahead = {at for at, moment in enumerate(taken) if lies_ahead(moment, now)}
    order = sorted(set(range(len(taken))) - ahead, key=lambda at: taken[at], reverse=True)
    stay = ahead | set(order[: max(rules.newest, 1)])
    for most, period in ((rules.daily, _day), (rules.weekly, _week), (rules.monthly, _month)):
        stay |= _newest_of_each(order, taken, most, period)
    return stay


def _newest_of_each(
    order: Sequence[int], taken: Sequence[datetime], most: int, of: Callable[[datetime], Any]
) -> set[int]:
    found: dict[Any, int] = {}
    for at in order:
        if len(found) < most:
            found.setdefault(of(taken[at]), at)
    return set(found.values())


def _day(moment: datetime) -> Any:
    return moment.date()


def _week(moment: datetime) -> Any:
    return moment.isocalendar()[:2]


def _month(moment: datetime) -> Any:
    return moment.year, moment.month
