"""How much of a cue each candidate holds, by itself and through the turns before and after it in its session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from omoide.adapters.rowsets import distinct
from omoide.adapters.sql.collection import Collection
from omoide.adapters.sql.database import Database, batches, marks
from omoide.domain.hearing import Hearing, Parts
from omoide.domain.strengths import Floats, Ints


class Candidates:
    """Chosen rows, and which of the walked terms they and their neighbours hold."""

    def __init__(
        self, database: Database, of: Collection, rows: Ints, walked: Mapping[str, Ints], hearing: Hearing
    ) -> None:
        self._database = database
        self._of = of
        self._hearing = hearing
        self._rows = rows
        self._walked = {term: np.sort(hits) for term, hits in walked.items()}

    def coverage(self, masses: Mapping[str, float], unread: Mapping[str, float]) -> Floats:
        """The weight of the terms that each row holds; those too common to be walked are read off its own words."""
        covered = np.zeros(len(self._rows))
        beside = self._beside()
        parts = self._parts() if unread or self._hearing.about else {}
        for term, hits in self._walked.items():
            held = _among(self._rows, hits).astype(np.float64)
            if self._hearing.about:
                self._weigh_sides(held, term, parts)
            for shift, part, near in beside:
                np.maximum(held, part * (near & _among(self._rows + shift, hits)), out=held)
            covered += masses[term] * held
        for at, row in enumerate(self._rows.tolist() if unread else ()):
            if row in parts:
                covered[at] += sum([mass * parts[row].hold(term, self._hearing) for term, mass in unread.items()])
        return covered

    def _weigh_sides(self, held: Floats, term: str, parts: Mapping[int, Parts]) -> None:
        for at in np.flatnonzero(held).tolist():
            own = parts.get(int(self._rows[at]))
            held[at] = own.hold(term, self._hearing) if own else 0.0

    def _beside(self) -> list[tuple[int, float, np.ndarray]]:
        """(where, what its words count, whether one of the same session stands there) for both sides."""
        sides = [(shift, part) for shift, part in ((-1, self._hearing.before), (1, self._hearing.after)) if part]
        if not sides:
            return []
        wanted = distinct(np.concatenate([self._rows, *(self._rows + shift for shift, _ in sides)]))
        sessions = self._sessions(wanted.tolist())
        own = [sessions.get(row, "") for row in self._rows.tolist()]
        return [
            (shift, part, np.array([bool(mine) and sessions.get(row + shift) == mine
                                    for row, mine in zip(self._rows.tolist(), own, strict=True)], dtype=bool))
            for shift, part in sides
        ]  # fmt: skip

    def _sessions(self, rows: Sequence[int]) -> dict[int, str]:
        """What belongs to no session stands alone. Whose it is need not be asked: every hit is of this scope."""
        found: dict[int, str] = {}
        for some in batches(rows):
            sql = f"SELECT row, session FROM {self._of.rows} WHERE row IN ({marks(len(some))})"
            found.update(self._database.execute(sql, some).fetchall())
        return found

    def _parts(self) -> dict[int, Parts]:
        found: dict[int, Parts] = {}
        for some in batches(self._rows.tolist()):
            sql = f"SELECT row, terms FROM {self._of.lists} WHERE row IN ({marks(len(some))})"
            found.update((row, _parts(listed)) for row, listed in self._database.execute(sql, some).fetchall())
        return found


def _among(rows: Ints, hits: Ints) -> np.ndarray:
    """Which of the rows are among the sorted hits."""
    if not len(hits):
        return np.zeros(len(rows), dtype=bool)
    return hits[np.minimum(np.searchsorted(hits, rows), len(hits) - 1)] == rows


def _parts(listed: str) -> Parts:
    """A list that was made before parts were told apart counts for both sides."""
    said, bar, rest = f" {listed} ".partition("|")
    if not bar:
        return Parts(said, said, said)
    return Parts(said, *rest.partition("|")[::2])
