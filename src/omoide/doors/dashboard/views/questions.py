"""Questions: what the persona would like to know. They can be answered, deleted, and put to it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form, Path, Response

from omoide.doors.dashboard.forms import OurForm, back_to
from omoide.doors.dashboard.looking import Looking, MindLooked
from omoide.doors.dashboard.rendering import page
from omoide.doors.dashboard.routing import page_router

router = page_router()
Id = Annotated[str, Path(max_length=100)]


@router.get("/questions")
def questions(look: Looking, mind: MindLooked, done: str = "") -> Response:
    return page(
        look, mind, "questions.html", done=done, open=mind.questions(), answered=mind.questions(resolved=True)[::-1]
    )


@router.post("/questions", dependencies=[OurForm])
def ask(
    mind: MindLooked,
    topic: Annotated[str, Form(min_length=1, max_length=2_000)],
    priority: Annotated[float, Form(ge=0, le=1)] = 0.5,
) -> Response:
    mind.ask_question(topic, priority=priority)
    return back_to("/questions", "asked")


@router.post("/questions/{question_id}/resolve", dependencies=[OurForm])
def resolve(mind: MindLooked, question_id: Id, answer: Annotated[str, Form(max_length=10_000)] = "") -> Response:
    mind.resolve_question(question_id, answer)
    return back_to("/questions", "resolved")


@router.post("/questions/{question_id}/drop", dependencies=[OurForm])
def drop(mind: MindLooked, question_id: Id) -> Response:
    mind.drop_question(question_id)
    return back_to("/questions", "dropped")
