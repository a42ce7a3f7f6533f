"""The Japanese dictionary of the built-in embedder: which written forms it knows, their rows, and their costs."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from omoide.adapters.models.embedders.segment import LONGEST, Words, code_points, hashes_of, segment
from train.chive import Chive
from train.unidic import Form

WORDS = 60_000  # the most frequent words of chiVe
COST_PER_NAT = 8
PRIOR = 200_000  # how many counted words the prior weighs as much as
ROUNDS = 3
_HIRAGANA = re.compile("[\u3041-\u309fー]+")
_JAPANESE = re.compile("[\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff々]+")
_BREAK = re.compile("[^\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff々]+")
# What verbs and sentences end with. A content word in hiragana that could be put together from these is not meant,
# unless it is among the most frequent words of all: した is not 下, います not 坐す; but いい is 良い.
ENDINGS = frozenset({*"てでがはをにただんいしさせれな", "ます", "まし", "ませ", "たら", "たり"})
FREQUENT = 200
# All of these say no; "ません" would fall apart into politeness and a particle.
NO = "無い"
NO_FORMS = ("ません", "ない", "なかっ", "なけれ", "ず", "ぬ")
NO_UNLIKELY = 6.0


class Lexicon(NamedTuple):
    written: list[str]  # in the order of their hashes
    ranks: np.ndarray  # the word of each, by chiVe's rank
    words: Words  # rows are positions in `written` until they are given out
    counts: np.ndarray  # how often each was read in the corpus


def build_lexicon(chive: Chive, forms: Sequence[Form], corpus: Sequence[str]) -> Lexicon:
    entries = _entries(chive, forms)
    hashed = {int(hashes_of(code_points(text), len(text))[-1][0]): text for text in entries}
    hashes = np.array(sorted(hashed), dtype=np.uint32)
    written = [hashed[int(one)] for one in hashes]
    ranks = np.array([entries[text][0] for text in written])
    prior = np.exp(-np.array([entries[text][1] for text in written]))
    prior /= prior.sum()
    counts = np.zeros(len(written))
    runs = [run for text in corpus for run in _BREAK.split(text) if run]
    positions = np.arange(len(written))
    for _ in range(ROUNDS):
        chance = (counts + PRIOR * prior) / (counts.sum() + PRIOR)
        words = Words(hashes, positions, np.clip(np.rint(-np.log(chance) * COST_PER_NAT), 0, 255).astype(np.uint8))
        read = [found.row for run in runs for found in segment(run, words) if found.row >= 0]
        counts = np.bincount(read, minlength=len(written)).astype(float)
    return Lexicon(written, ranks, words, counts)


def _entries(chive: Chive, forms: Sequence[Form]) -> dict[str, tuple[int, float]]:
    """Written form → (rank of its word, how unlikely it is); of several words the likeliest."""
    entries: dict[str, tuple[int, float]] = {}
    for form in forms:
        rank = _rank(chive, form)
        hiragana = _HIRAGANA.fullmatch(form.written) is not None
        if rank >= WORDS or len(form.written) > LONGEST or (rank >= FREQUENT and _is_made_of(form.written, ENDINGS)):
            continue
        # Hiragana may stand for so many words that only what the dictionary calls usual is believed.
        unlikely = math.log(rank + 30) + form.cost / (1200 if hiragana else 3000)
        if form.written not in entries or unlikely < entries[form.written][1]:
            entries[form.written] = (rank, unlikely)
    for word, rank in chive.ranks.items():
        fits = rank < WORDS and len(word) <= LONGEST and _JAPANESE.fullmatch(word)
        if fits and word not in entries and not _is_made_of(word, ENDINGS):
            entries[word] = (rank, math.log(rank + 30) + 8000 / 3000)
    return entries | dict.fromkeys(NO_FORMS, (chive.ranks[NO], NO_UNLIKELY))


def _rank(chive: Chive, form: Form) -> int:
    """UniDic names a proper noun by its reading, chiVe as it is written."""
    never = WORDS
    if form.kind == "固有名詞":
        return chive.ranks.get(form.base, never)
    rank = chive.ranks.get(form.word, never)
    return rank if rank < never else chive.ranks.get(form.base, never)


def _is_made_of(text: str, parts: frozenset[str]) -> bool:
    reached = {0}
    for end in range(1, len(text) + 1):
        if any(start in reached and text[start:end] in parts for start in range(end)):
            reached.add(end)
    return len(text) in reached
