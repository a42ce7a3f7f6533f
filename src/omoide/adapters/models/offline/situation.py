"""What kind of moment a turn is, and so how much it matters: intensity and category (E2).

Each situation has its band of intensity; the feeling moves the turn inside the band, and a strong feeling can carry
daily work beyond it. Words tell the situation, and what the person said counts double.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from omoide.adapters.models.offline.feeling import Felt
from omoide.adapters.models.offline.reading import folded
from omoide.adapters.models.offline.tables import table
from omoide.domain.memory import Category

Situation = Literal["trauma", "deep", "personal", "design", "typo", "technical", "moved", "casual"]

_BANDS: dict[Situation, tuple[int, int]] = {
    "typo": (15, 25), "technical": (30, 40), "design": (40, 50), "personal": (50, 65), "deep": (70, 85),
    "trauma": (85, 100), "casual": (12, 30), "moved": (22, 80),
}  # fmt: skip
_CATEGORY: dict[Situation, Category] = {
    "typo": "work", "technical": "work", "design": "decision", "personal": "emotional", "deep": "emotional",
    "trauma": "emotional", "casual": "casual", "moved": "emotional",
}  # fmt: skip
_WORK = ("typo", "technical", "design")
_REPLY_SHARE = 0.5
_TOUCHED = 55  # a feeling about nothing in particular is small talk below this
_LIFT = 20  # what a strong feeling adds to a turn about work
_IDENTIFIER = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\b\w+\(\)|`[^`\n]+`|\b\w+\.(?:py|js|ts|md|json|toml|yaml|sql|rs|go|html|css)\b|```"
)


@dataclass(frozen=True, slots=True)
class Weight:
    intensity: int
    category: Category
    situation: Situation


def weigh(said: str, replied: str, feeling: Felt) -> Weight:
    cues = _cues(said)
    for situation, count in _cues(replied).items():
        if situation in _WORK:  # a reply can be full of sympathy without the matter being deep
            cues[situation] += _REPLY_SHARE * count  # type: ignore[assignment]
    situation = _situation(cues, feeling, len(said))
    intensity = _intensity(situation, feeling, cues[situation])
    category = _CATEGORY[situation]
    if situation == "moved" and intensity < _TOUCHED:
        category = "casual"
    return Weight(intensity, category, situation)


def _situation(cues: Counter[str], feeling: Felt, length: int) -> Situation:
    work = cues["technical"] + cues["design"] + cues["typo"]
    life = cues["personal"] + cues["deep"] + cues["trauma"]
    if (cues["trauma"] >= 3 or (cues["trauma"] >= 1.5 and life >= 4)) and life > work:
        return "trauma"
    if life > work and (cues["deep"] >= 3 or (cues["deep"] >= 2 and cues["personal"] >= 1 and feeling.strength >= 4)):
        return "deep"
    if cues["typo"] >= 3 and cues["design"] < 3 and length <= 200:
        return "typo"
    # "let's have ramen" is no design decision: mild words count only where the matter is technical
    decided = cues["design"] >= 3 or (cues["design"] >= 2 and cues["technical"] >= 2)
    if decided and cues["design"] >= cues["personal"]:
        return "design"
    # one word such as "class" or 会議 makes a plain sentence work, but not a joyful or a personal one
    plain = cues["technical"] + cues["typo"]
    if plain >= max(2, cues["personal"]) or (plain >= 1 and not life and feeling.strength < 1.5):
        return "technical"
    if life >= 2 or (cues["personal"] >= 1 and feeling.strength >= 1.5):
        return "personal"
    return "moved" if feeling.strength >= 0.8 else "casual"


def _intensity(situation: Situation, feeling: Felt, cues: float) -> int:
    low, high = _BANDS[situation]
    if situation == "moved":
        # far from calm on either side counts: a quiet sorrow matters too
        value = low - 4 + 6 * feeling.strength + 0.45 * max(feeling.arousal - 35, (35 - feeling.arousal) / 2)
        return round(max(low, min(high, value)))
    share = min(1.0, feeling.strength / 8 + max(0, feeling.arousal - 35) / 130 + max(0.0, cues - 3) / 20)
    value = low + (high - low) * share
    if situation in _WORK and feeling.strength >= 3 and feeling.arousal >= 60:
        value += _LIFT * min(1.0, (feeling.arousal - 60) / 30 + feeling.strength / 12)
    return round(min(100.0, value))


def _cues(text: str) -> Counter[str]:
    """How strongly each situation is named; a cue that comes often counts once."""
    plain = folded(text)
    found: Counter[str] = Counter()
    for (situation, weight), pattern in _patterns().items():
        found[situation] += weight * len(set(pattern.findall(plain)))  # type: ignore[assignment]
    found["technical"] += 2 * min(2, len(_IDENTIFIER.findall(plain)))
    return found


@cache
def _patterns() -> dict[tuple[str, float], re.Pattern[str]]:
    """One expression for all cues of a situation with the same weight; longer cues first, so that they win."""
    by_kind: dict[tuple[str, float], list[tuple[str, str]]] = {}
    for language, cue, situation, weight in table("situations"):
        if situation not in get_args(Situation):
            raise ValueError(f"unknown situation {situation!r} in situations.tsv")
        by_kind.setdefault((situation, float(weight)), []).append((language, folded(cue)))
    return {
        kind: re.compile("|".join(_expression(*cue) for cue in sorted(cues, key=lambda cue: -len(cue[1]))))
        for kind, cues in by_kind.items()
    }


def _expression(language: str, cue: str) -> str:
    if language == "ja":
        # a single kanji inside a compound is another word: 夫 in 大丈夫
        return re.escape(cue) if len(cue) > 1 else f"(?<![一-鿿]){cue}(?![一-鿿])"
    words = re.escape(cue.rstrip("*")).replace(r"\ ", r"[\s-]+")
    # Latin words stand inside Japanese text without blanks, where \b sees no border
    return rf"(?<![a-z0-9]){words}" + ("" if cue.endswith("*") else r"(?![a-z0-9])")
