"""A few messages in a short text with keywords, by rules: what flows out of working memory (W3), and a running summary
that has grown too long (W7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.adapters.models.offline.filling import Worded, fill
from omoide.adapters.models.offline.reading import on_one_line, prose, within_reach
from omoide.adapters.models.offline.topics import keywords as topics_of
from omoide.language.detect import language_of

NAME = "offline"
_CODE = {"ja": "（コード）", "en": "(code)"}
_MORE = {"ja": "（ほかに {} 件）", "en": "(and {} more)"}


@dataclass(frozen=True, slots=True)
class _Said:
    speaker: str
    text: Worded
    weight: float = 1.0

    def told(self, room: int) -> str:
        text = self.text.within(max(room - len(self.speaker) - 2, 1))
        return f"{self.speaker}: {text}" if self.speaker else text


def condense(said: Sequence[tuple[str, str]], characters: int, keywords: int) -> tuple[str, list[str], str]:
    """Each message in as much room as there is for it, in their order; what has none at all is counted."""
    language = language_of("\n".join(text for _, text in said))
    told = [(speaker, on_one_line(prose(within_reach(text), _CODE[language]))) for speaker, text in said]
    return _told(told, characters, language), topics_of(*(text for _, text in told), most=keywords), NAME


def _told(said: Sequence[tuple[str, str]], characters: int, language: str) -> str:
    whole = "\n".join(f"{speaker}: {text}" if speaker else text for speaker, text in said if text)
    if len(whole) <= characters:  # the common case: nothing has to be weighed
        return whole
    things = [_Said(speaker, Worded.of(text)) for speaker, text in said if text]
    return fill("", things, characters, lambda rest: _MORE[language].format(rest) if rest else "")
