"""Open questions (M3): what the persona would like to know. They are answered in sleep or by a tool, never at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from omoide.domain.persona_emotion import in_unit
from omoide.domain.turn import Scope

# What became of an answer: a fact for a page, an insight for the dream diary, or nothing worth keeping.
Conversion = Literal["none", "fact", "insight", "skip"]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question, also when it is no longer open. `sources` are the turns that it came from (E9)."""

    id: str
    scope: Scope
    topic: str
    context: str
    priority: float
    source_date: date
    asked_at: datetime
    resolved_at: datetime | None = None
    answer: str = ""
    converted: Conversion = "none"
    converted_at: datetime | None = None
    sources: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        in_unit("priority", self.priority)

    @property
    def open(self) -> bool:
        return self.resolved_at is None

    def brief(self) -> dict[str, object]:
        """As document 000's internal state lists it."""
        return {
            "topic": self.topic,
            "context": self.context,
            "priority": self.priority,
            "source_date": self.source_date.isoformat(),
        }

    def plain(self) -> dict[str, object]:
        return {
            "id": self.id,
            **self.brief(),
            "asked_at": self.asked_at.isoformat(),
            "resolved_at": self.resolved_at.isoformat() if self.resolved_at else None,
            "answer": self.answer,
            "converted": self.converted,
            "converted_at": self.converted_at.isoformat() if self.converted_at else None,
            "sources": list(self.sources),
        }


def by_urgency(questions: Sequence[OpenQuestion]) -> list[OpenQuestion]:
    """What the persona most wants to know first; of equals what it has wondered about longest."""
    return sorted(questions, key=lambda question: (-question.priority, question.asked_at, question.id))
