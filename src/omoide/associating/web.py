"""The part of Mind that looks into the graph of what belongs together. Every line delegates."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from omoide import associating
from omoide.disk import where_it_can_be_kept

if TYPE_CHECKING:
    from omoide.associating import Association, Neighbourhood
    from omoide.domain.graph import GraphCounts
    from omoide.ports import Faculties
    from omoide.settings import Settings


class Associations:
    faculties: Faculties
    settings: Settings

    def refresh_graph(self) -> dict[str, Any]:
        """Bring the graph up to date now, instead of at night (G3)."""
        return associating.refresh_graph(self.faculties, self.settings)

    def graph(self, strongest: int = 10) -> GraphCounts:
        """How large the graph is, and which nodes hold the most together."""
        return self.faculties.store.graph.counts(self.faculties.scope, strongest)

    def neighbourhood(self, node: str, hops: int = 1, most: int | None = None) -> Neighbourhood:
        """What stands around a node: `knowledge:NAME`, `entity:NAME`, the id of a memory, or a name alone."""
        return associating.neighbourhood(self.faculties, node, hops, most or self.settings.graph.drawn)

    def associations(self, cue: str, most: int = 10, now: datetime | None = None) -> list[Association]:
        """What else a cue activates, and by which way (G3), in a graph that is brought up to date first."""
        with where_it_can_be_kept():
            self.refresh_graph()
        return associating.associations(self.faculties, self.settings, cue, most, now)
