"""What a persona has learned (T3, K2): pages of knowledge, procedures and skills, each with its facts.

The facts stand in a page's front matter, where a person may read and change them. How often a page was used is the
machine's own business and stands in the store (domain/disuse.py).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from typing import Any, Literal, get_args

LearnedKind = Literal["knowledge", "procedure", "skill"]
LEARNED: tuple[LearnedKind, ...] = get_args(LearnedKind)
Place = Literal["own", "persona", "home"]  # with this person; by hand for all persons; by hand for all personas (N6)
IMPORTANT = ("[IMPORTANT]", "[重要]")  # marks in a text that keep it from being forgotten (K6)


@dataclass(frozen=True, slots=True)
class KnowledgeFacts:
    """What a person wrote without facts counts as sure. `source_episodes` are ids; `other` is whatever else a person
    put into the front matter, and stays there."""

    created_at: datetime | None = None
    updated_at: datetime | None = None
    source_episodes: tuple[str, ...] = ()
    confidence: float = 1.0
    auto_consolidated: bool = False
    version: int = 1
    superseded_by: str = ""
    supersedes: tuple[str, ...] = ()
    protected: bool = False
    other: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProcedureFacts:
    """A procedure that nobody has tried yet is as likely to work as not."""

    description: str = ""
    confidence: float = 0.5
    success_count: int = 0
    failure_count: int = 0
    version: int = 1
    created_at: datetime | None = None
    updated_at: datetime | None = None
    auto_distilled: bool = False
    protected: bool = False
    source_episodes: tuple[str, ...] = ()
    other: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SkillFacts:
    description: str = ""
    created_at: datetime | None = None
    updated_at: datetime | None = None
    other: dict[str, Any] = field(default_factory=dict)


Facts = KnowledgeFacts | ProcedureFacts | SkillFacts
FACTS: dict[LearnedKind, type[KnowledgeFacts | ProcedureFacts | SkillFacts]] = {
    "knowledge": KnowledgeFacts, "procedure": ProcedureFacts, "skill": SkillFacts,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Learned:
    """One page. `text` is without its front matter. A page with a `problem` is shown as it is and never written by the
    machine: what could not be read must not be lost. `revision` is that of the file it was read from."""

    kind: LearnedKind
    name: str
    text: str
    facts: Facts
    place: Place = "own"
    archived: bool = False
    problem: str = ""
    problem_ja: str = ""
    revision: str = ""
    bare: bool = False  # it has no front matter yet

    @property
    def node(self) -> str:
        """Its name in the graph of what belongs together (G3)."""
        return f"{self.kind}:{self.name}"

    @property
    def description(self) -> str:
        """What it is for, in a line; knowledge has only its name."""
        return "" if isinstance(self.facts, KnowledgeFacts) else self.facts.description

    @property
    def important(self) -> bool:
        return any(mark in part for mark in IMPORTANT for part in (self.text, self.description))

    def plain(self) -> dict[str, Any]:
        """As JSON holds it: every fact under its name."""
        told: dict[str, Any] = {"kind": self.kind, "name": self.name}
        for name, value in asdict(self.facts).items():
            told[name] = value.isoformat() if isinstance(value, datetime) else value
        return told | {
            "text": self.text,
            "place": self.place,
            "archived": self.archived,
            "problem": self.problem,
            "revision": self.revision,
        }


def fact_names(kind: LearnedKind) -> tuple[str, ...]:
    """The keys of a page's front matter that have a meaning (K2)."""
    return tuple(item.name for item in fields(FACTS[kind]) if item.name != "other")
