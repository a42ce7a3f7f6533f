"""What the night has already made of its material, so that nothing is asked or done twice (D3, D5); and which accounts
came up since they were told (K6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Literal, Protocol

from omoide.domain.disuse import Use
from omoide.domain.turn import Scope

# distil, extract, reconsolidate: an account or a note. merge: pages that look alike. pattern: a habit.
Stage = Literal["distil", "extract", "reconsolidate", "merge", "pattern"]


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


class EpisodeUses(Protocol):
    """How often accounts came up, and which have been let go (K6): those are told when asked for, but not found."""

    def used(self, scope: Scope, ids: Collection[str], at: datetime) -> None:
        """Each was shown once more: it is neither hardly used nor forgotten any longer."""
        ...

    def uses(self, scope: Scope) -> dict[str, Use]: ...

    def low(self, scope: Scope, ids: Collection[str], since: datetime) -> None:
        """Hardly used since then; a mark that is there already stays."""
        ...

    def forget(self, scope: Scope, ids: Collection[str], at: datetime) -> None: ...

    def forgotten(self, scope: Scope) -> set[str]: ...

    def bring_back(self, scope: Scope, episode_id: str) -> bool:
        """False when it was not forgotten."""
        ...
