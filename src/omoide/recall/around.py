"""What was said around a memory, and on a day: back from what is remembered to the ledger of turns (R10, E9)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from omoide.domain.dates import placed
from omoide.domain.memory import Memory
from omoide.domain.turn import Turn
from omoide.ports import Faculties, Filter
from omoide.settings import Settings

MOST = 200  # of each, on one day


@dataclass(frozen=True, slots=True)
class Day:
    """Oldest first; a full day shows its first MOST turns and its last MOST memories."""

    day: date
    memories: tuple[Memory, ...]
    turns: tuple[Turn, ...]


def turns_around(faculties: Faculties, memory: Memory, before: int, after: int) -> list[Turn]:
    """Sources that lie side by side are told once. A memory that moved in without its turns has none."""
    found: dict[str, Turn] = {}
    for source in faculties.store.turns.get(memory.sources, memory.scope):
        found |= {turn.key: turn for turn in faculties.store.turns.around(source, before, after)}
    return sorted(found.values(), key=lambda turn: (turn.time, turn.key))


def day(faculties: Faculties, settings: Settings, day: date) -> Day:
    placed(datetime.combine(day, time(), UTC))
    zone, scope = settings.zone(faculties.scope.person), faculties.scope
    begins, ends = (datetime.combine(day + timedelta(days=n), time(), zone) for n in (0, 1))
    if zone is None:
        begins, ends = begins.astimezone(), ends.astimezone()
    newest = faculties.store.memories.select(scope, Filter(since=begins, until=ends, limit=MOST))
    turns = faculties.store.turns.between(scope, begins, ends, MOST)
    return Day(day, tuple(reversed(newest)), tuple(turns))
