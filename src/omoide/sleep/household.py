"""The part of Mind that keeps the house in order: backups, upkeep, and the change from one embedder to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from omoide import encode, indexing, sleep

if TYPE_CHECKING:
    from omoide.ports import Backup, Backups, Faculties, Finding, Housekeeping, Progress, Upkeep
    from omoide.settings import Settings


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
        """Take a backup when one is due, and let go what no rule keeps; None when none is (O1)."""
        now = now or self.faculties.clock.now()
        return sleep.back_up(self.faculties, self.settings, self.backups, now)

    def reindex(self, progress: Progress | None = None) -> int:
        """Change over to the embedder of the settings if another still serves, make the vectors that it has not made
        yet, and rebuild every index (X5)."""
        self.faculties, made = encode.change_embedder(self.faculties, self.settings, progress)
        self.notices = ()
        made += encode.reindex(self.faculties, self.settings, progress)
        return made + indexing.rebuild_passages(self.faculties, self.settings, progress)

    @property
    def outdated(self) -> bool:
        """True when another process has changed embedders since: whoever keeps this open should open it again."""
        return encode.superseded(self.faculties)
