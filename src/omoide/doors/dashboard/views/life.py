"""Life: days as they were lived, dreams, goals, and what it was all about."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form, Path, Query, Response

from omoide.domain.dates import wall_clock
from omoide.domain.page import PageName
from omoide.doors.dashboard import drawing
from omoide.doors.dashboard.forms import OurForm, back_to
from omoide.doors.dashboard.looking import Looking, MindLooked
from omoide.doors.dashboard.rendering import page
from omoide.doors.dashboard.routing import page_router
from omoide.pages import read_page

router = page_router()
Id = Annotated[str, Path(max_length=100)]
PER_PAGE = 20


@router.get("/life")
def days(
    look: Looking, mind: MindLooked, number: Annotated[int, Query(alias="page", ge=1, le=100_000)] = 1
) -> Response:
    told = mind.episodes()[::-1]
    today = wall_clock(mind.faculties.clock.now(), mind.settings.zone(look.scope.person)).date()
    start = (number - 1) * PER_PAGE
    return page(
        look, mind, "days.html", squares=drawing.calendar(told, today), told=told[start : start + PER_PAGE],
        number=number, more=len(told) > start + PER_PAGE, count=len(told),
        diary=read_page(mind.faculties, PageName("main_diary")),
    )  # fmt: skip


@router.get("/life/dreams")
def dreams(look: Looking, mind: MindLooked) -> Response:
    return page(look, mind, "dreams.html", insights=mind.insights(100), strategy=mind.strategy())


@router.get("/life/goals")
def goals(look: Looking, mind: MindLooked, done: str = "") -> Response:
    every = mind.goals(None)
    active = [goal for goal in every if goal.status == "active"]
    ended = sorted((g for g in every if g.status != "active"), key=lambda g: g.closed_at or g.created_at, reverse=True)
    return page(
        look, mind, "goals.html", done=done, active=active, ended=ended[:100], statistics=mind.goal_statistics()
    )


@router.post("/life/goals", dependencies=[OurForm])
def add_goal(
    mind: MindLooked, goal: Annotated[str, Form(min_length=1, max_length=2_000)], term: Annotated[str, Form()] = "short"
) -> Response:
    mind.add_goal(goal, long=term == "long")
    return back_to("/life/goals", "added")


@router.post("/life/goals/{goal_id}/complete", dependencies=[OurForm])
def complete(mind: MindLooked, goal_id: Id) -> Response:
    mind.complete_goal(goal_id)
    return back_to("/life/goals", "goal-completed")


@router.post("/life/goals/{goal_id}/abandon", dependencies=[OurForm])
def abandon(mind: MindLooked, goal_id: Id) -> Response:
    mind.abandon_goal(goal_id)
    return back_to("/life/goals", "goal-abandoned")


@router.get("/life/topics")
def topics(look: Looking, mind: MindLooked) -> Response:
    told = mind.topics()
    most = max((len(one.episodes) for one in told), default=1)
    return page(look, mind, "topics.html", topics=told, most=most)
