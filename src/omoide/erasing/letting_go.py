"""The part of a Mind that lets a person go for good. It reaches beyond the scope of the mind: to all personas."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.disk import let_go

if TYPE_CHECKING:
    from omoide.domain.erasure import Erased, ErasurePlan
    from omoide.erasing.eraser import Eraser
    from omoide.ports import Faculties, Housekeeping


class Erasers:
    """Every line delegates."""

    home: Path
    faculties: Faculties

    if TYPE_CHECKING:

        @cached_property
        def house(self) -> Housekeeping: ...

    @property
    def eraser(self) -> Eraser:
        from omoide.erasing.eraser import Eraser

        return Eraser(self.home, self.house.holdings, self.house.erasures, self.faculties.clock)

    def plan_erasure(self, person: str) -> ErasurePlan:
        """What is kept of a person, and the token that erases it (O2)."""
        return let_go(self.home, lambda: self.eraser.plan(person), self.faculties.store.close)

    def erase(self, person: str, token: str, rewrite_backups: bool = False) -> Erased:
        """Erase a person with every persona; returns the proof."""
        close = self.faculties.store.close
        return let_go(self.home, lambda: self.eraser.erase(person, token, rewrite_backups), close)
