"""What the persona itself feels (M2): it says so in its reply, and nobody guesses.

Not to be confused with the emotion of a memory (domain/emotion): that one is how a moment felt, this one is the
persona's own state, from a list of seven. What the user feels is not detected at all (Z1).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from omoide.domain.turn import Scope

Category = Literal["joy", "contentment", "protective", "anxious", "sadness", "anger", "neutral"]
CATEGORIES: tuple[str, ...] = get_args(Category)

# From an uneasy state to a settled one: the bond was put to the test and held (P5).
UNEASY: tuple[str, ...] = ("anxious", "protective")
SETTLED: tuple[str, ...] = ("contentment", "joy")


@dataclass(frozen=True, slots=True)
class PersonaEmotion:
    category: Category
    intensity: float

    def __post_init__(self) -> None:
        if self.category not in CATEGORIES:
            raise ValueError(f"category must be one of {', '.join(CATEGORIES)}, not {self.category!r}")
        in_unit("intensity", self.intensity)


@dataclass(frozen=True, slots=True)
class FeltEmotion:
    """One line of the log: a category and a number, never a text. `scope` says with whom it was felt."""

    scope: Scope
    timestamp: datetime
    emotion: PersonaEmotion

    def plain(self) -> dict[str, object]:
        """As document 000 logs it."""
        return {
            "timestamp": self.timestamp.isoformat(),
            "type": "persona",
            "category": self.emotion.category,
            "intensity": self.emotion.intensity,
        }


@dataclass(frozen=True, slots=True)
class MemoryTrace:
    """How strongly an episode that was shown took part in a reply: 1.0 made it, 0.7 steered, 0.4 coloured, 0.0 did not
    (P6). The grades are advice to the persona; every number between is taken."""

    id: str
    resonance: float

    def __post_init__(self) -> None:
        in_unit("resonance", self.resonance)


def bonded(before: PersonaEmotion | None, after: PersonaEmotion) -> bool:
    return before is not None and before.category in UNEASY and after.category in SETTLED


def in_unit(name: str, value: float) -> None:
    """Raise ValueError unless the value is a finite number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise ValueError(f"{name} must be a number from 0 to 1, not {value!r}")
