"""Which rows hold a term: what search by words (R12) and by phrases (R7) stand on, and nothing more.

Terms are cut before they come here (language/terms.py, turn_search.py), carry a mark of their scope, and hold no
blank. How rare a term is, and which row is best, is not decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from omoide.domain.strengths import Ints

Listed = tuple[int, str]  # a row, and its terms with blanks between them


class Postings(Protocol):
    prefixes: bool  # whether a term may be asked for by its beginning

    def add(self, lists: Sequence[Listed]) -> None: ...

    def remove(self, lists: Sequence[Listed]) -> None:
        """Some must be told again what a row held."""
        ...

    def anew(self) -> AbstractContextManager[None]:
        """Emptied, to be filled with everything by whoever holds it, in a transaction."""
        ...

    def settle(self) -> None:
        """Keep nothing of what was removed (O2)."""
        ...

    def holding(self, terms: Sequence[str], most: int) -> Ints:
        """Rows that hold all of the terms, the newest first, at most so many."""
        ...

    def any_of(self, groups: Sequence[Sequence[str]]) -> tuple[str, list[Any]]:
        """A SELECT of the rows that hold every term of one of the groups, and its values. A term that ends in "*" is
        the beginning of one, where that is possible."""
        ...

    def counted(self, mark: str, least: int, rows: str, values: Sequence[Any]) -> list[tuple[str, int]]:
        """Terms with this mark of a scope that so many rows hold, with their number. `rows` selects all rows of the
        scope, for an index that cannot be walked by the mark."""
        ...


def marked(mark: str) -> tuple[str, str]:
    """From where to where the terms with a mark of a scope stand in their order."""
    return mark, f"{mark}\U0010ffff"
