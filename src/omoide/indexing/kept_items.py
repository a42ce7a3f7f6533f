"""Values that a program keeps beside the memories (I5): by namespace and key, and found by meaning and words.

They do not fade: a program that puts something under a name expects it there. Secrets are taken out of every text in
them, as everywhere (E8). Each holds the vectors of its texts; a search compares them all, which suits some thousands.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np

from omoide.domain.dates import placed
from omoide.domain.ranking import relevance
from omoide.encode import embed_texts
from omoide.errors import Postponed
from omoide.language.clean import clean
from omoide.language.detect import language_of
from omoide.language.terms import terms, weight
from omoide.perceive import redact
from omoide.ports import Faculties
from omoide.settings import Settings

_KIND = "item"


@dataclass(frozen=True, slots=True)
class Item:
    """`texts` are what it is found by; without any it is only there for those who know its key."""

    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any]
    created: datetime
    updated: datetime
    texts: tuple[str, ...] = ()
    vectors: np.ndarray | None = None  # of the present embedder, a row for each text


@dataclass(frozen=True, slots=True)
class ItemFound:
    item: Item
    relevance: float


def put_item(
    faculties: Faculties, settings: Settings, namespace: Sequence[str], key: str, value: Mapping[str, Any],
    texts: Sequence[str], now: datetime,
) -> Item:  # fmt: skip
    """Keep a value under a name, in place of what was there. What cannot be embedded now is found by words."""
    kept: dict[str, Any] = _without_secrets(value)
    texts = [text for text in map(_safe, texts) if text.strip()]
    vectors = _embedded(faculties, settings, texts)
    with faculties.store.transaction():
        before = get_item(faculties, namespace, key)
        item = Item(
            tuple(namespace), key, kept, before.created if before else placed(now), placed(now), tuple(texts), vectors
        )
        faculties.store.state.set(_row(faculties, namespace, key), _written(faculties, item))
    return item


def get_item(faculties: Faculties, namespace: Sequence[str], key: str) -> Item | None:
    kept = faculties.store.state.get(_row(faculties, namespace, key))
    return _read(faculties, (*namespace, key), kept) if kept else None


def remove_item(faculties: Faculties, namespace: Sequence[str], key: str) -> None:
    faculties.store.state.set(_row(faculties, namespace, key), None)


def items(faculties: Faculties, prefix: Sequence[str] = ()) -> list[Item]:
    """All whose namespace begins so, by namespace and key."""
    begin = f"{faculties.scope.key(_KIND, *prefix)[:-1]}, "
    found = []
    for row, kept in faculties.store.state.under(begin).items():
        place = tuple(json.loads(row)[3:])  # after kind, persona and person
        if len(place) > len(prefix):
            found.append(_read(faculties, place, kept))
    return sorted(found, key=lambda one: (one.namespace, one.key))


def search_items(faculties: Faculties, settings: Settings, kept: Sequence[Item], query: str) -> list[ItemFound]:
    """Those that have texts, each by its best one, the most relevant first."""
    query = clean(query).strip()
    told = [(item, row, text) for item in kept for row, text in enumerate(item.texts)]
    if not query or not told:
        return []
    cosines = np.zeros(len(told), np.float32)
    try:
        asked = faculties.embedder.embed([query], "cue")[0]
        cosines = np.stack([_vector(faculties, settings, item, row) for item, row, _ in told]) @ asked
    except Postponed:
        pass  # by words alone
    meant = faculties.embedder.calibration.read(cosines, "relevant")
    best: dict[int, ItemFound] = {}
    language, words = language_of(query), set(terms(query))
    for (item, _, text), meaning in zip(told, meant.tolist(), strict=True):
        held = _coverage(words, text)
        foreign = not held and language_of(text) != language
        score = relevance(meaning, held, settings.recall, foreign=foreign)
        if id(item) not in best or score > best[id(item)].relevance:
            best[id(item)] = ItemFound(item, score)
    return sorted(best.values(), key=lambda one: -one.relevance)


def _coverage(words: set[str], text: str) -> float:
    total = sum(map(weight, words))
    return sum(map(weight, words & set(terms(text)))) / total if total else 0.0


def _vector(faculties: Faculties, settings: Settings, item: Item, row: int) -> np.ndarray:
    """Made anew where the embedder is another than it was."""
    if item.vectors is not None:
        return item.vectors[row]
    return embed_texts(faculties, settings, [item.texts[row]])[0]


def _embedded(faculties: Faculties, settings: Settings, texts: Sequence[str]) -> np.ndarray | None:
    if not texts:
        return None
    try:
        return embed_texts(faculties, settings, texts)
    except Postponed:
        return None


def _row(faculties: Faculties, namespace: Sequence[str], key: str) -> str:
    return faculties.scope.key(_KIND, *namespace, key)


def _written(faculties: Faculties, item: Item) -> str:
    kept: dict[str, Any] = {
        "value": item.value,
        "created": item.created.isoformat(),
        "updated": item.updated.isoformat(),
        "texts": item.texts,
    }
    if item.vectors is not None:
        packed = base64.b64encode(item.vectors.astype("<f2").tobytes()).decode()
        kept |= {"embedder": faculties.embedder.name, "vectors": packed}
    return json.dumps(kept, ensure_ascii=False)


def _read(faculties: Faculties, place: tuple[str, ...], written: str) -> Item:
    kept = json.loads(written)
    vectors = None
    if kept.get("embedder") == faculties.embedder.name:
        raw = np.frombuffer(base64.b64decode(kept["vectors"]), "<f2").astype(np.float32)
        vectors = raw.reshape(len(kept["texts"]), -1)
    created, updated = (datetime.fromisoformat(kept[name]) for name in ("created", "updated"))
    return Item(place[:-1], place[-1], kept["value"], created, updated, tuple(kept["texts"]), vectors)


def _safe(text: str) -> str:
    return redact(clean(text))


def _without_secrets(value: Any) -> Any:
    """The same value with every text in it redacted; names of fields stay."""
    if isinstance(value, str):
        return _safe(value)
    if isinstance(value, Mapping):
        return {name: _without_secrets(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_secrets(inner) for inner in value]
    return value
