"""Answers that ship with a life: given when their words were said, marked as recorded, and nothing beyond them."""

# F10, D2, T2, D3, K5, M3

from __future__ import annotations

import json
from typing import Any

import pytest

from omoide.compose import recorded_mind
from omoide.errors import NoModel, Postponed
from omoide.ports import Speech
from omoide.prompts.analyse_turn import AnalyseTurn
from omoide.prompts.compress import Trace
from omoide.prompts.convert_questions import Answered, ConvertQuestions, Verdict, Verdicts
from omoide.prompts.distil_procedure import DistilledProcedure, DistilledProcedures, DistilProcedures
from omoide.prompts.dream import (
    Dream,
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
from omoide.prompts.extract_knowledge import ExtractKnowledge, KnowledgeItem, KnowledgeItems
from omoide.prompts.find_contradiction import FindContradiction, Resolution, Told
from omoide.prompts.propose_entities import Facts, ProposeEntities
from omoide.prompts.update_learned import Update, UpdateLearned
from omoide.prompts.validate_knowledge import Support, ValidateKnowledge

ANSWERS = json.dumps(
    {
        "felt": [
            {"cue": "found a dog", "intensity": 90, "valence": "positive", "arousal": 80, "tags": ["love"],
             "category": "emotional"}
        ],
        "dreams": [
            {"cue": "found a dog", "topic": "a dog", "insight": "She cares.", "strategy": "Ask.", "log": "Rain.",
             "new_goals": [{"goal": "Learn its name", "term": "short", "priority": 1}],
             "completed": {"umbrella": "There."}, "progress": {"piano": "A bar more."},
             "new_questions": [{"topic": "What is it called?", "context": "", "priority": 0.7}],
             "resolved": {"raining": "It did."}},
            {"cue": "called Rex", "topic": "a name", "insight": "It has one.", "strategy": "", "log": ""},
        ],
        "facts": [{"cue": "called Rex", "name": "Rex", "fact": "Rex is a dog.", "why": "new"}],
        "knowledge": [{"cue": "called Rex", "title": "The dog", "statements": ["The dog is Rex.", "It is wet."]}],
        "procedures": [
            {"cue": "feed Rex", "title": "Feeding", "description": "At six.", "keywords": ["food"], "steps": ["Pour."]}
        ],
        "updates": [{"cue": "at seven now", "page": "Feeding", "text": "1. At seven.", "reason": "later"}],
        "verdicts": [{"topic": "called", "kind": "fact", "name": "Rex", "text": "It is called Rex."}],
    }
)  # fmt: skip
MIND = recorded_mind(ANSWERS)
GOALS = ("- goal_1 (short, 1) Find the umbrella", "- goal_2 (long, 1) Hear the piano")
QUESTIONS = ("- question_1 (0.50) Is it raining?",)


def dream(*conversation: str) -> Dream:
    return Dream("a", "b", "2026-01-05", 1, "en", conversation, goals=GOALS, questions=QUESTIONS)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            dream("I found a dog"),
            Dreamt(
                Understood("a dog", "She cares.", "Ask.", "Rain."),
                GoalUpdates(
                    [NewGoal("Learn its name", "short", 1)], [GoalNote("goal_2", "A bar more.")],
                    [GoalNote("goal_1", "There.")],
                ),
                QuestionUpdates(
                    [NewQuestion("What is it called?", "", 0.7)], [ResolvedQuestion("question_1", "It did.")]
                ),
            ),
        ),
        (dream("I found a dog", "It is called Rex"), Dreamt(Understood("a name", "It has one.", "", ""))),
        (
            ProposeEntities("a", "b", ("It is called Rex",), (), 5, "en"),
            Facts([EntityFact("Rex", "Rex is a dog.", "new")]),
        ),
        (ProposeEntities("a", "b", ("Hello",), (), 5, "en"), Facts([])),
        (
            ExtractKnowledge("a", "b", ("It is called Rex",), (), (), 5, "en"),
            KnowledgeItems([KnowledgeItem("The dog", ["The dog is Rex.", "It is wet."], [1])]),
        ),
        (ExtractKnowledge("a", "b", ("Hello",), (), (), 5, "en"), KnowledgeItems([])),
        (ValidateKnowledge("The dog is Rex.\nIt is wet.", "…", "en"), Support(True)),
        (
            DistilProcedures("a", "b", ("How to feed Rex",), (), 5, "en"),
            DistilledProcedures([DistilledProcedure("Feeding", "At six.", ["food"], ["Pour."], "")]),
        ),
        (
            UpdateLearned("procedure", "Feeding", "1. At six.", "Rex eats at seven now", False, False, "en"),
            Update(True, "1. At seven.", "later"),
        ),
        (UpdateLearned("procedure", "Walking", "1. Out.", "Rex eats at seven now", False, False, "en"), Update(False)),
        (FindContradiction(Told("a", "x"), Told("b", "y"), False, "en"), Resolution("none")),
        (
            ConvertQuestions("a", "b", (Answered("question_2", "What is it called?", "", "Rex"),), "en"),
            Verdicts([Verdict("question_2", "fact", "Rex", "It is called Rex.")]),
        ),
    ],
)  # fmt: skip
def test_what_was_recorded_is_given_and_marked(question: Any, answer: Any) -> None:
    assert (MIND.ask(question), MIND.who(question)) == (answer, "recorded")


def test_a_turn_is_felt_as_recorded_in_the_words_of_the_offline_mind() -> None:
    found, plain = AnalyseTurn("I found a dog", "Oh!", "en"), AnalyseTurn("I found a coin", "Oh!", "en")
    felt = MIND.ask(found)
    assert (felt.intensity, felt.valence, felt.arousal, felt.tags, felt.category) == (
        90, "positive", 80, ["love"], "emotional",
    )  # fmt: skip
    assert "I found a dog" in felt.trigger
    assert (MIND.who(found), MIND.who(plain)) == ("recorded", "offline")
    assert MIND.ask(plain).intensity < 50


@pytest.mark.parametrize(
    "question",
    [
        dream("Hello"),
        ValidateKnowledge("The dog is Max.", "…", "en"),
        ConvertQuestions("a", "b", (Answered("question_3", "Why?", "", "So."),), "en"),
    ],
)
def test_what_was_not_recorded_waits_for_a_model(question: Any) -> None:
    assert MIND.who(question) == "offline"
    with pytest.raises(NoModel):
        MIND.ask(question)
    [postponed] = MIND.ask_all([question])
    assert isinstance(postponed, NoModel)


def test_what_the_offline_mind_can_do_it_does() -> None:
    question = Trace("The harbour museum", "We went there on a rainy day.", (), "en")
    assert MIND.who(question) == "offline"
    assert MIND.ask(question).trigger
    with pytest.raises(Postponed, match=r"models\.reply"):
        list(MIND.stream(Speech("", (), "Hello")))
