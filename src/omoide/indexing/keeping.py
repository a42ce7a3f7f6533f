"""Keeping the index of passages up to date (R15): only what is new or changed is cut and embedded.

Texts are written a few at a time, with their pieces and words; then their vectors. Whatever ends a run in between, the
next one goes on from there: a text is known by its fingerprint, a piece without a vector by its lack of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from omoide.domain.dates import placed, wall_clock
from omoide.domain.passage import KINDS, REMEMBERED, Material, PassageKind
from omoide.encode import embed_texts, superseded
from omoide.errors import Postponed
from omoide.indexing.materials import midnight, texts_of, turns_as
from omoide.language.cutting import cut
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

_MISSED_IN_A_ROW = 2  # a service that fails twice in a row is not there today


def refresh_passages(
    faculties: Faculties, settings: Settings, now: datetime, progress: Progress | None = None
) -> dict[str, Any]:
    """Index what is new, take out what is gone, embed what has no vector; the raw log up to a number of turns."""
    scope, passages, rules = faculties.scope, faculties.store.passages, settings.passages
    now = placed(now)
    today = wall_clock(now, settings.zone(scope.person)).date()
    removed = passages.remove(scope, "log_archive", passages.turns_gone(scope))
    removed += passages.remove(scope, "current_log", list(passages.known(scope, "current_log")))
    todo: list[Material] = []
    for kind in REMEMBERED:
        if kind != "log_archive":
            changed, gone = _compared(faculties, settings, kind, texts_of(faculties, kind, today))
            removed += passages.remove(scope, kind, gone)
            todo += changed
    keys = passages.turns_to_index(scope, midnight(settings, scope.person, now), rules.turns_per_night)
    every = rules.save_every
    groups = [todo[at : at + every] for at in range(0, len(todo), every)]
    wanted = len(todo) + len(keys)
    embedding = Embedding(faculties, settings)
    done = 0
    for group in groups:
        done += index(faculties, settings, group, embedding)
        _tell(progress, done, wanted)
    for at in range(0, len(keys), every):
        turns = faculties.store.log.read(scope, keys[at : at + every])
        done += index(faculties, settings, turns_as(faculties, settings, "log_archive", turns), embedding)
        _tell(progress, done, wanted)
    embedding.catch_up()
    _refresh_indexes(faculties)
    return {"indexed": done, "removed": removed, "embedded": embedding.made} | embedding.told()


def index_today(faculties: Faculties, settings: Settings, now: datetime) -> int:
    """Index the talk of today, which the night has not seen: only when a search asks for it."""
    scope, zone = faculties.scope, settings.zone(faculties.scope.person)
    turns = faculties.store.log.of_day(scope, wall_clock(placed(now), zone).date(), zone)
    items = turns_as(faculties, settings, "current_log", turns)
    changed, gone = _compared(faculties, settings, "current_log", items)
    faculties.store.passages.remove(scope, "current_log", gone)
    embedding, every = Embedding(faculties, settings), settings.passages.save_every
    return sum(index(faculties, settings, changed[at : at + every], embedding) for at in range(0, len(changed), every))


def rebuild_passages(faculties: Faculties, settings: Settings, progress: Progress | None = None) -> int:
    """Vectors of the present embedder for every passage (X5), and the indexes from scratch."""
    embedding = Embedding(faculties, settings, progress)
    embedding.catch_up()
    faculties.store.passages.words.rebuild()
    faculties.nearest_passages().drop()
    _refresh_indexes(faculties)
    if embedding.reason:
        raise embedding.reason
    return embedding.made


def index(faculties: Faculties, settings: Settings, items: Sequence[Material], embedding: Embedding) -> int:
    """Write a few texts in one transaction, then embed their pieces. Returns how many texts."""
    rules, store = settings.passages, faculties.store
    rows: list[int] = []
    pieces: list[str] = []
    with store.transaction():
        for item in items:
            cuts = cut(item.text, rules.chunk, rules.overlap)
            rows += store.passages.put(faculties.scope, item, item.fingerprint(rules), cuts)
            pieces += cuts
    embedding.of(rows, pieces)
    return len(items)


class Embedding:
    """Vectors for pieces, as long as the embedder answers. What it does not embed now is found by words, and gets its
    vector the next time."""

    def __init__(self, faculties: Faculties, settings: Settings, progress: Progress | None = None) -> None:
        self._faculties = faculties
        self._settings = settings
        self._progress = progress
        self._missed = 0
        self.made = 0
        self.reason: Postponed | None = None

    @property
    def given_up(self) -> bool:
        return self._missed >= _MISSED_IN_A_ROW

    def of(self, rows: Sequence[int], pieces: Sequence[str]) -> None:
        vectors, size = self._faculties.store.passages.vectors, self._settings.embedding.batch
        for at in range(0, len(rows), size):
            if self.given_up:
                return
            try:
                made = embed_texts(self._faculties, self._settings, pieces[at : at + size])
            except Postponed as postponed:
                self._missed, self.reason = self._missed + 1, postponed
                continue
            vectors.put(rows[at : at + size], made, self._faculties.embedder.name)
            self._missed, self.made = 0, self.made + len(made)
            if self._progress:
                self._progress(self.made, self.made)

    def catch_up(self) -> None:
        """What an earlier run had to leave, or another embedder made."""
        passages, name = self._faculties.store.passages, self._faculties.embedder.name
        if superseded(self._faculties):
            return
        for shelf in passages.shelves(self._faculties.scope, KINDS):
            last: list[tuple[int, str]] = []
            while (waiting := passages.vectors.missing(shelf, name, 1_000)) and waiting != last and not self.given_up:
                self.of([row for row, _ in waiting], [text for _, text in waiting])
                last = waiting

    def told(self) -> dict[str, Any]:
        return {"postponed": True, "reason": self.reason.en} if self.reason else {}


def _compared(
    faculties: Faculties, settings: Settings, kind: PassageKind, items: Sequence[Material]
) -> tuple[list[Material], list[str]]:
    """Which texts are new or changed, and which sources are gone. Those that are the same only learn what else has
    changed about them: an episode's arousal moves without its text."""
    passages, scope = faculties.store.passages, faculties.scope
    known = passages.known(scope, kind)
    items = [item for item in items if item.text.strip()]
    changed = [item for item in items if known.get(item.source) != item.fingerprint(settings.passages)]
    fresh = {item.source for item in changed}
    same = [item for item in items if item.source not in fresh]
    passages.retouch(scope, [item for item in same if not item.source.startswith("main_diary:undated")])
    return changed, sorted(known.keys() - {item.source for item in items})


def _refresh_indexes(faculties: Faculties) -> None:
    passages = faculties.store.passages
    for shelf in passages.shelves(faculties.scope, KINDS):
        passages.words.refresh(shelf)
        faculties.nearest_passages().refresh(shelf)


def _tell(progress: Progress | None, done: int, wanted: int) -> None:
    if progress:
        progress(done, max(done, wanted))
