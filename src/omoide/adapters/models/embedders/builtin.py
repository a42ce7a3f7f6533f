"""The built-in embedder: offline, nothing to download, ready at once, Japanese and English.

It hashes what a text is made of (stems, pairs of words, letter n-grams, and the concepts of a small word list) into a
fixed number of signed slots. It knows spelling well and meaning only as far as its word list goes; a hub or API model
knows more. Its vectors are the same on every machine and in every process.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np

from omoide.adapters.models.embedders.calibrations import calibration_of
from omoide.adapters.models.embedders.concepts import concepts_of
from omoide.adapters.models.embedders.words import is_hiragana, is_kanji, pieces, stem

NAME = "builtin-1"
DIMENSIONS = 512
# Longer texts are read from both ends: a memory is short, and a whole book has no one meaning.
MOST_CHARACTERS = 20_000

# How much each kind of feature says. Chosen on sentence pairs; see bench/calibrate.py.
WORD, PAIR, PART, CONCEPT, TOPIC = 1.0, 0.3, 0.35, 1.6, 0.5
# Japanese n-grams by their length, and what is left of one that is partly or wholly hiragana, or grammar.
GRAMS = (0.7, 0.7, 0.4, 0.2)
MIXED, HIRAGANA, GRAMMAR = 0.4, 0.35, 0.08

Weights = dict[str, float]


class BuiltinEmbedder:
    name = NAME
    dimensions = DIMENSIONS

    def __init__(self, folder: Path | None = None) -> None:
        self.calibration = calibration_of(NAME, folder)

    def embed(self, texts: Sequence[str], kind: Literal["cue", "memory"]) -> np.ndarray:
        """Unit vectors; a text without a single letter gives a zero vector, which is like nothing."""
        vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            slots, values = _spread(_features(_cut(text)))
            np.add.at(row, slots, values)
            length = math.sqrt(float(row @ row))
            if length > 0:
                row /= length
        return vectors


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    half = MOST_CHARACTERS // 2
    return f"{text[:half]} {text[-half:]}"


def _features(text: str) -> Weights:
    """What the text is made of: feature to summed weight."""
    words, runs = pieces(text)
    features: Weights = {}
    stems = [stem(word) for word in words]
    grammar = _grammar()
    content = [s for word, s in zip(words, stems, strict=True) if word not in grammar]
    for word, root in zip(words, stems, strict=True):
        small = word in grammar
        _add(features, f"w {root}", GRAMMAR if small else WORD)
        if not small:
            share = PART / math.sqrt(len(root))
            for part in _parts(root):
                _add(features, part, share)
    for first, second in pairwise(content):
        _add(features, f"p {first} {second}", PAIR)
    for run in runs:
        for length in range(1, len(GRAMS) + 1):
            for start in range(len(run) - length + 1):
                gram = run[start : start + length]
                _add(features, gram, _gram_weight(gram))
    for concept, topic in concepts_of(stems, runs):
        _add(features, f"c {concept}", CONCEPT)
        if topic:
            _add(features, f"t {topic}", TOPIC)
    return features


def _add(features: Weights, feature: str, weight: float) -> None:
    features[feature] = features.get(feature, 0.0) + weight


@lru_cache(maxsize=1 << 15)
def _parts(root: str) -> tuple[str, ...]:
    """Letter n-grams of a word, so that names spelt a little differently still meet."""
    edged = f"<{root}>"
    return tuple(edged[i : i + n] for n in (3, 4, 5) for i in range(len(edged) - n + 1))


@lru_cache(maxsize=1 << 16)
def _gram_weight(gram: str) -> float:
    weight = GRAMS[len(gram) - 1]
    if len(gram) == 1:
        return weight if is_kanji(gram) else 0.0
    if is_hiragana(gram):
        grammar = any(gram[i : i + 2] in _grammar() for i in range(len(gram) - 1))
        return weight * (GRAMMAR if grammar else HIRAGANA)
    return weight * (MIXED if any(map(is_hiragana, gram)) else 1.0)


@lru_cache(maxsize=1 << 16)
def _slot(feature: str) -> tuple[int, float]:
    code = zlib.crc32(feature.encode("utf-8", "surrogatepass"))
    return code % DIMENSIONS, 1.0 if code & 0x8000_0000 else -1.0


def _spread(features: Weights) -> tuple[list[int], list[float]]:
    """Slots and signed values; a feature that comes often counts more, but less and less."""
    slots: list[int] = []
    values: list[float] = []
    for feature, weight in features.items():
        if weight > 0:
            slot, sign = _slot(feature)
            slots.append(slot)
            values.append(sign * (weight if weight <= 1 else 1 + math.log(weight)))
    return slots, values


@cache
def _grammar() -> frozenset[str]:
    lines = Path(__file__).with_name("function_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
