"""How far the machine's own clock can be trusted (O6): when it has jumped, and since when it runs on consistently."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

STATE_KEY = "clock"  # of the whole home, so it names no scope


@dataclass(frozen=True, slots=True)
class ClockRules:
    """How far the clock may move between two looks at it, ahead and back, before it is in doubt; and for how long it
    has to run on before it is believed again."""

    jump_ahead_days: float = 40.0
    jump_back_days: float = 2.0
    settle_hours: float = 24.0

    def __post_init__(self) -> None:
        for name in ("jump_ahead_days", "jump_back_days", "settle_hours"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")


@dataclass(frozen=True, slots=True)
class ClockDoubt:
    """The clock stood at `before`, and then at `after`. Once it is `settled` it has run on from there for long enough:
    the next night takes a backup and is lived."""

    before: datetime
    after: datetime
    settled: bool = False


@dataclass(frozen=True, slots=True)
class ClockSeen:
    """The latest time that the clock was seen at, and, while it is in doubt, from where to where it last jumped. Should
    a jump ahead be believed and turn out to be wrong, the `backup` from before goes back to what had not faded."""

    last: datetime
    before: datetime | None = None
    after: datetime | None = None
    backup: str = ""

    def at(self, now: datetime, rules: ClockRules) -> ClockSeen:
        """Seen again. A clock that comes back has jumped once more: nobody can know which of the two times is right."""
        ahead, back = timedelta(days=rules.jump_ahead_days), timedelta(days=rules.jump_back_days)
        if not -back <= now - self.last <= ahead:
            return replace(self, last=now, before=self.last, after=now)
        return replace(self, last=max(self.last, now))

    def doubt(self, rules: ClockRules) -> ClockDoubt | None:
        if self.before is None or self.after is None:
            return None
        settled = self.last - self.after >= timedelta(hours=rules.settle_hours)
        return ClockDoubt(self.before, self.after, settled)
