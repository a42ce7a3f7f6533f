"""Looking ahead: what will be left (F8), and what a year costs (F9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from omoide.domain.cost import Estimate, Price, estimate, price_of
from omoide.domain.memory import ARCHIVE, FULL
from omoide.domain.retention import levels_for
from omoide.domain.strengths import Floats, Strengths
from omoide.errors import InvalidInput
from omoide.ports import Faculties
from omoide.settings import Settings


@dataclass(frozen=True, slots=True)
class StoreProjection:
    """For each day ahead, how many memories each level would hold."""

    rows: tuple[tuple[float, dict[int, int]], ...]


def project_store(faculties: Faculties, settings: Settings, days: Sequence[float]) -> StoreProjection:
    """Retention alone, without recall and without shares: the natural fading of what is there."""
    strengths = faculties.store.memories.strengths(faculties.scope)
    age = ages(faculties, strengths)
    rows = []
    for day in days:
        scores = strengths.intensity * strengths.coefficient ** (age + day)
        level = np.maximum(levels_for(scores, settings.levels), strengths.level)
        level = np.where(strengths.protected, FULL, np.where(strengths.archived, ARCHIVE, level))
        counts = np.bincount(level, minlength=ARCHIVE + 1)
        rows.append((day, {n: int(counts[n]) for n in range(FULL, ARCHIVE + 1)}))
    return StoreProjection(tuple(rows))


def ages(faculties: Faculties, strengths: Strengths) -> Floats:
    """In days, as of the last night; before the first one, what they were made with."""
    last = faculties.store.runs.last_night(faculties.scope)
    return strengths.days_at(last) if last else strengths.days - 1


def estimate_cost(settings: Settings, model: str | None, embedder: str | None) -> Estimate:
    """By name of a price in the settings; what runs offline costs nothing."""
    model = model if model is not None else settings.models.analysis
    embedder = embedder if embedder is not None else settings.embedding.model
    # Embedders that are joined by a plus all read every text.
    parts = [_price(settings, part) for part in embedder.split("+")]
    joined = Price(sum(part.input for part in parts), sum(part.output for part in parts))
    return estimate(_price(settings, model), joined, settings.cost, settings.shares)


def _price(settings: Settings, name: str) -> Price:
    price = price_of(settings.prices, name)
    if price is None:
        known = ", ".join(sorted(settings.prices))
        raise InvalidInput(
            f'no price is known for {name}; add it under [prices."{name}"] in settings.toml. Known: {known}.',
            f'{name} の価格がわかりません。settings.toml の [prices."{name}"] に書いてください。既知: {known}',
        )
    return price
