"""Feel a turn: how much it mattered, how it felt, what it was about (E1, E2, E4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omoide.domain.emotion import TAGS, Emotion, Valence, in_percent
from omoide.domain.memory import Category
from omoide.ports import Role, Wording
from omoide.prompts.question import Language, fenced


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """The answer. Values out of range are refused, so that a model is asked again."""

    intensity: int
    valence: Valence
    arousal: int
    tags: list[str]
    category: Category
    keywords: list[str]
    trigger: str
    content: str
    protect: bool = False
    corrects: bool = False

    def __post_init__(self) -> None:
        in_percent("intensity", self.intensity)
        self.emotion()
        if not self.trigger.strip() or not self.content.strip():
            raise ValueError("trigger and content must not be empty")

    def emotion(self) -> Emotion:
        return Emotion(self.valence, self.arousal, tuple(dict.fromkeys(self.tags)))


@dataclass(frozen=True, slots=True)
class AnalyseTurn:
    said: str
    replied: str
    language: Language

    role: ClassVar[Role] = "analysis"
    answer: ClassVar[type] = TurnAnalysis

    def render(self) -> Wording:
        system = _SYSTEM[self.language].format(tags=", ".join(TAGS))
        user = f"{fenced('said', self.said)}\n{fenced('replied', self.replied)}"
        return Wording(system, user)


_SYSTEM: dict[str, str] = {"en": "", "ja": ""}
