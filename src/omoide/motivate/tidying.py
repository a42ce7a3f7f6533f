"""Keeping the list of goals short (M4): what sleep and reflections do with it, and when the last reflections were.

What is given up here is abandoned with a reason, never deleted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime

from omoide.domain.dates import days_between, placed
from omoide.domain.goal import (
    OVER_LIMIT_REASON,
    STALE_REASON,
    Goal,
    GoalMeta,
    GoalStatistics,
    over_limit,
    stale,
)
from omoide.errors import InvalidInput
from omoide.ports import Faculties
from omoide.settings import Settings

LEVELS = (1, 2, 3)


def abandon_stale(faculties: Faculties, settings: Settings, now: datetime) -> list[Goal]:
    """At every sleep: near goals that have not moved for 30 days."""
    found = stale(faculties.store.goals.all(faculties.scope), placed(now), settings.goals)
    return _abandon(faculties, found, STALE_REASON.format(days=settings.goals.stale_days), now)


def enforce_limit(faculties: Faculties, settings: Settings, level: int, now: datetime) -> list[Goal]:
    """At reflections of level 2 and 3: near goals beyond the tenth. Level 1 leaves the list as it is."""
    if _known(level) < 2:
        return []
    found = over_limit(faculties.store.goals.all(faculties.scope), settings.goals)
    return _abandon(faculties, found, OVER_LIMIT_REASON.format(most=settings.goals.most_short_term), now)


def goal_statistics(faculties: Faculties, now: datetime) -> GoalStatistics:
    every = faculties.store.goals.all(faculties.scope, None)
    active = [goal for goal in every if goal.status == "active"]
    return GoalStatistics(
        short_term=sum(goal.term == "short" for goal in active),
        long_term=sum(goal.term == "long" for goal in active),
        completed=sum(goal.status == "completed" for goal in every),
        abandoned=sum(goal.status == "abandoned" for goal in every),
        oldest_active_days=max((days_between(goal.created_at, now) for goal in active), default=0),
    )


def reflections(faculties: Faculties) -> GoalMeta:
    """When the persona last looked back; level 0 when it never has."""
    kept = faculties.store.state.get(_key(faculties))
    if not kept:
        return GoalMeta()
    values = json.loads(kept)
    return GoalMeta(
        values["last_reflection_level"], _date(values["last_level2_date"]), _date(values["last_level3_date"])
    )


def note_reflection(faculties: Faculties, level: int, day: date) -> GoalMeta:
    """A monthly reflection is a weekly one too: it looks further, at the same things."""
    _known(level)
    with faculties.store.transaction():
        before = reflections(faculties)
        after = GoalMeta(
            level,
            day if level >= 2 else before.last_level2_date,
            day if level >= 3 else before.last_level3_date,
        )
        keep_reflections(faculties, after)
    return after


def keep_reflections(faculties: Faculties, meta: GoalMeta) -> None:
    """As they are told: by another system that the persona moves in from."""
    faculties.store.state.set(_key(faculties), json.dumps(meta.plain()))


def _abandon(faculties: Faculties, goals: Sequence[Goal], reason: str, now: datetime) -> list[Goal]:
    """Those that were still active when their turn came."""
    scope, store = faculties.scope, faculties.store
    with store.transaction():
        return [goal for goal in goals if store.goals.close(scope, goal.id, "abandoned", reason, now)]


def _known(level: int) -> int:
    if level not in LEVELS:
        raise InvalidInput(
            f"a reflection has level 1, 2 or 3, not {level!r}.", f"省察の段階は 1・2・3 です（{level!r}）。"
        )
    return level


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _key(faculties: Faculties) -> str:
    return faculties.scope.key("reflections")
