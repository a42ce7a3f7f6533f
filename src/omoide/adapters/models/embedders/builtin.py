"""The built-in embedder: offline, nothing to download, ready at once, Japanese and English.

It hashes what a text is made of (stems, pairs of words, letter n-grams, and the concepts of a small word list) into a
fixed number of signed slots. It knows spelling well and meaning only as far as its word list goes; a hub or API model
knows more. Its vectors are the same on every machine and in every process.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np

from omoide.adapters.models.embedders.calibrations import calibration_of
from omoide.adapters.models.embedders.concepts import concepts_of
from omoide.adapters.models.embedders.words import has_hiragana, is_hiragana, is_kanji, pieces, stem

NAME = "builtin-1"
DIMENSIONS = 512
# Longer texts are read from both ends: a memory is short, and a whole book has no one meaning.
MOST_CHARACTERS = 20_000

# How much each kind of feature says. Chosen on sentence pairs; see bench/calibrate.py.
WORD, PAIR, PART, CONCEPT, TOPIC = 1.0, 0.3, 0.35, 1.6, 0.5
# Japanese n-grams by their length, and what is left of one that is partly or wholly hiragana, or grammar.
GRAMS = (0.7, 0.7, 0.4, 0.2)
MIXED, HIRAGANA, GRAMMAR = 0.4, 0.35, 0.08

Placed = tuple[int, float]  # a slot and a signed value


class BuiltinEmbedder:
    name = NAME
    dimensions = DIMENSIONS

    def __init__(self, folder: Path | None = None) -> None:
        self.calibration = calibration_of(NAME, folder)

    def embed(self, texts: Sequence[str], kind: Literal["cue", "memory"]) -> np.ndarray:
        """Unit vectors; a text without a single letter gives a zero vector, which is like nothing."""
        vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            placed = _features(_cut(text))
            if placed:
                slots, values = zip(*placed, strict=True)
                summed = np.bincount(slots, values, DIMENSIONS)
                row[:] = summed / (np.linalg.norm(summed) or 1.0)
        return vectors


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    half = MOST_CHARACTERS // 2
    return f"{text[:half]} {text[-half:]}"


def _features(text: str) -> list[Placed]:
    """What the text is made of; a feature that comes often counts more, but less and less."""
    words, runs = pieces(text)
    placed = _of_words(words)
    grams = Counter(
        run[start : start + length]
        for run in runs
        for length in range(1, len(GRAMS) + 1)
        for start in range(len(run) - length + 1)
    )
    for gram, times in grams.items():
        slot, value = _gram(gram)
        if value:
            placed.append((slot, value * _often(times)))
    found = list(concepts_of([stem(word) for word in words], runs))
    for concept, times in Counter(concept for concept, _ in found).items():
        placed.append(_placed(f"c {concept}", CONCEPT * _often(times)))
    for topic, times in Counter(topic for _, topic in found if topic).items():
        placed.append(_placed(f"t {topic}", TOPIC * _often(times)))
    return placed


def _of_words(words: list[str]) -> list[Placed]:
    """Stems, pairs of neighbouring content words, and the letters within content words."""
    grammar = _grammar()
    small = Counter(stem(word) for word in words if word in grammar)
    content = [stem(word) for word in words if word not in grammar]
    placed = [_placed(f"w {root}", GRAMMAR * _often(times)) for root, times in small.items()]
    for root, times in Counter(content).items():
        often = _often(times)
        placed.append(_placed(f"w {root}", WORD * often))
        share = PART / math.sqrt(len(root)) * often
        placed += [_placed(part, share) for part in _parts(root)]
    placed += [_placed(f"p {a} {b}", PAIR * _often(times)) for (a, b), times in Counter(pairwise(content)).items()]
    return placed


def _often(times: int) -> float:
    return 1 + math.log(times) if times > 1 else 1.0


@lru_cache(maxsize=1 << 15)
def _parts(root: str) -> tuple[str, ...]:
    """Letter n-grams of a word, so that names spelt a little differently still meet."""
    edged = f"<{root}>"
    return tuple(edged[i : i + n] for n in (3, 4, 5) for i in range(len(edged) - n + 1))


@lru_cache(maxsize=1 << 17)
def _gram(gram: str) -> Placed:
    """A Japanese n-gram. Kanji and katakana carry the matter, hiragana mostly its grammar."""
    weight = GRAMS[len(gram) - 1]
    if len(gram) == 1 and not is_kanji(gram):
        weight = 0.0
    elif is_hiragana(gram):
        grammar = any(gram[i : i + 2] in _grammar() for i in range(len(gram) - 1))
        weight *= GRAMMAR if grammar else HIRAGANA
    elif has_hiragana(gram):
        weight *= MIXED
    return _placed(gram, weight)


def _placed(feature: str, weight: float) -> Placed:
    slot, sign = _slot(feature)
    return slot, sign * weight


@lru_cache(maxsize=1 << 16)
def _slot(feature: str) -> tuple[int, float]:
    code = zlib.crc32(feature.encode("utf-8", "surrogatepass"))
    return code % DIMENSIONS, 1.0 if code & 0x8000_0000 else -1.0


@cache
def _grammar() -> frozenset[str]:
    lines = Path(__file__).with_name("function_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
