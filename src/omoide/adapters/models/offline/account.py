"""A turn told as an account: what prompted it and how the persona reacted (E1). The transcript is kept elsewhere."""

from __future__ import annotations

import re

from omoide.adapters.models.offline.choosing import key_sentences
from omoide.adapters.models.offline.reading import on_one_line, prose
from omoide.prompts.question import Language

_VERBATIM = 400  # what is shorter is remembered word for word
_MOST = 1_400
_QUESTION = re.compile(r"[?？]\s*[」』）)\"'”]*\s*$")
_REQUEST_JA = re.compile(
    "(?:して|って|んで|いて|えて|けて|めて|べて|てください|ください|くれ|お願いします|お願い|頼む|ほしい)[。！!、ねよ]*$"
)
_REQUEST_EN = re.compile(
    r"^(?:please|can you|could you|would you|will you|fix|add|write|make|remove|rename|help)\b", re.IGNORECASE
)

_ASKED = {
    "ja": {"say": "「{}」と言われた", "ask": "「{}」と聞かれた", "beg": "「{}」と頼まれた"},
    "en": {"say": 'They said: "{}"', "ask": 'They asked: "{}"', "beg": 'They asked of me: "{}"'},
}
_ASKED_LONG = {
    "ja": {
        "say": "長い話をされた。「{}」",
        "ask": "長い説明とともに聞かれた。「{}」",
        "beg": "長い説明とともに頼まれた。「{}」",
    },
    "en": {
        "say": 'They said at length: "{}"',
        "ask": 'They asked at length: "{}"',
        "beg": 'They asked of me at length: "{}"',
    },
}
_ANSWERED = {"ja": "「{}」と答えた。", "en": 'I replied: "{}"'}
_ANSWERED_LONG = {"ja": "詳しく答えた。「{}」", "en": 'I replied at length: "{}"'}
_NOTHING_SAID = {"ja": "言葉のない呼びかけがあった", "en": "They said nothing in words"}
_NO_ANSWER = {"ja": "何も答えなかった。", "en": "I gave no reply."}
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
    """Trigger and content of level 1, each at most about 1,500 characters."""
    trigger = _told(said, _ASKED[language][_manner(said)], _ASKED_LONG[language][_manner(said)], language)
    content = _told(replied, _ANSWERED[language], _ANSWERED_LONG[language], language)
    felt = feeling_sentence(tags, language)
    content = content or _NO_ANSWER[language]
    gap = "" if language == "ja" else " "
    return trigger or _NOTHING_SAID[language], f"{content}{gap}{felt}" if felt else content


def feeling_sentence(tags: tuple[str, ...], language: Language) -> str:
    names = [FEELINGS_JA[tag] if language == "ja" else tag for tag in tags[:3]]
    if not names:
        return ""
    if len(names) > 2 and language == "en":
        names = [", ".join(names[:-1]), names[-1]]
    return _FELT[language].format(_AND[language].join(names))


def _manner(said: str) -> str:
    text = on_one_line(prose(said))
    if _QUESTION.search(text):
        return "ask"
    return "beg" if _REQUEST_JA.search(text) or _REQUEST_EN.search(text) else "say"


def _told(text: str, short: str, long: str, language: Language) -> str:
    plain = on_one_line(prose(text, _CODE[language]))
    if not plain:
        return ""
    if len(plain) <= _VERBATIM:
        return short.format(_inner_quotes(plain, language))
    return long.format(_inner_quotes(key_sentences(prose(text, _CODE[language]), _MOST), language))


def _inner_quotes(text: str, language: Language) -> str:
    """Quotation marks inside a quotation are the other kind, so that its end can be told."""
    if language == "ja":
        return text.replace("「", "『").replace("」", "』")
    return re.sub('["“”]', "'", text)
