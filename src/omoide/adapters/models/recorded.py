"""A mind that was asked before: it plays answers that were written down, and leaves the rest to the offline mind.

The example life ships with them, so that a newcomer without a model sees dreams and learned pages too. Each answer
carries words that were said (`cue`) and is given when a question shows them: whatever the date, and however often the
life was interrupted. What it answers is marked "recorded" (F10).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeVar

from omoide.adapters.models.offline.mind import OfflineMind, one_by_one
from omoide.domain.emotion import Valence
from omoide.domain.memory import Category
from omoide.ports import Progress, Speech
from omoide.prompts.analyse_turn import AnalyseTurn
from omoide.prompts.convert_questions import ConvertQuestions, Verdict, Verdicts
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
from omoide.prompts.find_contradiction import FindContradiction, Resolution
from omoide.prompts.propose_entities import Facts, ProposeEntities
from omoide.prompts.update_learned import Update, UpdateLearned
from omoide.prompts.validate_knowledge import Support, ValidateKnowledge

NAME = "recorded"


@dataclass(frozen=True, slots=True)
class Felt:
    """How a turn was felt; its words are those of the offline mind."""

    cue: str
    intensity: int
    valence: Valence
    arousal: int
    tags: list[str]
    category: Category


@dataclass(frozen=True, slots=True)
class DreamTold:
    """Goals and questions that it moves are named by words of theirs: their ids were given later."""

    cue: str
    topic: str
    insight: str
    strategy: str
    log: str
    new_goals: list[NewGoal] = field(default_factory=list)
    progress: dict[str, str] = field(default_factory=dict)
    completed: dict[str, str] = field(default_factory=dict)
    new_questions: list[NewQuestion] = field(default_factory=list)
    resolved: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FactTold:
    cue: str
    name: str
    fact: str
    why: str


@dataclass(frozen=True, slots=True)
class KnowledgeTold:
    cue: str
    title: str
    statements: list[str]


@dataclass(frozen=True, slots=True)
class ProcedureTold:
    cue: str
    title: str
    description: str
    keywords: list[str]
    steps: list[str]
    notes: str = ""


@dataclass(frozen=True, slots=True)
class UpdateTold:
    """What `page` says once the cue was told."""

    cue: str
    page: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class VerdictTold:
    """What becomes of the answered question that holds these words."""

    topic: str
    kind: Literal["fact", "insight", "skip"]
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Recording:
    felt: list[Felt] = field(default_factory=list)
    dreams: list[DreamTold] = field(default_factory=list)
    facts: list[FactTold] = field(default_factory=list)
    knowledge: list[KnowledgeTold] = field(default_factory=list)
    procedures: list[ProcedureTold] = field(default_factory=list)
    updates: list[UpdateTold] = field(default_factory=list)
    verdicts: list[VerdictTold] = field(default_factory=list)


def read_recording(text: str) -> Recording:
    import msgspec

    return msgspec.json.decode(text, type=Recording)


class RecordedThinker:
    """A Thinker. The same question always has the same answer."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._offline = OfflineMind()

    def who(self, question: Any) -> str:
        return self._offline.who(question) if self._answer(question) is None else NAME

    def ask(self, question: Any) -> Any:
        answer = self._answer(question)
        return self._offline.ask(question) if answer is None else answer

    def ask_all(self, questions: Sequence[Any], progress: Progress | None = None) -> list[Any]:
        return one_by_one(self.ask, questions, progress)

    def stream(self, speech: Speech) -> Generator[str, None, None]:
        return self._offline.stream(speech)

    def _answer(self, question: Any) -> Any:
        """None where nothing was recorded. Where a question asks for a list, nothing recorded is an empty one."""
        kept = self._recording
        match question:
            case AnalyseTurn():
                return self._felt(question)
            case Dream():
                told = _told(kept.dreams, question.conversation)
                return _dreamt(told[-1], question) if told else None
            case ProposeEntities():
                told = _told(kept.facts, question.conversation)
                return Facts([EntityFact(one.name, one.fact, one.why) for one in told])
            case ExtractKnowledge():
                told = _told(kept.knowledge, question.material)
                return KnowledgeItems([KnowledgeItem(one.title, one.statements, [1]) for one in told])
            case ValidateKnowledge():
                ours = any(question.claim == "\n".join(one.statements) for one in kept.knowledge)
                return Support(True) if ours else None
            case DistilProcedures():
                told = _told(kept.procedures, question.material)
                return DistilledProcedures(
                    [DistilledProcedure(p.title, p.description, p.keywords, p.steps, p.notes) for p in told]
                )
            case UpdateLearned():
                told = [one for one in _told(kept.updates, [question.news]) if one.page == question.name]
                return Update(True, told[-1].text, told[-1].reason) if told else Update(False)
            case FindContradiction():
                return Resolution("none")  # what changed was told as an update
            case ConvertQuestions():
                return self._verdicts(question)
        return None

    def _felt(self, question: AnalyseTurn) -> Any:
        told = _told(self._recording.felt, [question.said])
        if not told:
            return None
        felt = told[-1]
        return replace(
            self._offline.ask(question), intensity=felt.intensity, valence=felt.valence, arousal=felt.arousal,
            tags=felt.tags, category=felt.category,
        )  # fmt: skip

    def _verdicts(self, question: ConvertQuestions) -> Verdicts | None:
        found = [
            Verdict(asked.id, told.kind, told.name, told.text)
            for asked in question.answered
            for told in self._recording.verdicts
            if told.topic in asked.topic
        ]
        return Verdicts(found) if found else None


class _Cued(Protocol):
    @property
    def cue(self) -> str: ...


T = TypeVar("T", bound=_Cued)


def _told(answers: Iterable[T], texts: Sequence[str]) -> list[T]:
    """Those whose words were said."""
    return [answer for answer in answers if any(answer.cue in text for text in texts)]


def _dreamt(told: DreamTold, question: Dream) -> Dreamt:
    goals = GoalUpdates(
        new=told.new_goals,
        progress=[GoalNote(*pair) for pair in _by_id(told.progress, question.goals)],
        completed=[GoalNote(*pair) for pair in _by_id(told.completed, question.goals)],
    )
    resolved = [ResolvedQuestion(*pair) for pair in _by_id(told.resolved, question.questions)]
    return Dreamt(
        Understood(told.topic, told.insight, told.strategy, told.log),
        goals,
        QuestionUpdates(told.new_questions, resolved),
    )


def _by_id(notes: Mapping[str, str], lines: Sequence[str]) -> list[tuple[str, str]]:
    """Lines of a question begin with "- " and the id of what they tell."""
    return [(line.split()[1], note) for words, note in notes.items() for line in lines if words in line]
