"""A turn told as an account: what prompted it and how the persona reacted (E1). The transcript is kept elsewhere.

Words that were said stand in quotation marks and nothing else is put around them: a phrase such as "they said" in every
memory would make all memories look alike to a search.
"""

from __future__ import annotations

import re

from omoide.adapters.models.offline.choosing import key_sentences
from omoide.adapters.models.offline.reading import on_one_line, prose
from omoide.adapters.models.offline.stock import feeling_sentence
from omoide.domain.memory import UNANSWERED
from omoide.prompts.question import Language

_VERBATIM = 400  # what is shorter is remembered word for word
_MOST = 1_400
_QUOTED = {"ja": "「{}」", "en": '"{}"'}
_CODE = {"ja": "（コード）", "en": "(code)"}


def account(said: str, replied: str, tags: tuple[str, ...], language: Language) -> tuple[str, str]:
    """Trigger and content of level 1, each at most about 1,500 characters; a dash where nothing was said."""
    felt = feeling_sentence(tags, language)
    gap = " " if felt and language == "en" else ""
    return _told(said, language), f"{_told(replied, language)}{gap}{felt}"


def _told(text: str, language: Language) -> str:
    plain = on_one_line(prose(text, _CODE[language]))
    if not plain:
        return UNANSWERED
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
