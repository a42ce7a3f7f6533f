"""The raw conversation: how much of it a prompt is given (R18), and what a search through the past brings (R7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

Side = Literal["person", "persona"]


@dataclass(frozen=True, slots=True)
class ConversationRules:
    """Exchanges that are sent as they were said; and of what a search finds, how many from which end and how much."""

    exchanges: int = 20
    earlier_characters: int = 2_000
    newest: int = 2
    oldest: int = 2
    middle: int = 1
    cut: int = 500
    shortest: int = 30
    alike: int = 200

    def __post_init__(self) -> None:
        for name in ("exchanges", "earlier_characters", "newest", "oldest", "middle", "shortest"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be at least 0")
        for name in ("cut", "alike"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")


@dataclass(frozen=True, slots=True)
class Past:
    """One message of long ago that holds the words; `cut` when it goes on (read it whole by its turn's key)."""

    key: str
    speaker: Side
    time: datetime
    text: str
    cut: bool
    whence: Literal["newest", "oldest", "middle"] = "newest"


def seeded(cue: str, day: date, count: int) -> Iterable[int]:
    """Places from 0 to count - 1, beginning at one that cue and day decide: chance that can be repeated."""
    import hashlib  # here: recall must not wait for it

    start = int.from_bytes(hashlib.sha256(f"{day.isoformat()}\x1f{cue}".encode()).digest()[:8], "big") % max(count, 1)
    return ((start + step) % count for step in range(count))
