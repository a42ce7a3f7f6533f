"""Every number behind the persona's motives, as settings (M1, M4, M5, P5).

They stand apart from the formulas because settings are read at every start, and a recall must not wait for the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime, time
from typing import Any, Literal

Channel = Literal["chat", "webhook", "command"]


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
    """Whether the persona may act by itself, and when it never does (equal times mean: no quiet hours); how often a
    day it speaks first, and where that is heard: in the chat, by a webhook, by a command."""

    enabled: bool = True
    quiet_from: str = "00:00"
    quiet_until: str = "07:00"
    most_per_day: int = 3
    channels: tuple[Channel, ...] = ("chat",)
    webhook: str = ""
    command: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.most_per_day < 0:
            raise ValueError("most_per_day must not be negative")
        if self.webhook and not self.webhook.startswith(("http://", "https://")):
            raise ValueError("webhook must be an address that begins with http:// or https://")
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
class EventArousal:
    """How stirring each kind is, 0 to 1."""

    achievement: float = 0.8
    discovery: float = 0.6
    bonding: float = 0.7

    def __post_init__(self) -> None:
        _in_unit(self)


@dataclass(frozen=True, slots=True)
class MotivationRules:
    """Boredom grows with ln(1 + idle minutes / `boredom_minutes`) and is full after `bored_after_minutes`. When no
    drive reaches `at_rest_below`, the persona is at rest."""

    boredom_minutes: float = 10.0
    bored_after_minutes: float = 1440.0
    further_question: float = 0.05
    first_goal: float = 0.6
    further_goal: float = 0.1
    at_rest_below: float = 0.2
    weights: EmotionWeights = field(default_factory=EmotionWeights)
    thresholds: DriveThresholds = field(default_factory=DriveThresholds)
    events: EventArousal = field(default_factory=EventArousal)

    def __post_init__(self) -> None:
        for name in ("boredom_minutes", "bored_after_minutes"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be more than 0")
        for name in ("further_question", "first_goal", "further_goal", "at_rest_below"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie in 0..1")


@dataclass(frozen=True, slots=True)
class GoalRules:
    """When a near goal counts as given up, and how many there may be after a weekly or monthly reflection."""

    stale_days: int = 30
    most_short_term: int = 10

    def __post_init__(self) -> None:
        if self.stale_days < 1:
            raise ValueError("stale_days must be at least 1")
        if self.most_short_term < 0:
            raise ValueError("most_short_term must not be negative")


def clock_time(text: str) -> time:
    hour, _, minute = text.partition(":")
    if not (hour.isdecimal() and minute.isdecimal() and len(minute) == 2):
        raise ValueError(text)
    return time(int(hour), int(minute))


def _in_unit(rules: Any) -> None:
    for item in fields(rules):
        if not 0 <= getattr(rules, item.name) <= 1:
            raise ValueError(f"{item.name} must lie in 0..1")
