"""A persona's dialogue as examples to train on (O4): one conversation per line, in the form that trainers of adapters
(LoRA) read, {"messages": [{"role", "content"}, …]}. Of this scope only, and without secrets (N6, E8).

What teaches the wrong thing is left out: turns without an answer, replies that broke off, turns that no mind could
judge, what a do-not-remember rule of today forbids, and what was said and answered in the same words before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any

from omoide.domain.turn import Turn
from omoide.language.terms import fold
from omoide.perceive import INTERRUPTED, not_to_be_remembered, redact
from omoide.ports import Faculties, Filter
from omoide.settings import Settings

_SILENT = timedelta(days=1)


def conversations(faculties: Faculties, settings: Settings, min_intensity: int = 0) -> Iterator[dict[str, Any]]:
    """By sessions, oldest first. With a least intensity, only what was felt as strongly as that."""
    for turns in _by_session(_teaching(faculties, settings, min_intensity)):
        yield {
            "messages": [
                {"role": role, "content": redact(text)}
                for turn in turns
                for role, text in (("user", turn.said), ("assistant", turn.replied))
            ]
        }


def _by_session(turns: Iterable[Turn]) -> Iterator[list[Turn]]:
    """Talks that went on side by side are told apart; one that has been silent for a day is over."""
    talks: dict[Any, list[Turn]] = {}
    for turn in turns:
        for name in [name for name, said in talks.items() if turn.time - said[-1].time > _SILENT]:
            yield talks.pop(name)
        talks.setdefault(turn.session or turn.time.date(), []).append(turn)
    yield from talks.values()


def _teaching(faculties: Faculties, settings: Settings, min_intensity: int) -> Iterator[Turn]:
    scope, zone = faculties.scope, settings.zone(faculties.scope.person)
    failed = faculties.store.turns.failed(scope)
    felt = _felt(faculties) if min_intensity else {}
    seen: set[tuple[str, str]] = set()
    for day in faculties.store.log.days(scope, zone):
        broken = _broken_off(faculties, day)
        for turn in faculties.store.log.of_day(scope, day, zone):
            same = fold(turn.said).strip(), fold(turn.replied).strip()
            if (
                all(same)
                and same not in seen
                and turn.key not in failed
                and felt.get(turn.key, 0) >= min_intensity
                and turn.replied.strip() not in broken
                and not not_to_be_remembered(settings.privacy, turn.said, turn.replied, turn.origin)
            ):
                seen.add(same)
                yield turn


def _felt(faculties: Faculties) -> dict[str, int]:
    """How strongly each turn was felt, from the memories that were made of it."""
    felt: dict[str, int] = {}
    for memory in faculties.store.memories.select(faculties.scope, Filter(retired=None)):
        for turn in memory.sources:
            felt[turn] = max(felt.get(turn, 0), memory.intensity)
    return felt


def _broken_off(faculties: Faculties, day: date) -> set[str]:
    """Replies of a day that a crash or a hand cut off, as the log of events has them."""
    events = faculties.activity.on(faculties.scope, day)
    return {event.content.strip() for _, event in events if event.summary == INTERRUPTED and event.content}
