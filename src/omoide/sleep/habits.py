"""What was done again and again becomes a procedure (D4). Rules find it in the log; a mind only writes it down.

A habit is put to a mind once. What it answers is kept as a plan first, as with procedures from accounts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from omoide.domain.dates import wall_clock
from omoide.domain.event import Event
from omoide.domain.habits import Act, Habit, habits
from omoide.errors import Declined, Postponed, put_off
from omoide.language.detect import language_of
from omoide.language.quoting import in_a_line
from omoide.ports import Faculties, Progress
from omoide.prompts.distil_pattern import DistilPattern
from omoide.settings import Settings
from omoide.sleep.answers import procedure_drafts
from omoide.sleep.asking import add_up
from omoide.sleep.distilling import carry_out, keep_plan

ACTS = ("tool_use", "cron_executed")
MOST_EVENTS = 20_000  # of the days that are looked at, the newest
EXAMPLES, LONGEST = 3, 200


def find_habits(faculties: Faculties, settings: Settings, now: datetime) -> list[tuple[str, DistilPattern]]:
    """New habits of the last week: under which name each is kept, and what to ask about it."""
    rules = settings.consolidation
    acts = _acts(faculties, settings, now)
    found = habits(
        acts, rules.habit_times, rules.habit_days, rules.habit_longest, timedelta(minutes=rules.habit_gap_minutes)
    )
    by_name = {_name(habit): habit for habit in found}
    new = faculties.store.consolidations.open(faculties.scope, "pattern", list(by_name))
    return [(name, _question(by_name[name], acts)) for name in new]


def distil_habits(
    faculties: Faculties, settings: Settings, now: datetime, progress: Progress | None = None
) -> dict[str, Any]:
    rules = settings.consolidation
    done: dict[str, Any] = {"distilled": 0, "similar": 0}
    add_up(done, carry_out(faculties, settings, "pattern", now))
    found = find_habits(faculties, settings, now)
    for number, (name, question) in enumerate(found[: rules.habits_at_once], 1):
        try:
            items = faculties.thinker.ask(question).procedures
        except Declined:
            items = []
        except Postponed as postponed:
            return done | put_off(postponed, len(found) - number + 1)
        drafts, left = procedure_drafts(items, 1, rules.procedure_characters)
        keep_plan(faculties, "pattern", name, drafts, (), faculties.thinker.who(question), now)
        add_up(done, left)
        add_up(done, carry_out(faculties, settings, "pattern", now))
        if progress:
            progress(number, min(len(found), rules.habits_at_once))
    return done | ({"left": len(found) - rules.habits_at_once} if len(found) > rules.habits_at_once else {})


def _acts(faculties: Faculties, settings: Settings, now: datetime) -> list[Act]:
    since = now - timedelta(days=settings.consolidation.weekly_days)
    zone = settings.zone(faculties.scope.person)
    entries = faculties.activity.latest(faculties.scope, since, MOST_EVENTS, until=now)
    done = (entry.event for entry in entries if entry.event.type in ACTS and _what(entry.event))
    return [Act(_what(event), event.ts, wall_clock(event.ts, zone).date(), _told(event)) for event in done]


def _what(event: Event) -> str:
    name = event.tool if event.type == "tool_use" else event.task
    return f"{event.label} {in_a_line(name)[:80]}" if name.strip() else ""


def _told(event: Event) -> str:
    return in_a_line(event.summary or event.content)[:LONGEST]


def _question(habit: Habit, acts: Sequence[Act]) -> DistilPattern:
    size = len(habit.sequence)
    runs = [acts[start : start + size] for start in habit.runs[-EXAMPLES:]]
    examples = tuple(
        "\n".join(f"[{act.at:%Y-%m-%d %H:%M}] {act.name}" + (f": {act.told}" if act.told else "") for act in run)
        for run in runs
    )
    words = "\n".join(act.told for run in runs for act in run)
    return DistilPattern(habit.sequence, habit.times, habit.days, examples, language_of(words))


def _name(habit: Habit) -> str:
    return hashlib.sha256("\x1f".join(habit.sequence).encode()).hexdigest()[:24]
