"""goals and questions: what the persona aims at and wonders, by its own judgement (M3, M4, R11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from omoide.errors import InvalidInput
from omoide.language.quoting import in_a_line
from omoide.tools.telling import fenced, said
from omoide.tools.tool import Arguments, Result, Tool

if TYPE_CHECKING:
    from omoide.domain.goal import Goal
    from omoide.domain.question import OpenQuestion
    from omoide.mind import Mind


class GoalArguments(Arguments, frozen=True):
    action: Annotated[
        Literal["list", "add", "complete", "abandon", "note"],
        msgspec.Meta(description="list them; add one; say that one is reached, let go, or has moved on."),
    ] = "list"
    goal: Annotated[str, msgspec.Meta(description="add: the goal in words; else its id, such as sh_001.")] = ""
    note: Annotated[str, msgspec.Meta(description="How it was reached, why it is let go, or what has moved on.")] = ""
    long_term: Annotated[bool, msgspec.Meta(description="add: a far goal, which may stay for long.")] = False
    priority: Annotated[int, msgspec.Meta(ge=1, le=1000, description="add: 1 is the highest.")] = 1


class GoalShape(msgspec.Struct, frozen=True):
    id: str
    term: str
    goal: str
    priority: int
    status: str
    created: str
    notes: tuple[str, ...]
    reason: str


class Goals(Result, frozen=True):
    """After an action, the one goal that it was about; `new` is false when the same one was active already."""

    goals: tuple[GoalShape, ...]
    new: bool = False

    def tell(self, language: str) -> str:
        if not self.goals:
            return said(language, "There are no goals.", "目標はありません。")
        return fenced(f"- {one.id} [{one.term}][{one.status}] {in_a_line(one.goal)}" for one in self.goals)


class QuestionArguments(Arguments, frozen=True):
    action: Annotated[
        Literal["list", "ask", "resolve"],
        msgspec.Meta(description="list what is open; ask something new; say that one has an answer."),
    ] = "list"
    question: Annotated[
        str, msgspec.Meta(description="ask: what you would like to know; resolve: its id, such as q_001.")
    ] = ""
    answer: Annotated[str, msgspec.Meta(description="resolve: the answer; empty only closes it.")] = ""
    context: Annotated[str, msgspec.Meta(description="ask: why it matters to you.")] = ""
    priority: Annotated[float, msgspec.Meta(ge=0, le=1, description="ask: how much you want to know it.")] = 0.5


class QuestionShape(msgspec.Struct, frozen=True):
    id: str
    topic: str
    context: str
    priority: float
    asked: str
    resolved: bool
    answer: str


class Questions(Result, frozen=True):
    """After an action, the one question that it was about; `new` is false when the same one was open already."""

    questions: tuple[QuestionShape, ...]
    new: bool = False

    def tell(self, language: str) -> str:
        if not self.questions:
            return said(language, "Nothing is open.", "開いている問いはありません。")
        return fenced(
            f"- {one.id} [{one.priority:g}] {in_a_line(one.topic)}" + (f" → {in_a_line(one.answer)}" * bool(one.answer))
            for one in self.questions
        )


def goals(mind: Mind, given: GoalArguments) -> Goals:
    if given.action == "list":
        return Goals(tuple(map(_goal, mind.goals())))
    named = _needed("goals", "goal", given.goal)
    if given.action == "add":
        made, new = mind.add_goal(named, long=given.long_term, priority=given.priority)
        return Goals((_goal(made),), new)
    if given.action == "complete":
        return Goals((_goal(mind.complete_goal(named, given.note)[0]),))
    if given.action == "abandon":
        return Goals((_goal(mind.abandon_goal(named, given.note)),))
    return Goals((_goal(mind.note_progress(named, given.note)),))


def questions(mind: Mind, given: QuestionArguments) -> Questions:
    if given.action == "list":
        return Questions(tuple(map(_question, mind.questions())))
    named = _needed("questions", "question", given.question)
    if given.action == "ask":
        made, new = mind.ask_question(named, context=given.context, priority=given.priority)
        return Questions((_question(made),), new)
    return Questions((_question(mind.resolve_question(named, given.answer)),))


def _needed(tool: str, name: str, value: str) -> str:
    if not value.strip():
        raise InvalidInput(f"{tool}: {name} is missing.", f"{tool}: {name} がありません。")
    return value.strip()


def _goal(goal: Goal) -> GoalShape:
    notes = tuple(note.text for note in goal.progress_notes)
    return GoalShape(
        goal.id, goal.term, goal.goal, goal.priority, goal.status, goal.created_at.isoformat(), notes, goal.reason
    )


def _question(one: OpenQuestion) -> QuestionShape:
    return QuestionShape(
        one.id, one.topic, one.context, one.priority, one.asked_at.isoformat(), not one.open, one.answer
    )


GOALS = Tool(
    name="goals",
    title="Goals",
    description=(
        "Your own goals: list them, set one, note progress, and say when one is reached or let go. Whether it is, you "
        "judge yourself."
    ),
    takes=GoalArguments,
    gives=Goals,
    run=goals,
    makes_home=True,
)

QUESTIONS = Tool(
    name="questions",
    title="Questions",
    description=(
        "What you would like to know: list the open questions, ask a new one, or resolve one whose answer you have "
        "really been given."
    ),
    takes=QuestionArguments,
    gives=Questions,
    run=questions,
    makes_home=True,
)
