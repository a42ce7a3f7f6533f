"""The four drives (M1): pure functions of how long it has been quiet, what is open, what is aimed at, what is felt."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, time
from typing import Literal, get_args

from omoide.domain.persona_emotion import PersonaEmotion
from omoide.domain.special_event import EventArousal

Drive = Literal["boredom", "curiosity", "goal_achievement", "relatedness"]
DRIVES: tuple[Drive, ...] = get_args(Drive)
# Of two drives that are equally strong, what concerns another comes before what concerns oneself.
_FIRST: tuple[Drive, ...] = ("relatedness", "curiosity", "goal_achievement", "boredom")


@dataclass(frozen=True, slots=True)
class EmotionWeights:
    """How much each of the persona's emotions makes it want to be with somebody, at full intensity."""

    anxious: float = 1.0
    protective: float = 0.9
    sadness: float = 0.7
    anger: float = 0.6
    neutral: float = 0.3
    joy: float = 0.2
    contentment: float = 0.1

    def __post_init__(self) -> None:
        _in_unit(self)


@dataclass(frozen=True, slots=True)
class DriveThresholds:
    """From which level on a drive may make the persona act by itself (M5)."""

    boredom: float = 0.6
    curiosity: float = 0.7
    goal_achievement: float = 0.7
    relatedness: float = 0.7

    def __post_init__(self) -> None:
        _in_unit(self)


@dataclass(frozen=True, slots=True)
class AutonomyRules:
    """Whether the persona may act by itself, and when it never does. Equal times mean: no quiet hours."""

    enabled: bool = True
    quiet_from: str = "00:00"
    quiet_until: str = "07:00"

    def __post_init__(self) -> None:
        for name in ("quiet_from", "quiet_until"):
            try:
                clock_time(getattr(self, name))
            except ValueError as error:
                raise ValueError(f'{name} must be a time such as "07:00"') from error

    def quiet(self, local: datetime) -> bool:
        """Is it quiet at this wall clock time? The hours may span midnight."""
        begin, end, now = clock_time(self.quiet_from), clock_time(self.quiet_until), local.time()
        if begin <= end:
            return begin <= now < end
        return now >= begin or now < end


@dataclass(frozen=True, slots=True)
class MotivationRules:
    """Boredom grows with ln(1 + idle minutes / `boredom_minutes`) and is full after `bored_after_minutes`."""

    boredom_minutes: float = 10.0
    bored_after_minutes: float = 1440.0
    further_question: float = 0.05
    first_goal: float = 0.6
    further_goal: float = 0.1
    weights: EmotionWeights = field(default_factory=EmotionWeights)
    thresholds: DriveThresholds = field(default_factory=DriveThresholds)
    events: EventArousal = field(default_factory=EventArousal)

    def __post_init__(self) -> None:
        for name in ("boredom_minutes", "bored_after_minutes"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be more than 0")
        for name in ("further_question", "first_goal", "further_goal"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie in 0..1")


def boredom(idle_minutes: float | None, rules: MotivationRules) -> float:
    """0 when nobody has talked yet, or when the clock was set back and the last talk lies ahead."""
    if idle_minutes is None or idle_minutes <= 0:
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


def dominant(levels: Mapping[Drive, float]) -> Drive | None:
    """The strongest drive; none when nothing moves the persona at all."""
    strongest = max(_FIRST, key=lambda drive: levels[drive])
    return strongest if levels[strongest] > 0 else None


def over_threshold(levels: Mapping[Drive, float], thresholds: DriveThresholds) -> tuple[Drive, ...]:
    """Drives that may make the persona act: those that have reached their threshold, strongest first."""
    reached: list[Drive] = [drive for drive in _FIRST if levels[drive] >= getattr(thresholds, drive)]
    return tuple(sorted(reached, key=lambda drive: -levels[drive]))


def clock_time(text: str) -> time:
    hour, _, minute = text.partition(":")
    if not (hour.isdecimal() and minute.isdecimal() and len(minute) == 2):
        raise ValueError(text)
    return time(int(hour), int(minute))


def _capped(level: float) -> float:
    return min(max(level, 0.0), 1.0)


def _in_unit(rules: EmotionWeights | DriveThresholds) -> None:
    for item in fields(rules):
        if not 0 <= getattr(rules, item.name) <= 1:
            raise ValueError(f"{item.name} must lie in 0..1")
