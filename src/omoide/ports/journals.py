"""What a reply leaves on disk while it streams (J1), so that a crash does not take it along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from omoide.domain.turn import Scope

Record = Mapping[str, Any]


class Journal(Protocol):
    """One reply. Whoever wrote it holds it until it is closed or dies; nobody recovers it meanwhile."""

    @property
    def id(self) -> str: ...

    def append(self, *records: Record) -> None:
        """On disk when it returns."""
        ...

    def rewrite(self, records: Sequence[Record]) -> None:
        """These instead of all that stood there, at once or not at all."""
        ...

    def close(self, delete: bool) -> None:
        """Let it go; what is not deleted waits to be recovered."""
        ...


class Orphan(Protocol):
    """A journal whose writer is gone."""

    @property
    def id(self) -> str: ...

    def records(self) -> Sequence[Record]:
        """Those that can be read; half of a line is none."""
        ...

    def delete(self) -> None: ...


class Journals(Protocol):
    def open(self, scope: Scope, start: Record) -> Journal:
        """Begin one, under an id that no other ever has; held from the first moment."""
        ...

    def waiting(self, scope: Scope) -> bool:
        """Whether there is any at all. Cheap: it is asked whenever a memory is opened."""
        ...

    def orphans(self, scope: Scope) -> AbstractContextManager[Sequence[Orphan]]:
        """Those that nobody writes, held against others who would recover them too, oldest first."""
        ...
