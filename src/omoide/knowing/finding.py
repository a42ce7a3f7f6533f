"""Finding what was learned (R5, R12): by words and meaning, then by how new and how often used it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import islice
from typing import cast

import numpy as np

from omoide.domain.calibration import Scale
from omoide.domain.dates import placed, wall_clock
from omoide.domain.knowledge_score import ScoreWhy, knowledge_score
from omoide.domain.learned import LEARNED, Learned, LearnedKind
from omoide.domain.passage import Material, shelf_of
from omoide.encode import embed_texts
from omoide.indexing import sensed
from omoide.knowing.keeping import refresh_learned, seen_now, shelf
from omoide.knowing.reading import read_exactly
from omoide.language.clean import clean
from omoide.language.cutting import cut
from omoide.language.slash import is_slash_command
from omoide.perceive import redact
from omoide.ports import Faculties
from omoide.ports.learning import Key, Seen
from omoide.recall import LONGEST_CUE, meaning_of, read_cue
from omoide.settings import Settings

_LOOKED_AT = 50  # passages of each shelf: a page may have several, and the two senses may name different ones


@dataclass(frozen=True, slots=True)
class Found:
    """A page that answers a cue, and why (R12)."""

    item: Learned
    score: float
    why: ScoreWhy


@dataclass(frozen=True, slots=True)
class Alike:
    """A page that says much the same as a text, or speaks of the same."""

    item: Learned
    similarity: float


def search_learned(
    f: Faculties, s: Settings, cue: str, kinds: Sequence[LearnedKind] = LEARNED, now: datetime | None = None,
    most: int = 5, spread: Mapping[str, float] | None = None, seen: Mapping[Key, Seen] | None = None,
) -> list[Found]:  # fmt: skip
    """What answers a cue, the best first; nothing relevant, nothing found. `spread` is how much activation reached each
    node of the graph (G3): it raises a page, and beyond a floor brings it by itself. No model is asked, and nothing is
    marked: call `mark_used` for what was shown. `seen`: what `seen_now` told a moment ago."""
    now = placed(now or f.clock.now())
    cue = clean(cue).strip()[:LONGEST_CUE]
    if not cue or is_slash_command(cue) or most < 1:
        return []
    seen = seen_now(f, s, now) if seen is None else seen
    relevant = {key: one for key, one in _senses(f, s, cue, kinds, now).items() if one[0] >= s.recall.relevance_floor}
    reached = {key: value for key in seen if (value := (spread or {}).get(f"{key[0]}:{key[1]}", 0.0)) > 0}
    keys = {k for k in relevant if k in seen}
    keys |= {k for k, value in reached.items() if k[0] in kinds and value >= s.learning.spread_floor}
    scored: dict[Key, ScoreWhy] = {}
    for key in keys:
        relevance, meaning, words = relevant.get(key, (0.0, 0.0, 0.0))
        changed, uses = seen[key].changed or now, seen[key].uses
        activation = reached.get(key, 0.0)
        scored[key] = knowledge_score(relevance, changed, uses, now, s.learning, activation, meaning, words)
    best = sorted(scored, key=lambda key: (-scored[key].score, key))
    return _read(f, best, scored, most)


def alike(
    f: Faculties, s: Settings, text: str, kinds: Sequence[LearnedKind], most: int = 5, least: float = 0.75,
    scale: Scale = "related", without: Collection[str] = (), now: datetime | None = None,
) -> list[Alike]:  # fmt: skip
    """Pages like a text, on one of the calibrated scales: "related" (they share a topic) or "same" (they say the same).
    Each piece of the text counts by its length with what is nearest to it on the page; nodes in `without` are left out.
    Raises Postponed when the text cannot be embedded now."""
    refresh_learned(f, s, placed(now or f.clock.now()))
    text = redact(clean(text))
    pieces = cut(text, s.passages.chunk, s.passages.overlap)
    if not pieces or most < 1:
        return []
    vectors = _known_vectors(f, s, text, without, len(pieces))
    vectors = embed_texts(f, s, pieces) if vectors is None else vectors
    weights = np.array([len(piece) for piece in pieces], dtype=np.float64)
    found: dict[Key, float] = {}
    for kind in kinds:
        found |= _alike_on_shelf(f, kind, vectors, weights / weights.sum(), scale, least)
    best = [key for key in found if f"{key[0]}:{key[1]}" not in without]
    best.sort(key=lambda key: (-found[key], key))
    items = ((item, found[key]) for key in best if (item := read_exactly(f, key)))
    return [Alike(item, round(value, 6)) for item, value in islice(items, most)]


def _known_vectors(f: Faculties, s: Settings, text: str, without: Collection[str], pieces: int) -> np.ndarray | None:
    """A page that is held against others has its vectors already: nobody should pay for them again."""
    for node in without:
        kind, _, name = node.partition(":")
        if kind not in LEARNED:
            continue
        place = shelf(cast("LearnedKind", kind))
        if f.store.passages.fingerprint(f.scope, place, name) == Material(
            place, name, text, date.min, title=name
        ).fingerprint(s.passages):
            rows = f.store.passages.rows_of(f.scope, place, name)[name]
            there, vectors = f.store.passages.vectors.get(rows, f.embedder.name)
            if len(there) == pieces:
                return vectors[np.argsort([rows.index(row) for row in there.tolist()])]
    return None


Senses = tuple[float, float, float]  # relevance, meaning, words


def _senses(f: Faculties, s: Settings, cue: str, kinds: Sequence[LearnedKind], now: datetime) -> dict[Key, Senses]:
    """The best passage of each page speaks for it."""
    today = wall_clock(now, s.zone(f.scope.person)).date()
    asked = read_cue(cue, f.scope, today, s.recall)
    asked = replace(asked, spans=(), only_time=False)  # what was learned holds whenever it was written
    vector = meaning_of(f, asked.meant)
    best: dict[Key, Senses] = {}
    for kind in kinds:
        for one in sensed(f, s, shelf_of(f.scope, shelf(kind)), asked, vector, _LOOKED_AT):
            key = (kind, one.passage.source)
            best[key] = max(best.get(key, (0.0, 0.0, 0.0)), (one.relevance, one.meaning, one.words))
    return best


def _read(f: Faculties, best: Sequence[Key], scored: Mapping[Key, ScoreWhy], most: int) -> list[Found]:
    found: list[Found] = []
    for key in best:
        if len(found) >= most:
            break
        if item := read_exactly(f, key):  # it may be gone this very moment
            found.append(Found(item, scored[key].score, scored[key]))
    return found


def _alike_on_shelf(
    f: Faculties, kind: LearnedKind, vectors: np.ndarray, weights: np.ndarray, scale: Scale, least: float
) -> dict[Key, float]:
    """Page by page: the nearest passage to each piece of the text, read on the scale, in proportion to its length."""
    passages, place = f.store.passages, shelf_of(f.scope, shelf(kind))
    source = {row: name for name, rows in passages.rows_of(f.scope, shelf(kind)).items() for row in rows}
    names = {name: number for number, name in enumerate(dict.fromkeys(source.values()))}
    if not names:
        return {}
    page_of = np.array([names[source[row]] for row in sorted(source)])
    best = np.zeros((len(vectors), len(names)))
    for at, vector in enumerate(vectors):
        rows, cosines = f.nearest_passages().search(place, vector, len(source))
        there = np.isin(rows, sorted(source))
        pages = page_of[np.searchsorted(sorted(source), rows[there])]
        np.maximum.at(best[at], pages, f.embedder.calibration.read(cosines[there], scale))
    likeness = weights @ best
    return {(kind, name): float(likeness[n]) for name, n in names.items() if likeness[n] >= least}
