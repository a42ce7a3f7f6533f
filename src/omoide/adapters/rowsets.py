"""Sets of row numbers as arrays. NumPy's own set routines import its masked arrays first, a sixth of a cold recall."""

from __future__ import annotations

import numpy as np

from omoide.domain.strengths import Flags, Ints


def distinct(rows: Ints) -> Ints:
    """Each once, in order."""
    ordered = np.sort(rows)
    return ordered[np.flatnonzero(np.diff(ordered, prepend=ordered[:1] - 1))]


def joined(rows: Ints, others: Ints) -> Ints:
    return distinct(np.concatenate([rows, others]))


def among(rows: Ints, others: Ints) -> Flags:
    """Which of the rows are among the others."""
    if not len(others):
        return np.zeros(len(rows), dtype=bool)
    ordered = np.sort(others)
    at = np.minimum(np.searchsorted(ordered, rows), len(ordered) - 1)
    return ordered[at] == rows


def without(rows: Ints, others: Ints) -> Ints:
    """Each once, in order, and none of the others."""
    once = distinct(rows)
    return once[~among(once, others)]
