"""What is kept about a person, whichever persona they talked to (U1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.person import Relationship


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """`addressed` are turns by persona, `keywords` memories that are not archived by what they are about."""

    relationship: Relationship
    addressed: Mapping[str, int]
    keywords: Mapping[str, int]


class People(Protocol):
    def names(self) -> list[str]:
        """Everybody who ever talked to a persona of this home, sorted."""
        ...

    def acquaintance(self, person: str) -> Acquaintance:
        """Counted anew from turns, memories and episodes; what was forgotten does not count."""
        ...
