"""Which learned pages are alike (D4, K6), for all pages of a kind at once and by reading alone.

As when one page is held against all (knowing/finding.py): each piece of a page counts by its share with what is nearest
to it on the other. Only what is indexed is looked at; the night indexes first.
"""

from __future__ import annotations

import numpy as np

from omoide.domain.calibration import Scale
from omoide.domain.learned import LearnedKind
from omoide.domain.passage import shelf_of
from omoide.knowing import shelf
from omoide.ports import Faculties

AT_ONCE = 500  # pieces that are held against all others in one go: some megabytes


def pages_alike(
    faculties: Faculties, kind: LearnedKind, least: float, scale: Scale, most: int
) -> dict[str, list[tuple[str, float]]]:
    """For each page the others that are at least so much like it, the most like it first."""
    f, place = faculties, shelf(kind)
    rows, vectors, _ = f.store.passages.vectors.since(shelf_of(f.scope, place), f.embedder.name, 0)
    at = {int(row): number for number, row in enumerate(rows)}
    pieces = f.store.passages.rows_of(f.scope, place)
    own = {name: [at[row] for row in found if row in at] for name, found in pieces.items()}
    own = {name: places for name, places in own.items() if places}
    if len(own) < 2:
        return {}
    names = list(own)
    order = np.concatenate([own[name] for name in names])
    starts = np.cumsum([0, *(len(own[name]) for name in names)])[:-1]
    every = np.asarray(vectors, dtype=np.float32)[order]
    found: dict[str, list[tuple[str, float]]] = {}
    for group in _groups(starts):
        first, last = int(starts[group[0]]), int(starts[group[-1] + 1]) if group[-1] + 1 < len(starts) else len(every)
        likeness = f.embedder.calibration.read(every[first:last] @ every.T, scale)
        nearest = np.maximum.reduceat(likeness, starts, axis=1)  # of each piece, to each page
        for page in group:
            begin = int(starts[page]) - first
            mean = nearest[begin : begin + len(own[names[page]])].mean(axis=0)
            mean[page] = -1.0
            near = np.flatnonzero(mean >= least)
            best = sorted(near.tolist(), key=lambda other: (-mean[other], names[other]))[:most]
            if best:
                found[names[page]] = [(names[other], float(mean[other])) for other in best]
    return found


def _groups(starts: np.ndarray) -> list[list[int]]:
    """Pages in groups of about AT_ONCE pieces."""
    groups: list[list[int]] = []
    begun = -1
    for page, start in enumerate(starts.tolist()):
        if begun < 0 or start - begun >= AT_ONCE:
            groups.append([])
            begun = start
        groups[-1].append(page)
    return groups
