"""The part of Mind that keeps the house in order: backups, upkeep, and the change from one embedder to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from omoide import encode, indexing, perceive, sleep

if TYPE_CHECKING:
    from omoide.domain.machine_clock import ClockDoubt
    from omoide.ports import Backup, Backups, Faculties, Finding, Housekeeping, Progress, Upkeep
    from omoide.settings import Settings
    from omoide.sleep import ClockAccepted


class Household:
    """Every line delegates. `notices` are what a person should know who opened this memory."""

    faculties: Faculties
    settings: Settings
    notices: Sequence[Finding] = ()
    _housekeeping: Callable[[], Housekeeping]

    @cached_property
    def house(self) -> Housekeeping:
        return self._housekeeping()

    @property
    def backups(self) -> Backups:
        return self.house.backups

    @property
    def upkeep(self) -> Upkeep:
        return self.house.upkeep

    def back_up(self, now: datetime | None = None) -> Backup | None:
        """Take a backup when one is due, and let go what no rule keeps; None when none is (O1), or the clock is in
        doubt (O6)."""
        if now is None and self.clock_in_doubt():
            return None
        now = now or self.faculties.clock.now()
        return sleep.back_up(self.faculties, self.settings, self.backups, now)

    def prune_backups(self, dry_run: bool = False) -> Sequence[str]:
        """Let go what no rule keeps, or say what would go; refused while the clock is in doubt (O6)."""
        if not dry_run:
            sleep.refuse_in_doubt(self.clock_in_doubt(), self.settings)
        return self.backups.prune(self.settings.backup.kept, self.faculties.clock.now(), dry_run)

    def clock_doubt(self) -> ClockDoubt | None:
        """Whether the machine's clock has jumped and is not to be trusted yet (O6); never one that was handed in."""
        return perceive.clock_doubt(self.faculties.store.state, self.faculties.clock, self.settings.clock)

    def clock_in_doubt(self) -> ClockDoubt | None:
        """The same, written down: a clock that runs on for long enough is believed, after a backup."""
        return sleep.clock_in_doubt(self.faculties, self.settings, lambda: self.backups)

    def accept_clock(self) -> ClockAccepted | None:
        """A person says that the time is right: a backup is taken and nights are lived again. None without a doubt."""
        return sleep.accept_clock(self.faculties, self.settings, lambda: self.backups)

    def reindex(self, progress: Progress | None = None) -> int:
        """Change over to the embedder of the settings if another still serves, make the vectors that it has not made
        yet, and rebuild every index (X5)."""
        self.faculties, made = encode.change_embedder(self.faculties, self.settings, progress)
        self.notices = tuple(notice for notice in self.notices if notice.what != "embedder")
        made += encode.reindex(self.faculties, self.settings, progress)
        return made + indexing.rebuild_passages(self.faculties, self.settings, progress)

    @property
    def outdated(self) -> bool:
        """True when another process has changed embedders since: whoever keeps this open should open it again."""
        return encode.superseded(self.faculties)
