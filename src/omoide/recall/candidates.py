"""Two senses bring candidates (R12), and a time that the cue names brings those of that time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta, tzinfo

from omoide.domain.memory import Memory
from omoide.domain.ranking import Candidate, RecallRules, relevance
from omoide.domain.span import Span
from omoide.language.detect import language_of
from omoide.ports import Faculties, Filter
from omoide.recall.cue import Cue
from omoide.recall.meaning import meaning_of
from omoide.recall.projects import Found, Surroundings
from omoide.settings import Settings

_FOREIGN = 4  # one in so many more may be in another language than the cue


def candidates(
    faculties: Faculties, settings: Settings, rules: RecallRules, cue: Cue, zone: tzinfo | None, around: Surroundings
) -> list[Candidate]:
    """By meaning and by words, each on its absolute scale; what one sense did not bring counts 0 there."""
    scope, store = faculties.scope, faculties.store
    vector = meaning_of(faculties, cue.meant)

    def look(most: int) -> Found:
        near, cosines = faculties.nearest.search(scope, vector, most)
        relevant = faculties.embedder.calibration.read(cosines, "relevant")
        held, coverage = store.words.search(scope, cue.words, most, cue.hearing)
        return (
            dict(zip(near.tolist(), relevant.tolist(), strict=True)),
            dict(zip(held.tolist(), coverage.tolist(), strict=True)),
        )

    meaning, words, lowered = around.search(faculties, rules, 1.0 if cue.spans else None, look)
    language = language_of(cue.meant)
    worth = _worth(rules, cue, meaning, words, lowered)
    memories = {memory.row: memory for memory in store.memories.fetch(scope, worth)}
    memories |= {memory.row: memory for memory in _of_time(faculties, cue, rules, zone, around)}
    found = []
    for row, memory in memories.items():
        if settings.archive.searched or not memory.archived:
            foreign = row not in words and language_of(memory.text) != language
            when = _when(memory, cue.spans)
            senses = meaning.get(row, 0.0), words.get(row, 0.0)
            found.append(Candidate(memory, *senses, when, cue.only_time, foreign, around.factor(memory)))
    return found


def _worth(
    rules: RecallRules, cue: Cue, meaning: Mapping[int, float], words: Mapping[int, float], lowered: Mapping[int, float]
) -> list[int]:
    """What to fetch: the best that can still reach the floor, if it is of that time and in the cue's language.

    What only meaning brought may turn out to be in another language, and counts more then. A few places are kept for
    these; if all were ranked as if they were, they would crowd out what holds the cue's own words.
    """
    when = 1.0 if cue.spans else None
    likely = {
        row: lowered.get(row, 1.0) * relevance(meaning.get(row, 0.0), words.get(row, 0.0), rules, when)
        for row in meaning.keys() | words.keys()
    }
    foreign = {
        row: lowered.get(row, 1.0) * relevance(meaning[row], 0.0, rules, when, foreign=True)
        for row in meaning.keys() - words.keys()
    }
    most = max(rules.weighed, rules.top_k)
    return list(dict.fromkeys(_best(likely, rules, most) + _best(foreign, rules, most // _FOREIGN)))


def _best(values: Mapping[int, float], rules: RecallRules, most: int) -> list[int]:
    standing = [row for row, value in values.items() if value >= rules.relevance_floor]
    return sorted(standing, key=lambda row: (-values[row], row))[:most]


def _of_time(
    faculties: Faculties, cue: Cue, rules: RecallRules, zone: tzinfo | None, around: Surroundings
) -> list[Memory]:
    """What was said then, newest first; only a cue that asks for nothing else needs more than the senses bring."""
    found: list[Memory] = []
    for span in cue.spans if cue.only_time else ():
        since = datetime.combine(span.first, time(), zone)
        until = datetime.combine(span.last + timedelta(days=1), time(), zone)
        found += around.pages(rules, faculties, Filter(since=since, until=until, limit=rules.candidates))
    return found


def _when(memory: Memory, spans: Sequence[Span]) -> float | None:
    """Whether a memory is of the time that the cue names: made then, or speaking of then. None when it names none."""
    if not spans:
        return None
    told = [span for span in (Span.read(word) for word in memory.keywords) if span]
    told.append(Span.day(memory.created.date()))
    return float(any(span.meets(other) for span in spans for other in told))
