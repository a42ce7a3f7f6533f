"""How the words of a cue are listened for (R12): what stands beside a memory counts too, and what means the same."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hearing:
    """Parts from 0 to 1. A word that only the turn before holds counts `before` of its weight, one that only the turn
    after holds `after`. A word that means nearly the same counts at most `near` of what the word itself would.

    `light` are terms that say little between these two (their own names): they weigh `own_names` of what they would.
    `names` are terms of other names in the cue: one that nobody ever mentioned weighs `strange` times as much, since
    what is asked about a stranger was hardly ever told.
    """

    before: float = 0.0
    after: float = 0.0
    own_names: float = 1.0
    near: float = 0.0
    strange: float = 1.0
    light: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()


ALONE = Hearing()  # each memory by itself
