"""Sentences that the offline mind writes about anybody, in words that are nobody's. Only here are they put together,
and whoever looks for what betrays a person (O2) asks here which to leave out: others' memories hold them too."""

from __future__ import annotations

import re

from omoide.prompts.question import Language

_FELT = {"ja": "{}を感じるやりとりだった。", "en": "There was {} in it."}
_AND = {"ja": "と", "en": " and "}
_MORE = {"ja": "ほかにも{}回やりとりがあった。", "en": "There were {} more exchanges."}
FEELINGS_JA = {
    "joy": "喜び",
    "satisfaction": "満足",
    "relief": "安堵",
    "excitement": "興奮",
    "gratitude": "感謝",
    "pride": "誇らしさ",
    "hope": "希望",
    "love": "愛情",
    "curiosity": "好奇心",
    "sadness": "悲しみ",
    "anger": "怒り",
    "frustration": "苛立ち",
    "anxiety": "不安",
    "fear": "恐れ",
    "disgust": "嫌悪",
    "regret": "後悔",
    "loneliness": "寂しさ",
    "guilt": "申し訳なさ",
    "resignation": "諦め",
    "nostalgia": "懐かしさ",
    "surprise": "驚き",
    "confusion": "戸惑い",
    "determination": "決意",
}


def feeling_sentence(tags: tuple[str, ...], language: Language) -> str:
    names = [FEELINGS_JA[tag] if language == "ja" else tag for tag in tags[:3]]
    if not names:
        return ""
    if len(names) > 2 and language == "en":
        names = [", ".join(names[:-1]), names[-1]]
    return _FELT[language].format(_AND[language].join(names))


def more_exchanges(rest: int, language: Language) -> str:
    """How a day ends that does not tell of all; empty when it does."""
    return _MORE[language].format(rest) if rest else ""


def anybodys(sentence: str) -> bool:
    """Whether it is one of these, or a mere list of feelings as a trace ends with. Without its full stop."""
    return _ANYBODYS.fullmatch(sentence) is not None


def _pattern() -> str:
    """Made from the same words as the sentences."""
    ja, en = "|".join(FEELINGS_JA.values()), "|".join(FEELINGS_JA)
    named = {"ja": f"(?:{ja})(?:{_AND['ja']}(?:{ja}))*", "en": f"(?:{en})(?:(?:, |{_AND['en']})(?:{en}))*"}
    kinds = [(_FELT[language], named[language]) for language in named] + [(more, r"\d+") for more in _MORE.values()]
    return "|".join([*(re.escape(text.rstrip(".。")).replace(r"\{\}", inner) for text, inner in kinds), named["en"]])


_ANYBODYS = re.compile(_pattern())
