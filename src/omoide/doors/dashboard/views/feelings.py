"""Feelings: what the persona felt, and what moved it, over time."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import Query, Response

from omoide.domain.motivation import DRIVES
from omoide.domain.persona_emotion import CATEGORIES
from omoide.doors.dashboard.drawing import Axis, area
from omoide.doors.dashboard.looking import Looking, MindLooked
from omoide.doors.dashboard.rendering import page
from omoide.doors.dashboard.routing import page_router

router = page_router()
SPANS = (7, 30, 90, 365)
HIGH = 64.0
MOST_POINTS = 3_000


@router.get("/feelings")
def feelings(look: Looking, mind: MindLooked, days: Annotated[int, Query()] = 90) -> Response:
    days = days if days in SPANS else 90
    until = mind.faculties.clock.now()
    axis = Axis(until - timedelta(days=days), until)
    felt = mind.mood(axis.since)[-MOST_POINTS:]
    then = mind.drives_over(axis.since, axis.until, 121)
    areas = {drive: area([(axis.at(one.at), one.levels[drive]) for one in then], HIGH) for drive in DRIVES}
    means = {drive: sum(one.levels[drive] for one in then) / len(then) for drive in DRIVES}
    counted = {name: sum(one.emotion.category == name for one in felt) for name in CATEGORIES}
    return page(
        look, mind, "feelings.html", days=days, spans=SPANS, axis=axis, felt=felt, drives=DRIVES, areas=areas,
        means=means, now=then[-1].levels, counted=counted, high=HIGH, thresholds=mind.settings.motivation.thresholds,
    )  # fmt: skip
