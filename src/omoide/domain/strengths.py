"""How strongly memories are held, as columns: the form in which the night works on all of them at once.

What changes rarely is stored, what changes every night is computed: a row keeps its age in days as it was (or will be)
at its anchor night, and every later night adds one by arithmetic alone. A night over a quiet store writes nothing.
An anchor that lies ahead marks a newborn: it has not met a night yet and is held at its full intensity (E11).
Archived memories are frozen at the age they were archived with (F4).
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

NEVER = 0  # no night and no moment has the number 0


@dataclass(frozen=True)
class Strengths:
    """One entry per memory. Moments are UTC microseconds; NEVER means "not"."""

    row: Ints
    created: Ints
    intensity: Floats
    coefficient: Floats
    days: Floats
    anchor: Ints
    level: Ints
    text_level: Ints
    recalls: Ints
    recalled_for: Ints
    archived_at: Ints
    revival_requested_at: Ints
    protected: Flags

    def __len__(self) -> int:
        return len(self.row)

    @property
    def archived(self) -> Flags:
        return self.archived_at != NEVER

    @property
    def active(self) -> Flags:
        return self.archived_at == NEVER

    def changed(self, before: Strengths) -> Ints:
        """Positions in which any column differs: only these are written."""
        different = np.zeros(len(self), dtype=bool)
        for column in fields(self):
            different |= getattr(self, column.name) != getattr(before, column.name)
        return np.flatnonzero(different)

    def take(self, positions: Any) -> Self:
        return replace(self, **{c.name: getattr(self, c.name)[positions] for c in fields(self)})

    def put(self, where: Any, **columns: Any) -> Self:
        """A copy in which the named columns have new values at some positions."""
        new = {}
        for name, values in columns.items():
            column = getattr(self, name).copy()
            column[where] = values
            new[name] = column
        return replace(self, **new)

    def days_at(self, night: int) -> Floats:
        """Age in days at that night; a newborn's is what it was made with."""
        nights = np.where(self.archived, 0, night - self.anchor)
        return self.days + np.maximum(nights, -1)

    def retention_at(self, night: int) -> Floats:
        held = self.intensity * self.coefficient ** self.days_at(night)
        return np.where(self.newborn_at(night), self.intensity, held)

    def newborn_at(self, night: int) -> Flags:
        return self.active & (self.anchor > night)
