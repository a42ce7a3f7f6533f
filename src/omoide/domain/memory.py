"""One emotional memory, with everything that document 002 gives it (E1, E11) and where it came from (E9)."""

from __future__ import annotations

import math
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
UNANSWERED = "—"  # stands in an account where nobody said anything


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
    origin: str = ""  # the folder of the project it came from; empty when it came from none
    personal: bool = False  # about the person rather than the project: it goes along everywhere
    made_by: str = "offline"
    retired_at: datetime | None = None
    retired_by: str | None = None
    row: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        in_percent("intensity", self.intensity)
        if self.category not in CATEGORIES:
            raise ValueError(f"category must be one of {', '.join(CATEGORIES)}, not {self.category!r}")
        if not 0 < self.coefficient <= 1:
            raise ValueError(f"coefficient must lie in 0 < x <= 1, not {self.coefficient!r}")
        if not (math.isfinite(self.days) and math.isfinite(self.retention)):
            raise ValueError(f"days and retention must be finite, not {self.days!r} and {self.retention!r}")
        if self.level not in (FULL, SUMMARY, TRACE, ARCHIVE):
            raise ValueError(f"level must lie in 1..4, not {self.level!r}")
        for moment in (self.created, self.archived_at, self.revival_requested_at, self.retired_at):
            if moment is not None and moment.tzinfo is None:
                raise ValueError("a memory's times must carry a time zone")

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
