"""Which turns belong together in one note: those of a session and a day, between two silences that end it (W6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from omoide.domain.dates import wall_clock
from omoide.domain.turn import Turn
from omoide.ports import Faculties
from omoide.settings import Settings

BEYOND = timedelta(days=2)  # turns may lie a little ahead of this clock (perceive allows a day)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Turns of one session on one day, oldest first. `over`: a silence has ended it, or somebody said so."""

    session: str
    day: date
    turns: tuple[Turn, ...]
    over: bool


def stretches(
    turns: Sequence[Turn], now: datetime, idle: timedelta, zone: tzinfo | None, latest: dict[str, datetime]
) -> list[Stretch]:
    """`latest` says when each session was last heard of, noted turns included: a stretch is over when its session has
    been silent for longer than `idle`, or spoke again after such a silence."""
    found: list[Stretch] = []
    for session in dict.fromkeys(turn.session for turn in turns):
        own = [turn for turn in turns if turn.session == session]
        for part in _between_silences(own, idle):
            last = max(turn.time for turn in part)
            heard = max(latest.get(session, last), last)
            over = now - last > idle or heard - last > idle
            found += [Stretch(session, day, some, over) for day, some in _by_day(part, zone)]
    return found


def parted(faculties: Faculties, settings: Settings, turns: Sequence[Turn], now: datetime) -> list[Stretch]:
    """Turns of a scope as stretches, oldest first within each session."""
    if not turns:
        return []
    idle = timedelta(minutes=settings.session.idle_minutes)
    latest: dict[str, datetime] = {}
    for turn in faculties.store.log.recent(faculties.scope, now - idle - idle, now + BEYOND, 2**31):
        latest[turn.session] = max(latest.get(turn.session, turn.time), turn.time)
    return stretches(turns, now, idle, settings.zone(faculties.scope.person), latest)


def behind_a_silence(faculties: Faculties, settings: Settings, turns: Sequence[Turn], now: datetime) -> list[Stretch]:
    return [stretch for stretch in parted(faculties, settings, turns, now) if stretch.over]


def _between_silences(turns: Sequence[Turn], idle: timedelta) -> Iterator[list[Turn]]:
    part: list[Turn] = []
    for turn in turns:
        if part and turn.time - part[-1].time > idle:
            yield part
            part = []
        part.append(turn)
    if part:
        yield part


def _by_day(turns: Sequence[Turn], zone: tzinfo | None) -> Iterator[tuple[date, tuple[Turn, ...]]]:
    days: dict[date, list[Turn]] = {}
    for turn in turns:
        days.setdefault(wall_clock(turn.time, zone).date(), []).append(turn)
    for day, some in days.items():
        yield day, tuple(some)
