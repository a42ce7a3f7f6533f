"""What a moment felt like: valence, arousal and tags from a closed list (E2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Valence = Literal["positive", "negative", "neutral"]
VALENCES: tuple[str, ...] = get_args(Valence)

POSITIVE_TAGS = (
    "joy", "satisfaction", "relief", "excitement", "gratitude", "pride", "hope", "love", "curiosity",
)  # fmt: skip
NEGATIVE_TAGS = (
    "sadness", "anger", "frustration", "anxiety", "fear", "disgust", "regret", "loneliness", "guilt", "resignation",
)  # fmt: skip
OTHER_TAGS = ("nostalgia", "surprise", "confusion", "determination")
TAGS = POSITIVE_TAGS + NEGATIVE_TAGS + OTHER_TAGS


@dataclass(frozen=True, slots=True)
class Emotion:
    """How it felt: the part of a memory that can resonate with another."""

    valence: Valence = "neutral"
    arousal: int = 30
    tags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.valence not in VALENCES:
            raise ValueError(f"valence must be one of {', '.join(VALENCES)}, not {self.valence!r}")
        in_percent("arousal", self.arousal)
        unknown = [tag for tag in self.tags if tag not in TAGS]
        if unknown:
            raise ValueError(f"unknown emotion tag {unknown[0]!r}; known are: {', '.join(TAGS)}")


def in_percent(name: str, value: float) -> None:
    """Raise ValueError unless the value is a finite number from 0 to 100."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 100:
        raise ValueError(f"{name} must be a number from 0 to 100, not {value!r}")
