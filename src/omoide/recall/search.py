"""What comes to mind (R2, R3, R12): two senses bring candidates, the domain ranks them, what is shown is marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from omoide.disk import where_it_can_be_kept
from omoide.domain.dates import first_night, placed
from omoide.domain.memory import Memory
from omoide.domain.ranking import RecallRules, Recollection, choose, find, newest_statement_first, weigh
from omoide.errors import InvalidInput
from omoide.language.clean import clean
from omoide.language.slash import is_slash_command
from omoide.perceive import carried_emotion, carry_emotion
from omoide.ports import Faculties
from omoide.recall.candidates import candidates
from omoide.recall.cue import read_cue
from omoide.recall.doubles import fold_doubles
from omoide.recall.hops import hop
from omoide.recall.otherwise import otherwise
from omoide.recall.projects import Surroundings
from omoide.settings import Settings

Ranking = Literal["priority", "relevance"]
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
    mark: bool, ranking: Ranking = "priority", unasked: bool = False, project: str = "",
) -> Recalled:  # fmt: skip
    """Nothing relevant, nothing recalled; what comes to mind unasked must be surer of it than what was searched for.
    No model is asked on this path."""
    rules = _with_limit(settings.recall, limit)
    if unasked:
        rules = replace(rules, relevance_floor=rules.priming_floor)
    now = placed(now or faculties.clock.now())
    cue = clean(cue).strip()[:LONGEST_CUE]
    if not cue or is_slash_command(cue):
        return Recalled(cue)
    zone = settings.zone(faculties.scope.person) or now.tzinfo
    asked = read_cue(cue, faculties.scope, now.astimezone(zone).date(), rules)
    around = Surroundings(clean(project).strip(), settings.projects)
    found = candidates(faculties, settings, rules, asked, zone, around)
    found = hop(faculties, settings, rules, asked, found, around)
    emotion = carried_emotion(faculties, session)
    category = faculties.categorise(cue)
    weighed = [weigh(candidate, emotion, category, rules, settings.resonance) for candidate in found]
    weighed = fold_doubles(weighed, rules)
    by_relevance = ranking == "relevance"
    chosen = find(weighed, rules) if by_relevance else choose(weighed, rules, recent=asked.last_time)
    chosen = newest_statement_first(chosen, otherwise())
    linked = _linked(faculties, settings, chosen, rules.linked, around)
    if mark and chosen:
        leave_marks(faculties, settings, chosen, session, now)
    return Recalled(cue, tuple(chosen), tuple(linked))


def _with_limit(rules: RecallRules, limit: int | None) -> RecallRules:
    if limit is None:
        return rules
    if limit < 1:
        raise InvalidInput(
            f"limit must be at least 1, not {limit}.", f"limit は 1 以上にしてください（{limit} は使えません）。"
        )
    return replace(rules, top_k=limit, candidates=max(rules.candidates, limit))


def _linked(
    faculties: Faculties, settings: Settings, chosen: Sequence[Recollection], most: int, around: Surroundings
) -> list[Linked]:
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
        reached = faculties.store.memories.fetch(faculties.scope, [link[1] for link in fresh])
        memories = {memory.row: memory for memory in reached if around.allow(memory)}
        frontier = []
        for source, target, kind, _weight in fresh:
            if target in memories and target not in seen:
                seen.add(target)
                names[target] = memories[target].id
                frontier.append(target)
                found.append(Linked(memories[target], names[source], kind))
    return found[:most]


def leave_marks(
    faculties: Faculties, settings: Settings, chosen: Sequence[Recollection], session: str, now: datetime
) -> None:
    """Strengthening waits for the night; archived memories only ask to come back (F4)."""
    night = first_night(now, settings.night.hour, settings.zone(faculties.scope.person))
    active = [r.memory.row for r in chosen if not r.memory.archived]
    archived = [r.memory.row for r in chosen if r.memory.archived]
    with where_it_can_be_kept(), faculties.store.transaction():
        if active:
            faculties.store.memories.mark_recalled(active, night)
        if archived:
            faculties.store.memories.request_revival(archived, now)
        carry_emotion(faculties, session, chosen[0].memory.emotion)
