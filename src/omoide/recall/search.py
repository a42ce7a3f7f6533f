"""What comes to mind (R2, R3, R12): two senses bring candidates, the domain ranks them, what is shown is marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from omoide.domain.dates import first_night, placed
from omoide.domain.memory import Memory
from omoide.domain.ranking import Candidate, RecallRules, Recollection, choose, relevance, weigh
from omoide.errors import InvalidInput
from omoide.language.clean import clean
from omoide.language.slash import is_slash_command
from omoide.language.timewords import means_last_time
from omoide.perceive import carried_emotion, carry_emotion
from omoide.ports import Faculties
from omoide.settings import Settings

LONGEST_CUE = 4_000  # what follows adds nothing to what a cue is about


@dataclass(frozen=True, slots=True)
class Linked:
    """A memory that came along because a recalled one links to it (G5)."""

    memory: Memory
    via: str
    type: str


@dataclass(frozen=True, slots=True)
class Recalled:
    cue: str
    memories: tuple[Recollection, ...] = ()
    linked: tuple[Linked, ...] = ()


def recall(
    faculties: Faculties, settings: Settings, cue: str, *, limit: int | None, session: str, now: datetime | None,
    mark: bool,
) -> Recalled:  # fmt: skip
    """Nothing relevant, nothing recalled. No model is asked on this path."""
    rules = _with_limit(settings.recall, limit)
    now = placed(now or faculties.clock.now())
    cue = clean(cue).strip()[:LONGEST_CUE]
    if not cue or is_slash_command(cue):
        return Recalled(cue)
    found = _candidates(faculties, settings, rules, cue)
    emotion = carried_emotion(faculties, session)
    category = faculties.categorise(cue)
    weighed = [weigh(candidate, emotion, category, rules, settings.resonance) for candidate in found]
    chosen = choose(weighed, rules, recent=means_last_time(cue))
    linked = _linked(faculties, settings, chosen, rules.linked)
    if mark and chosen:
        _mark(faculties, settings, chosen, session, now)
    return Recalled(cue, tuple(chosen), tuple(linked))


def _with_limit(rules: RecallRules, limit: int | None) -> RecallRules:
    if limit is None:
        return rules
    if limit < 1:
        raise InvalidInput(
            f"limit must be at least 1, not {limit}.", f"limit は 1 以上にしてください（{limit} は使えません）。"
        )
    return replace(rules, top_k=limit, candidates=max(rules.candidates, limit))


def _candidates(faculties: Faculties, settings: Settings, rules: RecallRules, cue: str) -> list[Candidate]:
    """By meaning and by words, each on its absolute scale; what one sense did not bring counts 0 there."""
    scope, store = faculties.scope, faculties.store
    vector = faculties.embedder.embed([cue], "cue")[0]
    near, cosines = faculties.nearest.search(scope, vector, rules.candidates)
    relevant = faculties.embedder.calibration.read(cosines, "relevant")
    meaning = dict(zip(near.tolist(), relevant.tolist(), strict=True))
    said, coverage = store.words.search(scope, cue, rules.candidates)
    words = dict(zip(said.tolist(), coverage.tolist(), strict=True))
    found = {row: (meaning.get(row, 0.0), words.get(row, 0.0)) for row in meaning.keys() | words.keys()}
    # What lies below the floor is never chosen, so it need not be fetched either: most of what two senses bring.
    standing = [row for row, senses in found.items() if relevance(*senses, rules) >= rules.relevance_floor]
    return [
        Candidate(memory, *found[memory.row])
        for memory in store.memories.fetch(scope, standing)
        if settings.archive.searched or not memory.archived
    ]


def _linked(faculties: Faculties, settings: Settings, chosen: Sequence[Recollection], most: int) -> list[Linked]:
    """What the recalled ones link to, strongest links first, up to the depth that is set."""
    if not chosen or not settings.relations.depth or not most:
        return []
    seen = {r.memory.row for r in chosen}
    names = {r.memory.row: r.memory.id for r in chosen}
    frontier, found = list(names), []
    for _ in range(settings.relations.depth):
        links = faculties.store.relations.of(frontier).links()
        links.sort(key=lambda link: (frontier.index(link[0]), -link[3], link[1]))
        fresh = [link for link in links if link[1] not in seen]
        memories = {m.row: m for m in faculties.store.memories.fetch(faculties.scope, [link[1] for link in fresh])}
        frontier = []
        for source, target, kind, _weight in fresh:
            if target in memories and target not in seen:
                seen.add(target)
                names[target] = memories[target].id
                frontier.append(target)
                found.append(Linked(memories[target], names[source], kind))
    return found[:most]


def _mark(
    faculties: Faculties, settings: Settings, chosen: Sequence[Recollection], session: str, now: datetime
) -> None:
    """Strengthening waits for the night; archived memories only ask to come back (F4)."""
    night = first_night(now, settings.night.hour, settings.zone(faculties.scope.person))
    active = [r.memory.row for r in chosen if not r.memory.archived]
    archived = [r.memory.row for r in chosen if r.memory.archived]
    with faculties.store.transaction():
        if active:
            faculties.store.memories.mark_recalled(active, night)
        if archived:
            faculties.store.memories.request_revival(archived, now)
        carry_emotion(faculties, session, chosen[0].memory.emotion)
