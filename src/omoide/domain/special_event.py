"""Moments that become episodes of their own (P5): something achieved, something found out, a bond that held."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from omoide.domain.turn import Scope

EventKind = Literal["achievement", "discovery", "bonding"]
MARKS: dict[EventKind, str] = {"achievement": "【達成】", "discovery": "【発見】", "bonding": "【絆確認】"}


@dataclass(frozen=True, slots=True)
class SpecialEvent:
    """`detail` is what the episode points to: a goal's id, a question's topic, or `anxious→contentment`."""

    kind: EventKind
    scope: Scope
    at: datetime
    text: str
    detail: str
    arousal: float
    sources: tuple[str, ...] = ()
