"""Finding passages (R6, R12): each kind by meaning and by words, all ranked by what the question is after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np

from omoide.disk import where_it_can_be_kept
from omoide.domain.dates import placed, wall_clock
from omoide.domain.hearing import Hearing
from omoide.domain.intent import INTENTS, Intent, PassageFound, PassagesFound, choose, weighed
from omoide.domain.passage import KINDS, REMEMBERED, Passage, PassageKind
from omoide.domain.ranking import relevance
from omoide.domain.session import SessionKey
from omoide.domain.span import Span
from omoide.domain.turn import Scope
from omoide.errors import InvalidInput
from omoide.indexing.keeping import index_today
from omoide.language.clean import clean
from omoide.language.detect import language_of
from omoide.language.intents import intent_of
from omoide.ports import Faculties
from omoide.recall import LONGEST_CUE, Cue, meaning_of, read_cue
from omoide.settings import Settings

_LOOKED_AT = 5  # so many times as many as one index gives are looked at: the two senses may name different ones


@dataclass(frozen=True, slots=True)
class Sensed:
    """A passage with what its two senses say about it, each 0-1."""

    passage: Passage
    relevance: float
    meaning: float
    words: float


def search_passages(
    faculties: Faculties, settings: Settings, cue: str, *, intent: Intent | None = None, tool: bool = False,
    kinds: Sequence[PassageKind] | None = None, domain: str | None = None, now: datetime | None = None,
) -> PassagesFound:  # fmt: skip
    """The passages that answer a cue. No model is asked. With `tool` somebody looks on purpose, and less will do."""
    rules = settings.passages
    kinds = REMEMBERED if kinds is None else tuple(dict.fromkeys(kinds))
    _check(intent, kinds)
    cue = clean(cue).strip()[:LONGEST_CUE]
    after = intent or intent_of(cue)
    if not cue:
        return PassagesFound(cue, after, (), rules.shown)
    now = placed(now or faculties.clock.now())
    today = wall_clock(now, settings.zone(faculties.scope.person)).date()
    if "current_log" in kinds:
        with where_it_can_be_kept():
            index_today(faculties, settings, now)
    asked = read_cue(cue, faculties.scope, today, settings.recall)
    vector = meaning_of(faculties, asked.meant)
    shelves = faculties.store.passages.shelves(faculties.scope, kinds, domain)
    found = [_on_shelf(faculties, settings, shelf, asked, vector, after, today) for shelf in shelves]
    chosen = choose(found, rules.tool_threshold if tool else rules.threshold, rules)
    return PassagesFound(cue, after, tuple(chosen), rules.shown)


def note_shown(faculties: Faculties, found: PassagesFound, now: datetime) -> None:
    """Accounts that came up are in use (K6)."""
    ids = {one.passage.source for one in found.passages if one.passage.kind == "episodic_memory"}
    if ids:
        with where_it_can_be_kept():
            faculties.store.episode_uses.used(faculties.scope, sorted(ids), now)


def _on_shelf(
    faculties: Faculties, settings: Settings, shelf: Scope, cue: Cue, vector: np.ndarray, after: Intent, today: date
) -> list[PassageFound]:  # fmt: skip
    looked_at = _LOOKED_AT * settings.passages.per_index
    return [
        weighed(one.passage, one.relevance, after, today, settings.passages)
        for one in sensed(faculties, settings, shelf, cue, vector, looked_at)
    ]


def sensed(
    faculties: Faculties, settings: Settings, shelf: Scope, cue: Cue, vector: np.ndarray, most: int
) -> list[Sensed]:
    """What both senses bring from one shelf, each passage with one absolute relevance (R12)."""
    passages = faculties.store.passages
    near, cosines = faculties.nearest_passages().search(shelf, vector, most)
    meant = faculties.embedder.calibration.read(cosines, "relevant")
    meaning = dict(zip(near.tolist(), meant.tolist(), strict=True))
    # A passage stands by itself: nobody's turn comes before or after it.
    hearing = Hearing(own_names=cue.hearing.own_names, light=cue.hearing.light)
    held, coverage = passages.words.search(shelf, cue.words, most, hearing)
    words = dict(zip(held.tolist(), coverage.tolist(), strict=True))
    language = language_of(cue.meant)
    found: list[Sensed] = []
    for passage in _still_told(faculties, passages.fetch(shelf, sorted(meaning.keys() | words.keys()))):
        foreign = passage.row not in words and language_of(passage.content) != language
        senses = meaning.get(passage.row, 0.0), words.get(passage.row, 0.0)
        relevant = relevance(*senses, settings.recall, _when(passage, cue.spans), cue.only_time, foreign)
        found.append(Sensed(passage, relevant, *senses))
    return found


def _still_told(faculties: Faculties, passages: Sequence[Passage]) -> list[Passage]:
    """Without turns that were forgotten since the last night, and without talks that such a turn was part of."""
    keys = [passage.source for passage in passages if passage.kind in ("log_archive", "current_log")]
    kept = {turn.key for turn in faculties.store.log.read(faculties.scope, list(dict.fromkeys(keys)))}
    talks = {passage.source for passage in passages if passage.kind == "session"}
    whole = {name for name in talks if not faculties.store.tiers.touched(talk_of(faculties.scope, name))}
    told = {"log_archive": kept, "current_log": kept, "session": whole}
    return [one for one in passages if one.kind not in told or one.source in told[one.kind]]


def talk_of(scope: Scope, source: str) -> SessionKey:
    thread, _, number = source.rpartition("#")
    return SessionKey(scope.person, thread, int(number))


def _when(passage: Passage, spans: Sequence[Span]) -> float | None:
    return float(any(passage.day in span for span in spans)) if spans else None


def _check(intent: str | None, kinds: Sequence[str]) -> None:
    for name, given, known in (("intent", [intent] if intent else [], INTENTS), ("kinds", kinds, KINDS)):
        for one in given:
            if one not in known:
                raise InvalidInput(
                    f"{name} must be one of {', '.join(known)}, not {one!r}.",
                    f"{name} は {'・'.join(known)} のどれかです（{one!r} は使えません）。",
                )
