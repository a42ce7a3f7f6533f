"""What is indexed (R15): accounts of days, insights, the main diary, and the raw log. The secret diary never is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime

from omoide.domain.dates import wall_clock
from omoide.domain.page import PageName
from omoide.domain.passage import Material, PassageKind
from omoide.domain.turn import Turn
from omoide.language.clean import clean
from omoide.pages import read_page
from omoide.perceive import redact
from omoide.ports import Faculties
from omoide.settings import Settings

# A line that begins a day in a diary: "## 2026-01-18", "【2026年1月18日】", "2026/1/18 (日)".
_DAY = re.compile(r"^\W{0,6}(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?!\d)", re.MULTILINE)


def texts_of(faculties: Faculties, kind: PassageKind, today: date) -> list[Material]:
    """Everything there is of a kind that is read whole; turns are read as they are needed."""
    if kind == "episodic_memory":
        return _episodes(faculties)
    if kind == "dream_insight":
        return _insights(faculties)
    if kind == "session":
        return _sessions(faculties)
    return _diary(faculties, today)


def turns_as(faculties: Faculties, settings: Settings, kind: PassageKind, turns: Sequence[Turn]) -> list[Material]:
    zone = settings.zone(faculties.scope.person)
    felt = faculties.store.log.arousals(faculties.scope, [turn.key for turn in turns])
    return [
        Material(
            kind,
            turn.key,
            "\n".join(part for part in (turn.said, turn.replied) if part.strip()),
            wall_clock(turn.time, zone).date(),
            felt.get(turn.key),
        )
        for turn in turns
    ]


def midnight(settings: Settings, person: str, now: datetime) -> datetime:
    """Where today begins on the person's clock: what was said before belongs to the archive."""
    return wall_clock(now, settings.zone(person)).replace(hour=0, minute=0, second=0, microsecond=0)


def _episodes(faculties: Faculties) -> list[Material]:
    """Those that stand for themselves: days that were merged are told by their week. What was let go is not found by
    itself any more (K6); whoever names its day still gets it."""
    gone = faculties.store.episode_uses.forgotten(faculties.scope)
    return [
        Material("episodic_memory", one.id, one.summary, one.days.last, one.arousal, one.date)
        for one in faculties.store.episodes.within(faculties.scope)
        if not one.failed and one.id not in gone
    ]


def _insights(faculties: Faculties) -> list[Material]:
    return [
        Material(
            "dream_insight",
            one.id,
            "\n".join(part for part in (one.insight, one.strategy) if part.strip()),
            one.created_at.date(),
            title=one.trigger_topic,
        )
        for one in faculties.store.insights.all(faculties.scope)
    ]


def _sessions(faculties: Faculties) -> list[Material]:
    """Talks that are long-term memories (S1). Their importance stands for how they stirred."""
    return [
        Material("session", str(one.key), one.summary, one.created_at.date(), one.importance, " ".join(one.keywords))
        for one in faculties.store.tiers.kept(faculties.scope, "long_term")
    ]


def _diary(faculties: Faculties, today: date) -> list[Material]:
    """Day by day where the page says which day it is; what stands before the first date is of the day it is read.

    A person writes here by hand, so secrets are taken out once more (E8).
    """
    text = redact(clean(read_page(faculties, PageName("main_diary")).text))
    days = [(match.start(), _date(match)) for match in _DAY.finditer(text)]
    starts = [(0, None), *((start, day) for start, day in days if day)]
    found: list[Material] = []
    times: dict[str, int] = {}
    for (start, day), (end, _) in zip(starts, [*starts[1:], (len(text), None)], strict=True):
        part = text[start:end].strip()
        name = day.isoformat() if day else "undated"
        times[name] = times.get(name, 0) + 1
        if part:
            source = f"main_diary:{name}" + (f":{times[name]}" if times[name] > 1 else "")
            found.append(Material("diary", source, part, day or today))
    return found


def _date(match: re.Match[str]) -> date | None:
    try:
        return date(*(int(part) for part in match.groups()))
    except ValueError:
        return None
