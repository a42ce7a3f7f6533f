"""Which learned pages are alike, or near a text (D4, K3, K5, K6): for many at once, and by reading alone.

As when one text is held against all pages (finding.py): each piece counts by its share with what is nearest to it on
the other page. Only what is indexed is looked at; the night indexes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from omoide.domain.calibration import Scale
from omoide.domain.learned import LearnedKind
from omoide.domain.passage import shelf_of
from omoide.encode import embed_texts
from omoide.knowing.keeping import shelf
from omoide.ports import Faculties
from omoide.settings import Settings

AT_ONCE = 500  # pieces that are held against all others in one go: some megabytes


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The vectors of all pages of a kind, page by page; `starts` says where each page begins."""

    names: list[str]
    starts: np.ndarray
    vectors: np.ndarray

    def end(self, page: int) -> int:
        return int(self.starts[page + 1]) if page + 1 < len(self.starts) else len(self.vectors)


def pages_alike(
    faculties: Faculties, kind: LearnedKind, least: float, scale: Scale, most: int
) -> dict[str, list[tuple[str, float]]]:
    """For each page the others that are at least so much like it, the most like it first."""
    pages = _on_shelf(faculties, kind)
    if len(pages.names) < 2:
        return {}
    names, starts, every = pages.names, pages.starts, pages.vectors
    found: dict[str, list[tuple[str, float]]] = {}
    for group in _groups(starts):
        first, last = int(starts[group[0]]), pages.end(group[-1])
        likeness = faculties.embedder.calibration.read(every[first:last] @ every.T, scale)
        nearest = np.maximum.reduceat(likeness, starts, axis=1)  # of each piece, to each page
        for page in group:
            mean = nearest[int(starts[page]) - first : pages.end(page) - first].mean(axis=0)
            mean[page] = -1.0
            best = _best(mean, names, least, most)
            if best:
                found[names[page]] = best
    return found


def pages_near(
    f: Faculties, s: Settings, pieces: Sequence[str], kinds: Sequence[LearnedKind], least: float, most: int
) -> list[tuple[LearnedKind, str]]:
    """Pages that share a topic with any of these short texts, the nearest first. Raises Postponed when they cannot be
    embedded now."""
    if not pieces:
        return []
    vectors = embed_texts(f, s, list(pieces))
    found: list[tuple[float, LearnedKind, str]] = []
    for kind in kinds:
        pages = _on_shelf(f, kind)
        if pages.names:
            likeness = f.embedder.calibration.read(vectors @ pages.vectors.T, "related").max(axis=0)
            best = _best(np.maximum.reduceat(likeness, pages.starts), pages.names, least, most)
            found.extend((value, kind, name) for name, value in best)
    found.sort(key=lambda one: (-one[0], one[1], one[2]))
    return [(kind, name) for _, kind, name in found[:most]]


def _on_shelf(f: Faculties, kind: LearnedKind) -> _Shelf:
    place = shelf(kind)
    rows, vectors, _ = f.store.passages.vectors.since(shelf_of(f.scope, place), f.embedder.name, 0)
    at = {int(row): number for number, row in enumerate(rows)}
    pieces = f.store.passages.rows_of(f.scope, place)
    own = {name: [at[row] for row in found if row in at] for name, found in pieces.items()}
    own = {name: places for name, places in own.items() if places}
    if not own:
        return _Shelf([], np.zeros(0, dtype=np.int64), np.zeros((0, f.embedder.dimensions), dtype=np.float32))
    order = np.concatenate(list(own.values()))
    starts = np.cumsum([0, *(len(places) for places in own.values())])[:-1]
    return _Shelf(list(own), starts, np.asarray(vectors, dtype=np.float32)[order])


def _best(likeness: np.ndarray, names: Sequence[str], least: float, most: int) -> list[tuple[str, float]]:
    near = np.flatnonzero(likeness >= least).tolist()
    best = sorted(near, key=lambda page: (-likeness[page], names[page]))[:most]
    return [(names[page], float(likeness[page])) for page in best]


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
