"""The four drives (M1): pure functions of how long it has been quiet, what is open, what is aimed at, what is felt."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from omoide.domain.motive_rules import DriveThresholds, MotivationRules
from omoide.domain.persona_emotion import PersonaEmotion

Drive = Literal["boredom", "curiosity", "goal_achievement", "relatedness"]
DRIVES: tuple[Drive, ...] = get_args(Drive)
# Of two drives that are equally strong, what concerns another comes before what concerns oneself.
_FIRST: tuple[Drive, ...] = ("relatedness", "curiosity", "goal_achievement", "boredom")


def boredom(idle_minutes: float | None, rules: MotivationRules) -> float:
    """0 when nobody has talked yet, within the minute of the last talk, and when the clock was set back and that talk
    lies ahead."""
    if idle_minutes is None or idle_minutes < 1:
        return 0.0
    grown = math.log1p(idle_minutes / rules.boredom_minutes)
    return min(grown / math.log1p(rules.bored_after_minutes / rules.boredom_minutes), 1.0)


def curiosity(priorities: Sequence[float], rules: MotivationRules) -> float:
    if not priorities:
        return 0.0
    return _capped(max(priorities) + rules.further_question * (len(priorities) - 1))


def goal_achievement(priorities: Sequence[int], rules: MotivationRules) -> float:
    """Priority 1 is the highest."""
    if not priorities:
        return 0.0
    return _capped(rules.first_goal / max(min(priorities), 1) + rules.further_goal * (len(priorities) - 1))


def relatedness(emotion: PersonaEmotion | None, rules: MotivationRules) -> float:
    if emotion is None:
        return 0.0
    return _capped(getattr(rules.weights, emotion.category) * emotion.intensity)


def dominant(levels: Mapping[Drive, float], rules: MotivationRules) -> Drive | None:
    """The strongest drive; none when nothing moves the persona to speak of: nobody is bored a minute after a talk."""
    strongest = max(_FIRST, key=lambda drive: levels[drive])
    return strongest if levels[strongest] > 0 and levels[strongest] >= rules.at_rest_below else None


def over_threshold(levels: Mapping[Drive, float], thresholds: DriveThresholds) -> tuple[Drive, ...]:
    """Drives that may make the persona act: those that have reached their threshold, strongest first."""
    reached: list[Drive] = [drive for drive in _FIRST if levels[drive] >= getattr(thresholds, drive)]
    return tuple(sorted(reached, key=lambda drive: -levels[drive]))


def _capped(level: float) -> float:
    return min(max(level, 0.0), 1.0)
