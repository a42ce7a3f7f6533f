"""What was resolved, for all personas that talk with a person (L4): none of them asks after it again."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from omoide.domain.resolution import Resolution


class Resolutions(Protocol):
    """Shared by personas, never by persons (N6)."""

    def add(self, person: str, persona: str, matter: str, ts: datetime, key: str = "") -> bool:
        """Keep it once: False when the same matter was resolved less than a day before, or later, whoever resolved it.
        What comes back and is resolved again counts from then on. The same is what has the same key; without one, what
        differs only in width, case, blanks and punctuation."""
        ...

    def recent(self, person: str, since: datetime | None = None) -> list[Resolution]:
        """Oldest first."""
        ...

    def recorded_after(self, person: str, number: int) -> list[tuple[int, Resolution]]:
        """In the order in which they were recorded, whatever their times say, each with its number; all after -1."""
        ...
