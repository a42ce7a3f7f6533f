"""What is brought to mind before a model begins to think, and how much of it (R1): four channels, and a ceiling.

Each channel has a budget in tokens, and the type of the message sets what they may take together: a greeting needs
little of the past, a request much. Where the budgets add up to more than the ceiling, all shrink in proportion. A
heartbeat, at which nobody has said anything, wants above all to know what happened lately: activity keeps a floor
there, and the ceiling is that of the other three.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Literal, get_args

MessageType = Literal["greeting", "question", "request", "heartbeat"]
MESSAGE_TYPES: tuple[MessageType, ...] = get_args(MessageType)
ChannelName = Literal["people", "activity", "knowledge", "procedures"]
CHANNELS: tuple[ChannelName, ...] = get_args(ChannelName)


@dataclass(frozen=True, slots=True)
class Ceilings:
    """Tokens that the four channels may take together, by the type of the message."""

    greeting: int = 500
    question: int = 1_500
    request: int = 3_000
    heartbeat: int = 200

    def __post_init__(self) -> None:
        _no_less_than_nothing(self)

    def of(self, kind: MessageType) -> int:
        return getattr(self, kind)


@dataclass(frozen=True, slots=True)
class ChannelTokens:
    """Tokens of each channel where nothing makes it shrink; 0 closes it."""

    people: int = 500
    activity: int = 1_300
    knowledge: int = 700
    procedures: int = 200

    def __post_init__(self) -> None:
        _no_less_than_nothing(self)


@dataclass(frozen=True, slots=True)
class PrimingRules:
    """`heartbeat_activity` is what activity keeps at a heartbeat. Knowledge and procedures look for so many at most; so
    many of the sessions that are over are told."""

    ceilings: Ceilings = field(default_factory=Ceilings)
    channels: ChannelTokens = field(default_factory=ChannelTokens)
    heartbeat_activity: int = 400
    most_knowledge: int = 10
    most_procedures: int = 5
    sessions: int = 5

    def __post_init__(self) -> None:
        for name in ("heartbeat_activity", "most_knowledge", "most_procedures", "sessions"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be at least 0")


def channel_budgets(kind: MessageType, rules: PrimingRules) -> dict[ChannelName, int]:
    """Tokens of each channel, its frame in the prompt among them. Together never more than the ceiling; at a heartbeat,
    never more than the ceiling and the floor of activity."""
    wanted: dict[ChannelName, int] = {name: getattr(rules.channels, name) for name in CHANNELS}
    most = rules.ceilings.of(kind)
    if kind != "heartbeat":
        return _shrunk(wanted, most)
    others = _shrunk({name: want for name, want in wanted.items() if name != "activity"}, most)
    return {name: _floor(rules) if name == "activity" else others[name] for name in CHANNELS}


def _floor(rules: PrimingRules) -> int:
    """A channel that was closed, or has less room at all times, does not grow at a heartbeat."""
    return min(rules.heartbeat_activity, rules.channels.activity)


def _shrunk(wanted: dict[ChannelName, int], most: int) -> dict[ChannelName, int]:
    together = sum(wanted.values())
    if together <= most:
        return wanted
    return {name: want * most // together for name, want in wanted.items()}


def _no_less_than_nothing(rules: Ceilings | ChannelTokens) -> None:
    for item in fields(rules):
        if getattr(rules, item.name) < 0:
            raise ValueError(f"{item.name} must be at least 0")
