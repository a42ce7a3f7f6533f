"""How much of a cue each candidate holds, by itself and through the turns before and after it in its session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from omoide.adapters.rowsets import distinct
from omoide.adapters.sql.collection import Collection
from omoide.adapters.sql.database import Database, batches, marks
from omoide.domain.hearing import Hearing
from omoide.domain.strengths import Floats, Ints

Voices = list[tuple[Ints, float]]  # rows that hold a term, or one that may stand for it, and what that counts


class Candidates:
    """Chosen rows, and which of the walked terms they and their neighbours hold."""

    def __init__(
        self, database: Database, of: Collection, rows: Ints, heard: Mapping[str, Voices], hearing: Hearing
    ) -> None:
        self._database = database
        self._of = of
        self._hearing = hearing
        self._rows = rows
        self._heard = heard

    def coverage(self, masses: Mapping[str, float], unread: Mapping[str, float]) -> Floats:
        """The weight of the terms that each row holds; those too common to be walked are read off its own words."""
        covered = np.zeros(len(self._rows))
        beside = self._beside()
        for term, voices in self._heard.items():
            held = np.zeros(len(self._rows))
            for rows, counts in voices:
                hits = np.sort(rows)
                np.maximum(held, counts * _among(self._rows, hits), out=held)
                for shift, part, near in beside:
                    np.maximum(held, counts * part * (near & _among(self._rows + shift, hits)), out=held)
            covered += masses[term] * held
        lists = self._lists() if unread else {}
        for at, row in enumerate(self._rows.tolist() if unread else ()):
            listed = lists.get(row, "")
            covered[at] += sum([mass for term, mass in unread.items() if f" {term} " in listed])
        return covered

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

    def _lists(self) -> dict[int, str]:
        """The terms of each row, every one between blanks."""
        found: dict[int, str] = {}
        for some in batches(self._rows.tolist()):
            sql = f"SELECT row, terms FROM {self._of.lists} WHERE row IN ({marks(len(some))})"
            found.update((row, f" {listed} ") for row, listed in self._database.execute(sql, some).fetchall())
        return found


def _among(rows: Ints, hits: Ints) -> np.ndarray:
    """Which of the rows are among the sorted hits."""
    if not len(hits):
        return np.zeros(len(rows), dtype=bool)
    return hits[np.minimum(np.searchsorted(hits, rows), len(hits) - 1)] == rows
