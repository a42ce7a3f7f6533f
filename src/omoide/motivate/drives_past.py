"""The drives as they were (M1): at any moment of the past they follow from what is kept, as they do now.

A question that was dropped is gone, and with it the curiosity it made; everything else is exact.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime, timedelta

from omoide.domain import motivation
from omoide.domain.motivation import Drive
from omoide.ports import Faculties
from omoide.settings import Settings

MOST_TURNS = 5_000


@dataclass(frozen=True, slots=True)
class DrivesThen:
    at: datetime
    levels: dict[Drive, float]


def drives_over(
    faculties: Faculties, settings: Settings, since: datetime, until: datetime, count: int
) -> list[DrivesThen]:
    """At so many moments, evenly over the span; talk with this person counts for boredom."""
    rules, store, scope = settings.motivation, faculties.store, faculties.scope
    talk = [turn.time for turn in store.log.recent(scope, None, until, MOST_TURNS)]
    felt = store.emotions.since(scope.persona)
    moments = [one.timestamp for one in felt]
    questions, goals = store.questions.all(scope, None), store.goals.all(scope, None)
    step, then = (until - since) / max(count - 1, 1), []
    for at in (since + step * number for number in range(count)):
        spoken, emotion = bisect_right(talk, at), bisect_right(moments, at)
        idle = (at - talk[spoken - 1]) / timedelta(minutes=1) if spoken else None
        open_then = [q.priority for q in questions if q.asked_at <= at and (not q.resolved_at or q.resolved_at > at)]
        aims = [g.priority for g in goals if g.created_at <= at and (not g.closed_at or g.closed_at > at)]
        levels: dict[Drive, float] = {
            "boredom": motivation.boredom(idle, rules),
            "curiosity": motivation.curiosity(open_then, rules),
            "goal_achievement": motivation.goal_achievement(aims, rules),
            "relatedness": motivation.relatedness(felt[emotion - 1].emotion if emotion else None, rules),
        }
        then.append(DrivesThen(at, levels))
    return then
