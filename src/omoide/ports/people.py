"""What is kept about a person, whichever persona they talked to (U1), and what of it they let the others know (N7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.person import Relationship
from omoide.domain.turn import Scope


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """`addressed` are turns by persona, whoever asks."""

    relationship: Relationship
    addressed: Mapping[str, int]


class People(Protocol):
    def names(self) -> list[str]:
        """Everybody who ever talked to a persona of this home, sorted."""
        ...

    def personas(self, person: str) -> list[str]:
        """Those that a person ever talked to, sorted."""
        ...

    def acquaintance(self, person: str) -> Acquaintance:
        """Counted anew from turns and episodes of all personas; what was forgotten does not count."""
        ...

    def keywords(self, person: str, personas: Collection[str]) -> Mapping[str, int]:
        """What these personas' memories of the person are about, by how many are: those that are not archived."""
        ...

    def keep_topics(self, scope: Scope, topics: Mapping[str, int]) -> None:
        """Beside the memories of the persona that heard them, for a prompt that cannot wait until they are counted."""
        ...

    def topics(self, person: str, personas: Collection[str]) -> Mapping[str, int]:
        """As these personas have kept them last, added up."""
        ...

    def share(self, scope: Scope, shared: bool) -> None:
        """The person lets the other personas know what they tell this one, or takes that back."""
        ...

    def shared(self, person: str) -> list[str]:
        """The personas whose talks with the person the others may know of, sorted."""
        ...
