"""The part of Mind that tells why a learned page says what it says, and takes changes back. Every line delegates."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from omoide import knowing
from omoide.disk import where_it_can_be_kept

if TYPE_CHECKING:
    from omoide.domain.page_change import Change
    from omoide.knowing import PageStory
    from omoide.ports import Faculties
    from omoide.settings import Settings


class Historian:
    faculties: Faculties
    settings: Settings

    def why_page(self, name: str) -> PageStory:
        """What is believed and since when, from which talk, who judged, and what was believed before (E9, N1).
        `knowledge:NAME`, `procedure:NAME`, or the name alone where only one page has it."""
        with where_it_can_be_kept():
            knowing.refresh_learned(self.faculties, self.settings, self.faculties.clock.now())
        return knowing.why_page(self.faculties, name)

    def undo_change(self, name: str, now: datetime | None = None) -> list[Change]:
        """Undo the last change of a learned page, with all that was changed in the same step; again brings it back."""
        return knowing.undo_change(self.faculties, self.settings, name, now)
