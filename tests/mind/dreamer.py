"""A thinker that dreams what a test tells it to, and answers everything else as the offline mind does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from omoide.errors import OmoideError
from omoide.prompts.convert_questions import Verdict, Verdicts
from omoide.prompts.dream import (
    Dreamt,
    EntityFact,
    GoalNote,
    GoalUpdates,
    NewGoal,
    NewQuestion,
    QuestionUpdates,
    ResolvedQuestion,
    Understood,
)
from omoide.prompts.propose_entities import Facts
from tests.mind.world import ScriptedThinker

INSIGHT = Understood("the snow", "She speaks of snow when she misses home.", "Ask about home gently.", "White fields.")


def dreamt(
    goals: Sequence[NewGoal] = (), questions: Sequence[NewQuestion] = (), resolved: Sequence[tuple[str, str]] = (),
    entities: Sequence[tuple[str, str]] = (), insight: Understood = INSIGHT, **notes: Sequence[tuple[str, str]],
) -> Dreamt:  # fmt: skip
    """`progress`, `completed` and `abandoned` are pairs of id and note."""
    told = {name: [GoalNote(*pair) for pair in pairs] for name, pairs in notes.items()}
    return Dreamt(
        insight,
        GoalUpdates(list(goals), **told),
        QuestionUpdates(list(questions), [ResolvedQuestion(*pair) for pair in resolved]),
        [EntityFact(*pair) for pair in entities],
    )


def verdicts(*given: tuple[str, ...]) -> Verdicts:
    return Verdicts([Verdict(*one) for one in given])  # type: ignore[arg-type]


class Dreamer(ScriptedThinker):
    """Answers by the kind of question: `Dream=dreamt(…)`. An error is raised; a function is asked."""

    def __init__(self, **answers: Any) -> None:
        super().__init__()
        self.answers = {"Dream": dreamt(), "ProposeEntities": Facts([]), **answers}

    def ask_all(self, questions: Sequence[Any], progress: Any = None) -> list[Any]:
        return [answer for question in questions for answer in self._answer(question)]

    def _answer(self, question: Any) -> list[Any]:
        if type(question).__name__ not in self.answers:
            return super().ask_all([question])
        self.asked.append(question)
        answer = self.answers[type(question).__name__]
        answer = answer(question) if callable(answer) else answer
        if isinstance(answer, OmoideError):
            raise answer
        return [answer]

    def asked_for(self, kind: str) -> list[Any]:
        return [question for question in self.asked if type(question).__name__ == kind]
