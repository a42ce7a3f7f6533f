"""Vectors for what has none: new texts, changed texts, or all of them after a change of embedder (X5)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from omoide.errors import InvalidInput
from omoide.perceive import alone
from omoide.ports import Faculties, Progress
from omoide.settings import Settings


def embed_texts(faculties: Faculties, settings: Settings, texts: Sequence[str]) -> np.ndarray:
    """Vectors of the length that the embedder promised; anything else is refused before it is stored."""
    batch = settings.embedding.batch
    parts = [faculties.embedder.embed(texts[i : i + batch], "memory") for i in range(0, len(texts), batch)]
    vectors = np.concatenate(parts) if parts else np.zeros((0, faculties.embedder.dimensions), np.float32)
    if vectors.shape != (len(texts), faculties.embedder.dimensions) or not np.isfinite(vectors).all():
        raise InvalidInput(
            f"the embedder {faculties.embedder.name} returned vectors of shape {vectors.shape}, expected "
            f"{(len(texts), faculties.embedder.dimensions)}; check embedding.model and embedding.dimensions.",
            f"埋め込み {faculties.embedder.name} の返したベクトルの形 {vectors.shape} が違います。"
            "embedding.model と embedding.dimensions を確かめてください。",
        )
    return vectors.astype(np.float32, copy=False)


def superseded(faculties: Faculties) -> bool:
    """True when another process has changed embedders since this one began: what it made now would be made again."""
    successor = faculties.successor
    if successor is None:
        return False
    made = faculties.store.vectors.made_by(successor.embedder.name)
    return not made or made.get(faculties.embedder.name, 0) < made.get(successor.embedder.name, 0)


def embed_missing(faculties: Faculties, settings: Settings, progress: Progress | None = None) -> int:
    """Make every vector that the present embedder has not made yet, batch by batch: stopping loses only the batch."""
    store, name, made = faculties.store, faculties.embedder.name, 0
    if superseded(faculties):
        return 0
    total = len(store.vectors.missing(faculties.scope, name, 10_000_000)) if progress else 0
    while waiting := store.vectors.missing(faculties.scope, name, 1_000):
        vectors = embed_texts(faculties, settings, [text for _, text in waiting])
        with store.transaction():
            store.vectors.put([row for row, _ in waiting], vectors, name)
        made += len(waiting)
        if progress:
            progress(made, max(total, made))
    return made


def reindex(faculties: Faculties, settings: Settings, progress: Progress | None = None) -> int:
    """New vectors where they are missing, then every index from scratch. No night may change texts meanwhile."""
    scope, words = faculties.scope, faculties.store.words
    with alone(faculties):
        made = embed_missing(faculties, settings, progress)
        words.rebuild()
        faculties.nearest.drop()
        faculties.nearest.refresh(scope)
    return made
