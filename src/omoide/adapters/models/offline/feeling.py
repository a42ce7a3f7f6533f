"""How a text feels: valence, arousal and tags from its words and from the way it is written (E2)."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass

from omoide.adapters.models.offline.english_words import english_hits
from omoide.adapters.models.offline.japanese_words import japanese_hits
from omoide.adapters.models.offline.lexicon import Hit
from omoide.adapters.models.offline.reading import folded, prose
from omoide.domain.emotion import NEGATIVE_TAGS, POSITIVE_TAGS, Valence

_SENTENCE_END = re.compile(r"[.!?。\n]+")
_CONTRAST = re.compile(
    r"\b(?:but|however|nevertheless|nonetheless)\b|けれども?|けど|しかし|でも(?=、)|だが|(?<=[ただすい])が、|のに、|ものの"
)
_EARLIER, _LATER = 0.5, 1.3  # "tired, but happy" is about being happy
_LAUGHTER = re.compile(r"(?<![a-z0-9./])w{2,}(?![a-z0-9./])|(?<=[ぁ-鿿])w+(?![a-z0-9])")
_CAPITALS = re.compile(r"\b[A-Z]{4,}\b")
_DRAWN_OUT = re.compile(r"[ー〜~]{2,}|([a-zぁ-ん])\1{2,}")
_REPEATED = re.compile(r"\b(\w{2,20})(?:[\s、,!]+\1\b)+|([ぁ-鿿]{2,4})(?:[、!]*\2)+")
_ELLIPSIS = re.compile(r"\.{3,}|…|・・・|。。")

_CALM = 35.0  # the arousal of ordinary talk
_UNMOVED = 30.0  # of words that carry no feeling at all
_NEUTRAL_BELOW = 0.8
_TELLING = 1.5  # from here on a feeling without a name gets one
_MOST_TAGS = 3
_REPLY_SHARE, _REPLY_MOST = 0.25, 0.6


@dataclass(frozen=True, slots=True)
class Felt:
    """How it feels. `score` is the signed sum of its words, a handful for a strong feeling, 0 for none.

    `strength` counts both sides: to be torn between joy and sorrow is neutral, but it is not nothing.
    """

    score: float
    strength: float
    arousal: int
    tags: tuple[str, ...]

    @property
    def valence(self) -> Valence:
        return _side(self.score)


def _side(score: float) -> Valence:
    if abs(score) < _NEUTRAL_BELOW:
        return "neutral"
    return "positive" if score > 0 else "negative"


def feeling_of(text: str) -> Felt:
    original = prose(text)
    plain = folded(original)
    hits = _weighted([*english_hits(plain), *japanese_hits(plain)], plain)
    score, strength = _sums(hits, plain)
    if score >= 0 and _LAUGHTER.search(plain):
        score, strength = score + 1.0, strength + 1.0
    arousal = _arousal(hits, original, plain)
    return Felt(score, strength, arousal, _tags(hits, score, arousal))


def feeling_of_turn(said: str, replied: str) -> Felt:
    """What the person said, tinted by the reply."""
    own = feeling_of(said)
    if not replied.strip():
        return own
    answer = feeling_of(replied)
    tint = max(-_REPLY_MOST, min(_REPLY_MOST, _REPLY_SHARE * answer.score))
    # A warm answer to sad news does not make it neutral, nor thanks for a file make it joy.
    score = own.score if _side(own.score) != _side(own.score + tint) else own.score + tint
    return Felt(score, own.strength + abs(tint), round(0.85 * own.arousal + 0.15 * answer.arousal), own.tags)


def _weighted(hits: list[Hit], text: str) -> list[tuple[Hit, float]]:
    """Each hit with its weight: within a sentence, what stands after a contrast counts more than what stands before."""
    turns = _contrasts(text)
    if not turns:
        return [(hit, 1.0) for hit in hits]
    weighted = []
    for hit in hits:
        weight = 1.0
        for start, turn, end in turns:
            if start <= hit.at < end:
                weight = _EARLIER if hit.at < turn else _LATER
        weighted.append((hit, weight))
    return weighted


def _contrasts(text: str) -> list[tuple[int, int, int]]:
    """(beginning, last contrast, end) of every sentence that has a contrast within it."""
    found, start = [], 0
    for end in [match.end() for match in _SENTENCE_END.finditer(text)] + [len(text)]:
        turn = max((match.start() for match in _CONTRAST.finditer(text, start, end)), default=start)
        if turn > start:
            found.append((start, turn, end))
        start = end
    return found[:50]


def _sums(hits: list[tuple[Hit, float]], text: str) -> tuple[float, float]:
    """Score and strength, spread over the sentences of a long text: one "nice" in a page says little."""
    over = math.sqrt(len(_SENTENCE_END.findall(text.strip(" .!?。\n"))) + 1)
    values = [hit.valence * weight for hit, weight in hits]
    return sum(values) / over, sum(abs(value) for value in values) / over


def _arousal(hits: list[tuple[Hit, float]], original: str, text: str) -> int:
    level = _UNMOVED
    if hits:
        weights = [weight * (abs(hit.valence) + 0.4) for hit, weight in hits]
        level = sum(w * hit.arousal for w, (hit, _) in zip(weights, hits, strict=True)) / sum(weights)
        # one mild word moves less than several strong ones
        level = _CALM + (level - _CALM) * min(1.0, 0.55 + 0.15 * sum(weights))
    return round(max(3.0, min(100.0, level + _voice(original, text))))


def _voice(original: str, text: str) -> float:
    """What the way of writing adds or takes: short and loud is excited; long and calm, or trailing off, is quiet."""
    shouts = text.count("!")
    louder = (0, 10, 16, 20)[min(shouts, 3)]
    if shouts and len(text) <= (25 if not text.isascii() else 50):
        louder += 6
    louder += 5 * ("?!" in text or "!?" in text) + 5 * bool(_DRAWN_OUT.search(text)) + 4 * bool(_REPEATED.search(text))
    louder += 6 * bool(_CAPITALS.search(original) and not original.isupper()) + 6 * (
        original.isupper() and len(original) > 8
    )
    quieter = 0
    if not shouts:
        quieter = 8 * bool(_ELLIPSIS.search(text)) + 4 * (len(text) > 200) + 4 * (len(text) > 600)
    return louder - quieter


def _tags(hits: list[tuple[Hit, float]], score: float, arousal: int) -> tuple[str, ...]:
    """The strongest tags that agree with the valence; a clear feeling that no word names gets the nearest name."""
    counts: Counter[str] = Counter()
    for hit, weight in hits:
        for tag in hit.tags:
            counts[tag] += weight * (abs(hit.valence) + 0.5)  # type: ignore[assignment]
    against = {"positive": NEGATIVE_TAGS, "negative": POSITIVE_TAGS, "neutral": ()}[_side(score)]
    leading = max((count for tag, count in counts.items() if tag not in against), default=0)
    if leading:
        # the other side must be nearly as strong to be named: sad to leave, and excited
        named = [tag for tag, count in counts.most_common() if count >= leading * (0.65 if tag in against else 0.35)]
        return tuple(named[:_MOST_TAGS])
    if abs(score) < _TELLING:
        return ()
    if score > 0:
        return ("joy",) if arousal >= 55 else ("satisfaction",)
    return ("frustration",) if arousal >= 50 else ("sadness",)
