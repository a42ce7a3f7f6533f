"""Stores as columns, written by hand or drawn by hypothesis, and one whole night over them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from hypothesis import strategies as st

from omoide.domain.memory import ARCHIVE, FULL
from omoide.domain.retention import LevelRules, RetentionRules, StrengtheningRules, fade, live_until
from omoide.domain.revival import DAY_MICROSECONDS, ArchiveRules, revive
from omoide.domain.shares import ShareRules, enforce
from omoide.domain.strengths import NEVER, Strengths

NIGHT = 740_000  # an ordinary night of 2027
NOW = NIGHT * DAY_MICROSECONDS

BLANK: dict[str, Any] = {
    "row": 0, "created": NOW - 10 * DAY_MICROSECONDS, "intensity": 50.0, "coefficient": 0.995, "days": 1.0,
    "anchor": NIGHT, "level": FULL, "text_level": FULL, "recalls": 0, "recalled_for": NEVER, "archived_at": NEVER,
    "revival_requested_at": NEVER, "protected": False,
}  # fmt: skip
KINDS = {"intensity": np.float64, "coefficient": np.float64, "days": np.float64, "protected": np.bool_}


def store(*memories: dict[str, Any]) -> Strengths:
    """Columns from memories of which only what matters is named; rows count from 1."""
    rows = [BLANK | {"row": number} | memory for number, memory in enumerate(memories, 1)]
    names = [column.name for column in fields(Strengths)]
    return Strengths(**{name: np.array([row[name] for row in rows], dtype=KINDS.get(name, np.int64)) for name in names})


def held_at(*scores: float, **common: Any) -> Strengths:
    """Memories whose retention at NIGHT is exactly the score: made with that intensity, and not a day old."""
    return store(*({"intensity": score, "days": 0.0} | common for score in scores))


def archived(**memory: Any) -> dict[str, Any]:
    return {"level": ARCHIVE, "text_level": 3, "archived_at": NOW - 30 * DAY_MICROSECONDS, "days": 400.0} | memory


def same(one: Strengths, other: Strengths) -> bool:
    return len(one) == len(other) and len(one.changed(other)) == 0


def lived(strengths: Strengths, night: int, shares: ShareRules, resting: int = 0) -> Strengths:
    """What a night does to strengths, in the order that D6 gives."""
    now = night * DAY_MICROSECONDS
    strengths = live_until(strengths, night, StrengtheningRules(), RetentionRules().max_coefficient)
    strengths = fade(strengths, night, now, LevelRules())
    strengths = enforce(strengths, night, now, shares, resting)
    return revive(strengths, night, now, LevelRules(), shares, ArchiveRules(), resting)


@st.composite
def memories(draw: st.DrawFn) -> dict[str, Any]:
    """Any state that the night may find a memory in, newborns and requests from the archive included."""
    intensity = float(draw(st.integers(0, 100)))
    memory: dict[str, Any] = {
        "intensity": intensity,
        "coefficient": draw(st.floats(0.70, 0.999)),
        "days": draw(st.floats(0, 400)),
        "recalls": draw(st.integers(0, 20)),
        "created": NOW - draw(st.integers(0, 5)) * DAY_MICROSECONDS,
        "protected": draw(st.integers(0, 5)) == 0,
    }
    if not memory["protected"] and draw(st.integers(0, 3)) == 0:
        asked = NOW - draw(st.integers(1, 1_000)) if draw(st.booleans()) else NEVER
        since = NOW - draw(st.integers(0, 800)) * DAY_MICROSECONDS
        return memory | archived(days=memory["days"], archived_at=since, revival_requested_at=asked)
    anchor = NIGHT - draw(st.integers(-1, 5))
    recalled_for = draw(st.sampled_from([NEVER, NEVER, anchor, anchor + 1, NIGHT, NIGHT + 1]))
    level = FULL if memory["protected"] else draw(st.integers(1, 3))
    return memory | {"anchor": anchor, "recalled_for": max(recalled_for, NEVER), "level": level}


def stores(least: int = 0, most: int = 30) -> st.SearchStrategy[Strengths]:
    return st.lists(memories(), min_size=least, max_size=most).map(lambda found: store(*found))
