"""One emotional memory, with everything that document 002 gives it (E1, E11) and where it came from (E9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

from omoide.domain.emotion import Emotion, in_percent
from omoide.domain.turn import Scope

Category = Literal["casual", "work", "decision", "emotional"]
CATEGORIES: tuple[str, ...] = get_args(Category)

RelationType = Literal["continues", "references", "derived_from", "contradicts", "same_topic"]
RELATION_TYPES: tuple[str, ...] = get_args(RelationType)

FULL, SUMMARY, TRACE, ARCHIVE = 1, 2, 3, 4


@dataclass(frozen=True, slots=True)
class Relation:
    """A link to another memory of the same scope."""

    id: str
    type: RelationType
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Memory:
    """What is remembered of one turn. `days` and `retention` are those of the last night."""

    id: str
    scope: Scope
    created: datetime
    trigger: str
    content: str
    intensity: int
    emotion: Emotion
    category: Category
    coefficient: float
    days: float
    retention: float
    keywords: tuple[str, ...] = ()
    level: int = FULL
    text_level: int = FULL
    recalls: int = 0
    recalled_for: int | None = None  # the night that will strengthen it; None when it was not recalled
    archived_at: datetime | None = None
    protected: bool = False
    protection_pending: bool = False
    revival_requested_at: datetime | None = None
    relations: tuple[Relation, ...] = ()
    sources: tuple[str, ...] = ()
    session: str = ""
    origin: str = ""
    made_by: str = "offline"
    retired_at: datetime | None = None
    retired_by: str | None = None
    row: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        in_percent("intensity", self.intensity)
        if self.category not in CATEGORIES:
            raise ValueError(f"category must be one of {', '.join(CATEGORIES)}, not {self.category!r}")

    @property
    def recalled(self) -> bool:
        return self.recalled_for is not None

    @property
    def archived(self) -> bool:
        return self.archived_at is not None

    @property
    def text(self) -> str:
        """What is embedded and searched."""
        return f"{self.trigger} {self.content}"
