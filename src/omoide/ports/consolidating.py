"""What the night has already made of its material, so that nothing is asked or done twice (D3, D5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Literal, Protocol

from omoide.domain.turn import Scope

# distil, extract, reconsolidate: an account or a note. merge: pages that look alike. pattern: a habit.
# forgotten: an episode that is no longer found by itself.
Stage = Literal["distil", "extract", "reconsolidate", "merge", "pattern", "forgotten"]


class Consolidations(Protocol):
    """For each stage and source: nothing, a plan that is decided and perhaps carried out in part, or done."""

    def open(self, scope: Scope, stage: Stage, sources: Collection[str]) -> list[str]:
        """Those of the sources of which nothing is kept yet, in their order."""
        ...

    def plan(self, scope: Scope, stage: Stage, source: str, plan: str, at: datetime) -> None:
        """Keep what was decided, before it is carried out."""
        ...

    def planned(self, scope: Scope, stage: Stage) -> list[tuple[str, str]]:
        """(source, plan) of what is decided and not known to be carried out, oldest first."""
        ...

    def finish(self, scope: Scope, stage: Stage, sources: Sequence[str], at: datetime) -> None: ...

    def finished(self, scope: Scope, stage: Stage) -> list[str]: ...

    def take_back(self, scope: Scope, stage: Stage, source: str) -> bool:
        """As if it had never been looked at; False when it was not."""
        ...
