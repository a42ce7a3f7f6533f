"""The persona's inner state at a moment (M6): what it is given as its reason when it acts by itself (M5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from omoide.domain.goal import Goal
from omoide.domain.motivation import Drive
from omoide.domain.persona_emotion import PersonaEmotion
from omoide.domain.question import OpenQuestion


@dataclass(frozen=True, slots=True)
class InnerState:
    """Levels, and what each of them comes from. Nothing of it is stored: it follows from turns, log and lists."""

    levels: dict[Drive, float]
    last_interaction: datetime | None
    idle_minutes: float | None
    boredom_threshold: float
    open_questions: tuple[OpenQuestion, ...]
    goals: tuple[Goal, ...]
    emotion: PersonaEmotion | None
    last_emotion_change: datetime | None
    dominant: Drive | None
    label: str
    narrative: str

    def plain(self) -> dict[str, Any]:
        """Exactly the keys of document 000's internal_state.json."""
        return {
            "drives": {
                "boredom": {
                    "level": self._level("boredom"),
                    "last_interaction": _iso(self.last_interaction),
                    "threshold": self.boredom_threshold,
                },
                "curiosity": {
                    "level": self._level("curiosity"),
                    "open_questions": [question.brief() for question in self.open_questions],
                },
                "goal_achievement": {
                    "level": self._level("goal_achievement"),
                    "active_goal_id": self.goals[0].id if self.goals else None,
                },
                "relatedness": {
                    "level": self._level("relatedness"),
                    "persona_emotion": self.emotion.category if self.emotion else None,
                    "persona_intensity": self.emotion.intensity if self.emotion else None,
                    "last_emotion_change": _iso(self.last_emotion_change),
                },
            },
            "motivation_log": {
                "dominant_drive": self.dominant,
                "dominant_drive_label": self.label,
                "drive_level": self._level(self.dominant) if self.dominant else 0.0,
                "narrative": self.narrative,
            },
        }

    def _level(self, drive: Drive) -> float:
        return round(self.levels[drive], 4)


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
