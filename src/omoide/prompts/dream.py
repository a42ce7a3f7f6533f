"""Dream (D2): one look back, one typed answer. How far back, and what is asked for, depends on the level (D1).

The types are lenient on purpose: a number out of range or one entry too many must not cost the whole dream. What the
answer holds is checked entry by entry when it is taken in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from omoide.ports import Role, Wording
from omoide.prompts.dream_words import ASKED, SYSTEM
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class Understood:
    trigger_topic: str
    insight: str
    strategy: str
    log_entry: str

    def __post_init__(self) -> None:
        if not self.insight.strip():
            raise ValueError("insight must not be empty")


@dataclass(frozen=True, slots=True)
class NewGoal:
    goal: str
    term: Literal["short", "long"] = "short"
    priority: float = 1.0


@dataclass(frozen=True, slots=True)
class GoalNote:
    id: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class GoalUpdates:
    new: list[NewGoal] = field(default_factory=list)
    progress: list[GoalNote] = field(default_factory=list)
    completed: list[GoalNote] = field(default_factory=list)
    abandoned: list[GoalNote] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class NewQuestion:
    topic: str
    context: str = ""
    priority: float = 0.5


@dataclass(frozen=True, slots=True)
class ResolvedQuestion:
    id: str
    answer: str


@dataclass(frozen=True, slots=True)
class QuestionUpdates:
    new: list[NewQuestion] = field(default_factory=list)
    resolved: list[ResolvedQuestion] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class EntityFact:
    name: str
    fact: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Dreamt:
    insight: Understood
    goals: GoalUpdates = field(default_factory=GoalUpdates)
    questions: QuestionUpdates = field(default_factory=QuestionUpdates)
    entities: list[EntityFact] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Dream:
    """What the persona has before its eyes, each as lines: the talk since its last dream, memories that it brings to
    mind, its own accounts of past days (level 2 and 3), earlier insights, its goals and questions with their ids."""

    persona: str
    person: str
    day: str
    level: Literal[1, 2, 3]
    language: Language
    conversation: tuple[str, ...]
    memories: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()
    insights: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    most_goals: int = 3
    most_questions: int = 3
    most_entities: int = 5

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = Dreamt

    def render(self) -> Wording:
        asked = "\n".join(ASKED[self.language][level] for level in range(1, self.level + 1))
        system = SYSTEM[self.language].format(
            data_only=DATA_ONLY[self.language], day=self.day, asked=asked, most_goals=self.most_goals,
            most_questions=self.most_questions, most_entities=self.most_entities,
        )  # fmt: skip
        parts = [fenced("names", f"{self.persona}, {self.person}")]
        for name in ("conversation", "memories", "accounts", "insights", "goals", "questions"):
            lines: tuple[str, ...] = getattr(self, name)
            if lines:
                parts.append(fenced(name, "\n".join(lines)))
        return Wording(system, "\n".join(parts))
