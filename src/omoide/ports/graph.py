"""The graph of what belongs together (G3), small enough that a graph database can answer it too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from omoide.domain.graph import Edge, GraphCounts, Links
from omoide.domain.strengths import Ints
from omoide.domain.turn import Scope


class Graph(Protocol):
    """Nodes by name within a scope, and by row for arithmetic. Derived: it can be dropped and made anew."""

    def upsert_nodes(self, scope: Scope, names: Sequence[str]) -> dict[str, int]:
        """The rows of these nodes; those that are not there are made."""
        ...

    def upsert_edges(self, scope: Scope, edges: Sequence[Edge]) -> int:
        """Put them, with nodes that are missing; returns how many are new or have another weight."""
        ...

    def drop_source(self, scope: Scope, sources: Sequence[str], types: Sequence[str] = ()) -> int:
        """Take away what was read from these pages or memories (of these types only, if any are named)."""
        ...

    def drop_nodes(self, scope: Scope, names: Sequence[str]) -> int:
        """With all their edges."""
        ...

    def drop_lonely(self, scope: Scope, kind: str) -> int:
        """Nodes of a kind that nothing is linked to any more."""
        ...

    def rows(self, scope: Scope, names: Sequence[str] | None = None) -> dict[str, int]:
        """Of all nodes, or of those of these that are there."""
        ...

    def called(self, scope: Scope, words: Sequence[str]) -> list[str]:
        """Nodes of any kind that have one of these names, however it is written."""
        ...

    def names(self, scope: Scope, rows: Sequence[int]) -> dict[int, str]: ...

    def neighbours(self, scope: Scope, rows: Ints) -> Links:
        """The links of each row, both ways."""
        ...

    def edges(self, scope: Scope, rows: Sequence[int] | None = None, among: bool = False) -> list[Edge]:
        """All of a scope, or those that begin or end at these rows; `among`: those that do both."""
        ...

    def marks(self, scope: Scope) -> dict[str, str]:
        """What each source looked like when its edges were read from it."""
        ...

    def mark(self, scope: Scope, marks: dict[str, str | None]) -> None:
        """Remember that; None forgets a source."""
        ...

    def revision(self) -> int:
        """Another number after every change, whoever made it."""
        ...

    def counts(self, scope: Scope, strongest: int = 0) -> GraphCounts: ...
