"""How the words of a cue are listened for (R12): what stands beside a memory counts too, and who said it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Side = Literal["person", "persona"]


@dataclass(frozen=True, slots=True)
class Hearing:
    """Parts from 0 to 1. A word that only the turn before holds counts `before` of its weight, one that only the turn
    after holds `after`; a word of the side that the cue does not ask about counts `speaker` less.

    `light` are terms that say little between these two (their own names): they weigh `own_names` of what they would.
    """

    before: float = 0.0
    after: float = 0.0
    own_names: float = 1.0
    speaker: float = 0.0
    light: frozenset[str] = frozenset()
    about: Side | None = None


ALONE = Hearing()  # each memory by itself


@dataclass(frozen=True, slots=True)
class Parts:
    """Where a memory holds a word: what the person said, what the persona replied, or its keywords."""

    said: str
    replied: str
    keywords: str

    def hold(self, term: str, hearing: Hearing) -> float:
        """How much of a term's weight this memory holds, 0 to 1. Each part is terms between blanks."""
        wanted = f" {term} "
        said, replied = wanted in self.said, wanted in self.replied
        if not (said or replied):
            return 1.0 if wanted in self.keywords else 0.0
        if hearing.about is None or (said if hearing.about == "person" else replied):
            return 1.0
        return 1.0 - hearing.speaker
