"""Texts that come from outside, made fit to keep; and the language in which the persona speaks of itself."""

from __future__ import annotations

from omoide.errors import InvalidInput
from omoide.language.clean import clean
from omoide.language.detect import Language, language_of
from omoide.perceive import redact
from omoide.settings import Settings

LONGEST = 2_000


def kept(text: str, what_en: str, what_ja: str, may_be_empty: bool = False) -> str:
    """Clean, without secrets (E8), not empty and not a book."""
    text = redact(clean(text)).strip()
    if not text and not may_be_empty:
        raise InvalidInput(
            f"the {what_en} is empty; say it in a few words.", f"{what_ja}が空です。短く書いてください。"
        )
    if len(text) > LONGEST:
        raise InvalidInput(
            f"the {what_en} has {len(text)} characters; use at most {LONGEST}.",
            f"{what_ja}が {len(text)} 文字あります。{LONGEST} 文字までにしてください。",
        )
    return text


def tongue(settings: Settings, *texts: str) -> Language:
    """The language that is set, else that of what it is about."""
    return settings.language if settings.language != "auto" else language_of(" ".join(texts))
