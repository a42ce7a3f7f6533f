"""Passages: longer texts cut into pieces that can be found (R15)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

from omoide.domain.turn import Scope

PassageKind = Literal[
    "log_archive", "episodic_memory", "dream_insight", "diary", "knowledge", "current_log", "learned_knowledge",
    "learned_procedure", "learned_skill", "session",
]  # fmt: skip
KINDS: tuple[PassageKind, ...] = get_args(PassageKind)
# What a search looks through unless it names kinds. Documents are looked up by their tool alone (B1, Z1), today's talk
# is in the prompt already, and what was learned has a search of its own (R5).
REMEMBERED: tuple[PassageKind, ...] = ("log_archive", "episodic_memory", "dream_insight", "diary", "session")
KNOWLEDGE: PassageKind = "knowledge"
DOMAIN = "kb:"  # what the name of every domain of knowledge begins with

Weights = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class PassageRules:
    """How texts are cut and indexed, and how passages are found and ranked. (α, β, γ) by intent: what nearness, arousal
    and age weigh."""

    chunk: int = 300
    overlap: int = 50
    save_every: int = 5
    turns_per_night: int = 2_000
    per_index: int = 10
    threshold: float = 0.75
    tool_threshold: float = 0.80
    kept: int = 10
    shown: int = 7
    stretch: float = 1.5
    decay_rate: float = 0.05
    stirring: float = 0.6
    fresh: float = 0.9
    emotional: Weights = (0.3, 0.6, 0.1)
    factual: Weights = (0.5, 0.2, 0.3)
    technical: Weights = (0.3, 0.1, 0.6)
    temporal: Weights = (0.2, 0.2, 0.6)
    relational: Weights = (0.4, 0.4, 0.2)

    def __post_init__(self) -> None:
        if self.chunk < 50:
            raise ValueError("chunk must be at least 50")
        if not 0 <= self.overlap < self.chunk / 2:
            raise ValueError("overlap must be at least 0 and less than half of chunk")
        for name in ("save_every", "per_index", "kept", "shown"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")
        for name in ("turns_per_night", "threshold", "tool_threshold", "decay_rate"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be at least 0")
        if not self.stretch > 0:
            raise ValueError("stretch must be greater than 0")
        for name in ("stirring", "fresh"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie in 0..1")
        for name in ("emotional", "factual", "technical", "temporal", "relational"):
            if not all(0 <= weight <= 1 for weight in getattr(self, name)):
                raise ValueError(f"{name} must be three numbers in 0..1")


@dataclass(frozen=True, slots=True)
class Material:
    """A text to be indexed, and where it comes from: `source` is the id of a turn, an episode, an insight, a document,
    or a place in the diary. `arousal` is 0 to 1, or None where nobody felt it."""

    kind: PassageKind
    source: str
    text: str
    day: date
    arousal: float | None = None
    title: str = ""
    domain: str = ""

    def fingerprint(self, rules: PassageRules) -> str:
        """Another text, or another way to cut it, has another one."""
        import hashlib  # here: recall makes none, and must not wait for it

        return hashlib.sha256(f"{rules.chunk}/{rules.overlap}\n{self.title}\n{self.text}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a text, as it is found."""

    row: int
    kind: PassageKind
    source: str
    position: int
    content: str
    day: date
    arousal: float | None = None
    title: str = ""
    domain: str = ""


def shelf_of(scope: Scope, kind: PassageKind, domain: str = "") -> Scope:
    """Each kind is an index of its own, so that a thousand lines of talk never crowd out one line of a diary. Knowledge
    belongs to the persona and to no person, and each of its domains stands by itself."""
    person = "" if kind == KNOWLEDGE else scope.person
    return Scope(scope.persona, json.dumps([kind, person, domain], ensure_ascii=False))
