"""A turn told as an account: what prompted it and how the persona reacted (E1). The transcript is kept elsewhere.

Words that were said stand in quotation marks and nothing else is put around them: a phrase such as "they said" in every
memory would make all memories look alike to a search.
"""

from __future__ import annotations

import re

from omoide.adapters.models.offline.choosing import key_sentences
from omoide.adapters.models.offline.reading import on_one_line, prose
from omoide.prompts.question import Language

_VERBATIM = 400  # what is shorter is remembered word for word
_MOST = 1_400
_QUOTED = {"ja": "「{}」", "en": '"{}"'}
_SILENCE = "—"
_CODE = {"ja": "（コード）", "en": "(code)"}
_FELT = {"ja": "{}を感じるやりとりだった。", "en": "There was {} in it."}
_AND = {"ja": "と", "en": " and "}
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


def account(said: str, replied: str, tags: tuple[str, ...], language: Language) -> tuple[str, str]:
    """Trigger and content of level 1, each at most about 1,500 characters; a dash where nothing was said."""
    felt = feeling_sentence(tags, language)
    gap = " " if felt and language == "en" else ""
    return _told(said, language), f"{_told(replied, language)}{gap}{felt}"


def feeling_sentence(tags: tuple[str, ...], language: Language) -> str:
    names = [FEELINGS_JA[tag] if language == "ja" else tag for tag in tags[:3]]
    if not names:
        return ""
    if len(names) > 2 and language == "en":
        names = [", ".join(names[:-1]), names[-1]]
    return _FELT[language].format(_AND[language].join(names))


def _told(text: str, language: Language) -> str:
    plain = on_one_line(prose(text, _CODE[language]))
    if not plain:
        return _SILENCE
    if len(plain) > _VERBATIM:
        plain = key_sentences(prose(text, _CODE[language]), _MOST)
    return in_quotes(plain, language)


def in_quotes(text: str, language: Language) -> str:
    """Empty for nothing."""
    return _QUOTED[language].format(_inner_quotes(text, language)) if text else ""


def _inner_quotes(text: str, language: Language) -> str:
    """Quotation marks inside a quotation are the other kind, so that its end can be told."""
    if language == "ja":
        return text.replace("「", "『").replace("」", "』")
    return re.sub('["“”]', "'", text)
