"""What the persona lived, feels, wants and wonders."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field

from omoide.domain.span import Span
from omoide.doors.http.cursors import cursor, offset_of
from omoide.doors.http.values import INTEGRAL, Body, Day, Line, Moment, Note, Number, Truth
from omoide.doors.http.whose import MindAsked
from omoide.recall import fields_of_000

router = APIRouter(prefix="/v1", tags=["inner life"])
Id = Annotated[str, Path(max_length=100)]


class NewGoal(Body):
    goal: Line
    long: Truth = False
    priority: Annotated[int, Field(ge=1, le=100), INTEGRAL] = 1


class GoalEnded(Body):
    note: Note = ""


class GoalNote(Body):
    note: Line


class NewQuestion(Body):
    topic: Line
    context: Note = ""
    priority: Annotated[Number, Field(ge=0, le=1)] = 0.5


class Answered(Body):
    answer: Note = ""


@router.get("/episodes")
def episodes(
    mind: MindAsked,
    since: Day | None = None,
    until: Day | None = None,
    archived: bool = False,
    limit: Annotated[int, Query(ge=1, le=1_000)] = 100,
    cursor_: Annotated[str | None, Query(alias="cursor", max_length=200)] = None,
) -> dict[str, Any]:
    """Accounts of days and weeks, and special moments, oldest first (P7)."""
    if since and until and since > until:
        return {"episodes": [], "next": None}
    days = Span(since or date.min, until or date.max) if since or until else None
    name = f"episodes:{mind.scope.persona}:{mind.scope.person}"
    skip = offset_of(name, cursor_)
    found = mind.episodes(days, archived)[skip:]
    more = cursor(name, skip + limit) if len(found) > limit else None
    return {"episodes": [fields_of_000(one) for one in found[:limit]], "next": more}


@router.get("/episodes/{episode_id}")
def episode(mind: MindAsked, episode_id: Id) -> dict[str, Any]:
    return fields_of_000(mind.episode(episode_id))


@router.get("/dreams")
def dreams(mind: MindAsked, limit: Annotated[int, Query(ge=1, le=1_000)] = 50) -> dict[str, Any]:
    return {"insights": [one.plain() for one in mind.insights(limit)], "strategy": mind.strategy()}


@router.get("/goals")
def goals(mind: MindAsked, ended: bool = False) -> dict[str, Any]:
    return {"goals": [one.plain() for one in mind.goals(None if ended else "active")]}


@router.post("/goals", status_code=201)
def add_goal(mind: MindAsked, asked: NewGoal) -> dict[str, Any]:
    goal, new = mind.add_goal(asked.goal, long=asked.long, priority=asked.priority)
    return {"goal": goal.plain(), "new": new}


@router.post("/goals/{goal_id}/complete")
def complete_goal(mind: MindAsked, goal_id: Id, asked: GoalEnded | None = None) -> dict[str, Any]:
    goal, event = mind.complete_goal(goal_id, asked.note if asked else "")
    return {"goal": goal.plain(), "event": event.kind}


@router.post("/goals/{goal_id}/abandon")
def abandon_goal(mind: MindAsked, goal_id: Id, asked: GoalEnded | None = None) -> dict[str, Any]:
    return {"goal": mind.abandon_goal(goal_id, asked.note if asked else "").plain()}


@router.post("/goals/{goal_id}/notes")
def note_progress(mind: MindAsked, goal_id: Id, asked: GoalNote) -> dict[str, Any]:
    return {"goal": mind.note_progress(goal_id, asked.note).plain()}


@router.get("/questions")
def questions(mind: MindAsked, resolved: bool = False) -> dict[str, Any]:
    return {"questions": [one.plain() for one in mind.questions(None if resolved else False)]}


@router.post("/questions", status_code=201)
def ask_question(mind: MindAsked, asked: NewQuestion) -> dict[str, Any]:
    question, new = mind.ask_question(asked.topic, context=asked.context, priority=asked.priority)
    return {"question": question.plain(), "new": new}


@router.post("/questions/{question_id}/resolve")
def resolve_question(mind: MindAsked, question_id: Id, asked: Answered | None = None) -> dict[str, Any]:
    return {"question": mind.resolve_question(question_id, asked.answer if asked else "").plain()}


@router.delete("/questions/{question_id}")
def drop_question(mind: MindAsked, question_id: Id) -> dict[str, Any]:
    return {"question": mind.drop_question(question_id).plain()}


@router.get("/drives")
def drives(mind: MindAsked, now: Moment | None = None) -> dict[str, Any]:
    """The four drives, what they come from, and whether the persona may start by itself now (M1, M5)."""
    impulse = mind.may_act(now)
    return {
        **impulse.state.plain(),
        "may_act": impulse.may_act,
        "why_not": impulse.why_not,
        "over_threshold": list(impulse.drives),
    }


@router.get("/emotions")
def emotions(mind: MindAsked, since: Moment | None = None) -> dict[str, Any]:
    """What the persona felt, oldest first (M2)."""
    return {"emotions": [one.plain() for one in mind.mood(since)]}
