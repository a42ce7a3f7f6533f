"""What a persona is given before it replies (R9): the sections in their order, and how much room each has.

Sections are read, and served, in this order: where the whole is too long, the last ones lose first. What never changes
comes first, so that a provider can keep the beginning of a prompt from one reply to the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

SECTIONS = (
    "tags", "core_memory", "people", "notepad", "episodes", "entities", "proposals", "strategy", "goals", "feelings",
    "question", "current_task", "resolved", "sessions", "activity", "knowledge", "procedures", "memories", "passages",
    "past",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SectionBudgets:
    """Tokens for each section; 0 leaves it out. The four channels have theirs by the message (priming_rules.py)."""

    tags: int = 400
    core_memory: int = 2_500
    notepad: int = 1_000
    episodes: int = 4_000
    entities: int = 300
    proposals: int = 400
    strategy: int = 200
    goals: int = 400
    feelings: int = 150
    question: int = 150
    current_task: int = 300
    resolved: int = 300
    sessions: int = 600
    memories: int = 1_500
    passages: int = 2_000
    past: int = 1_500

    def __post_init__(self) -> None:
        for item in fields(self):
            if getattr(self, item.name) < 0:
                raise ValueError(f"{item.name} must be at least 0")

    def by_name(self) -> dict[str, int]:
        return {item.name: getattr(self, item.name) for item in fields(self)}


@dataclass(frozen=True, slots=True)
class ContextRules:
    """Whether the past is searched before a reply and how long deciding that may take; what else is brought to mind;
    and the tokens that all of it may take together."""

    auto_recall: bool = True
    decide_seconds: float = 3.0
    tags: bool = True
    short_term_goals: int = 3
    long_term_goals: int = 2
    feelings_from: float = 0.4
    total: int = 12_000
    budgets: SectionBudgets = field(default_factory=SectionBudgets)

    def __post_init__(self) -> None:
        for name in ("short_term_goals", "long_term_goals", "total"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be at least 0")
        if not 0 <= self.feelings_from <= 1:
            raise ValueError("feelings_from must lie in 0..1")
        if not 0 < self.decide_seconds <= 60:
            raise ValueError("decide_seconds must lie above 0 and not above 60")
