"""A memory begins (E5, E6, E11): what it is made of, its id, and the first night that it will meet."""

from __future__ import annotations

from dataclasses import replace

from omoide.domain.dates import first_night, initial_days, memory_day
from omoide.domain.memory import Memory
from omoide.domain.retention import coefficient_for
from omoide.domain.turn import NO_WISHES, Turn, Wishes
from omoide.language.clean import clean
from omoide.language.times import times
from omoide.ports import Faculties
from omoide.prompts.analyse_turn import TurnAnalysis
from omoide.settings import Settings

MOST_TIMES = 3  # a text that names more is a calendar
READ = 4_000  # characters that are read for times


def draft(settings: Settings, turn: Turn, answer: TurnAnalysis, made_by: str) -> Memory:
    """A newborn memory (E11): level 1, held at its full intensity, not recalled, no relations. What was wished for
    stands instead of what was felt."""
    answer = _as_wished(answer, turn.wishes)
    intensity = round(answer.intensity)
    return Memory(
        id="",
        scope=turn.scope,
        created=turn.time,
        trigger=clean(answer.trigger),
        content=clean(answer.content),
        intensity=intensity,
        emotion=answer.emotion(),
        category=answer.category,
        coefficient=coefficient_for(answer.category, intensity, settings.retention),
        days=initial_days(turn.time, settings.night.hour, settings.zone(turn.scope.person)),
        retention=float(intensity),
        keywords=_keywords(settings, turn, answer),
        protected=answer.protect,
        sources=(turn.key,),
        session=turn.session,
        origin=turn.origin,
        personal=answer.personal,
        made_by=made_by,
    )


def _as_wished(answer: TurnAnalysis, wishes: Wishes) -> TurnAnalysis:
    if wishes == NO_WISHES:
        return answer
    return replace(
        answer,
        intensity=answer.intensity if wishes.intensity is None else wishes.intensity,
        category=answer.category if wishes.category is None else wishes.category,
        tags=answer.tags if wishes.tags is None else list(wishes.tags),
        protect=answer.protect or wishes.protect,
    )


def _keywords(settings: Settings, turn: Turn, answer: TurnAnalysis) -> tuple[str, ...]:
    """The words of the answer, and the days that 「先週の金曜」 or "last spring" meant when it was said (R12)."""
    zone = settings.zone(turn.scope.person)
    day = turn.time.astimezone(zone).date() if zone else turn.time.date()
    spoken = [one for text in (turn.said, turn.replied) for one in times(text[:READ], day)]
    meant = dict.fromkeys(one.span.written() for one in spoken if one.relative)
    words = [clean(word) for word in answer.keywords if word.strip()]
    return tuple(dict.fromkeys([*words, *list(meant)[:MOST_TIMES]]))


def add_new(faculties: Faculties, settings: Settings, memory: Memory) -> tuple[Memory, int]:
    """Give a newborn its id and its first night, inside the caller's transaction.

    A memory of a day long past (an import) meets its first night at the next one that is lived, and has then aged by
    all the nights since its day. Protection that finds the list full is kept as a pending request (F6).
    """
    store, zone = faculties.store, settings.zone(memory.scope.person)
    first = first_night(memory.created, settings.night.hour, zone)
    anchor = max(first, store.runs.last_night(memory.scope) + 1)
    memory = replace(
        memory, id=store.memories.new_id(memory_day(memory.created, zone)), days=memory.days + anchor - first
    )
    if memory.protected and protection_is_full(faculties, settings):
        memory = replace(memory, protected=False, protection_pending=True)
    return memory, store.memories.add(memory, anchor)


def protection_is_full(faculties: Faculties, settings: Settings) -> bool:
    """Whether one more would be too many for this scope (F6)."""
    return faculties.store.memories.counts(faculties.scope).protected >= settings.protection.most
