"""Turns, the ledger of everything: one user message and the reply to it (W1, L6)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

# A turn waits until it is encoded or skipped; a failed one is tried again at the next opportunity (E7).
TurnState = Literal["waiting", "encoded", "skipped", "failed"]


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose memory it is: what one person told a persona stays between the two (N6)."""

    persona: str = "default"
    person: str = "me"

    def key(self, *parts: str) -> str:
        """A name for something of this scope alone. As JSON, since a name may hold whatever would part two names."""
        return json.dumps([*parts[:1], self.persona, self.person, *parts[1:]], ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person wants a memory to be, whatever a mind feels. Kept with the turn: a mind may answer later."""

    intensity: int | None = None
    category: str | None = None
    tags: tuple[str, ...] | None = None
    protect: bool = False


NO_WISHES = Wishes()


@dataclass(frozen=True, slots=True)
class Turn:
    """What was said and what was replied, redacted, with zone-aware times."""

    key: str
    scope: Scope
    session: str
    said: str
    replied: str
    time: datetime
    origin: str = ""  # the folder of the project it was said in; empty when there is none
    wishes: Wishes = NO_WISHES

    def __post_init__(self) -> None:
        if self.time.tzinfo is None:
            raise ValueError("a turn's time must carry a time zone")


def turn_key(scope: Scope, time: datetime, said: str, replied: str) -> str:
    """The same turn handed in twice, from a copied or resumed file too, has the same key (E7)."""
    import hashlib  # here: recall makes no keys, and must not wait for it

    parts = (scope.persona, scope.person, str(round(time.timestamp() * 1_000_000)), said, replied)
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32]
