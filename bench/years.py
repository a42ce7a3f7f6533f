"""How strongly a village's memories are held after its years: the domain's own rules over made-up beginnings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np

from omoide.domain.memory import CATEGORIES, FULL, TRACE
from omoide.domain.retention import LevelRules, RetentionRules, coefficient_for, fade
from omoide.domain.shares import ShareRules, enforce
from omoide.domain.strengths import Strengths
from omoide.domain.turn import Scope

A_DAY = 100  # memories
_DAY_MICROSECONDS = 86_400_000_000
# casual, work, decision, emotional: how often each comes, and where its intensities lie
_CATEGORY_SHARES = (0.30, 0.35, 0.15, 0.20)
_INTENSITY = np.array([25, 38, 48, 65])


@dataclass(frozen=True)
class Years:
    """One entry per memory, oldest first."""

    created: list[datetime]
    category: np.ndarray
    strengths: Strengths
    moment: int

    def scope(self, persona: str) -> Scope:
        return Scope(persona, "me")


def live_years(rng: np.random.Generator, size: int, night: int, evening: datetime) -> Years:
    """A hundred memories a day up to that evening, some recalled again and again; then levels by rule."""
    age = (size - 1 - np.arange(size)) // A_DAY
    seconds = rng.integers(0, 13 * 3600, size)
    morning = evening.replace(hour=8) - timedelta(days=1)  # the evening's own day is still to be lived
    created = [morning + timedelta(days=-int(d), seconds=int(s)) for d, s in zip(age, seconds, strict=True)]
    category = rng.choice(len(CATEGORIES), size, p=_CATEGORY_SHARES)
    intensity = np.clip(rng.normal(_INTENSITY[category], 12), 5, 100).round()
    recalls = rng.geometric(0.45, size) - 1
    first = [coefficient_for(CATEGORIES[c], i, RetentionRules()) for c, i in zip(category, intensity, strict=True)]
    coefficient = np.minimum(np.array(first) + 0.02 * recalls, 0.999)
    days = (age + 0.4) * 0.5 ** np.minimum(recalls, 3)  # each recall halved the age that it had then
    moment = round(evening.timestamp() * 1_000_000)
    zeros = np.zeros(size, dtype=np.int64)
    held = Strengths(
        row=np.arange(1, size + 1), created=np.array([round(c.timestamp() * 1_000_000) for c in created]),
        intensity=intensity, coefficient=coefficient, days=days, anchor=np.full(size, night),
        level=np.full(size, FULL), text_level=np.full(size, FULL), recalls=recalls, recalled_for=zeros,
        archived_at=zeros, revival_requested_at=zeros, protected=zeros.astype(bool),
    )  # fmt: skip
    held = enforce(fade(held, night, moment, LevelRules()), night, moment, ShareRules())
    ago = rng.integers(0, 300, int(held.archived.sum())) * _DAY_MICROSECONDS
    held = held.put(held.archived, archived_at=moment - ago)
    return Years(created, category, held.put(slice(None), text_level=np.minimum(held.level, TRACE)), moment)
