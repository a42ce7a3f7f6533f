"""Which of the two languages a text is in."""

from __future__ import annotations

import re
from typing import Literal

from omoide.language.function_words import ENGLISH

Language = Literal["ja", "en"]

_CJK = re.compile("[々\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]")
_LATIN = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
_ENOUGH = 2_000  # a longer text does not change its language


def language_of(text: str) -> Language:
    """Japanese when its characters outweigh the Latin words.

    Two characters make about a word. A Latin word counts half unless it is one of the small words that only an English
    sentence has, because Japanese is full of names in Latin letters (「GitHubのActionsでCIが失敗」).
    """
    text = text[:_ENOUGH]
    japanese = len(_CJK.findall(text)) / 2
    if not japanese:
        return "en"
    words = _LATIN.findall(text)
    english = sum(1.0 if word.lower() in ENGLISH else 0.5 for word in words)
    return "ja" if japanese >= english else "en"
