"""What candidates of a search by words hold, each with the turns before and after it in its session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from omoide.adapters.sql.database import Database, batches, marks
from omoide.domain.hearing import Hearing, Parts
from omoide.domain.strengths import Floats


class Neighbour(NamedTuple):
    """The words of one memory, and its session. What belongs to none stands alone."""

    parts: Parts
    session: str

    def beside(self, other: Neighbour) -> bool:
        return bool(self.session) and self.session == other.session


def neighbours(database: Database, scope: int, rows: Sequence[int], beside: bool) -> dict[int, Neighbour]:
    """The memories of these rows by row; with `beside` also those of the rows before and after."""
    wanted = {near for row in rows for near in (row - 1, row, row + 1)} if beside else set(rows)
    found: dict[int, Neighbour] = {}
    for some in batches(sorted(wanted)):
        sql = (
            "SELECT l.row, l.terms, m.session FROM word_lists l LEFT JOIN memories m ON m.row = l.row"
            f" WHERE l.row IN ({marks(len(some))}) AND l.scope = ?"
        )
        for row, listed, session in database.execute(sql, (*some, scope)):
            found[row] = Neighbour(_parts(listed), session or "")
    return found


def _parts(listed: str) -> Parts:
    """A list that was made before parts were told apart counts for both sides."""
    said, bar, rest = f" {listed} ".partition("|")
    if not bar:
        return Parts(said, said, said)
    return Parts(said, *rest.partition("|")[::2])


def coverage(
    rows: Sequence[int], read: Mapping[int, Neighbour], masses: Mapping[str, float], hearing: Hearing
) -> Floats:  # fmt: skip
    """The weight of the terms that each row holds, by itself or through its neighbours."""
    sides = [(shift, part) for shift, part in ((-1, hearing.before), (1, hearing.after)) if part]
    covered = np.zeros(len(rows))
    for at, row in enumerate(rows):
        own = read.get(row)
        if own is None:
            continue
        near = [(read[row + shift], part) for shift, part in sides if row + shift in read]
        near = [(other.parts, part) for other, part in near if own.beside(other)]
        for term, mass in masses.items():
            held = own.parts.hold(term, hearing)
            for parts, part in near:
                if held < part:
                    held = max(held, part * parts.hold(term, hearing))
            covered[at] += mass * held
    return covered
