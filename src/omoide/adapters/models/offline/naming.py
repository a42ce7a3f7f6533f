"""A name for a topic, by rules: the words that its accounts share and others lack (G4)."""

from __future__ import annotations

import calendar
import math

from omoide.adapters.models.offline.topics import keywords
from omoide.prompts.label_topic import LONGEST, LabelTopic

_CANDIDATES = 30  # of each account
_WORDS = 2
# An account says on which day it was; that is no topic.
_DATES = frozenset(name.casefold() for name in (*calendar.month_name, *calendar.day_name) if name)


def label(question: LabelTopic) -> str:
    own = [text.casefold() for text in question.accounts]
    others = [text.casefold() for text in question.others]
    names = {name.casefold() for name in question.names}
    words = dict.fromkeys(word for text in question.accounts for word in keywords(text, most=_CANDIDATES))
    plain = [
        word
        for word in words
        if not any(name in word.casefold() for name in names)
        and not word[0].isdigit()
        and _DATES.isdisjoint(word.casefold().split())
    ]

    def telling(word: str) -> float:
        """As in search: held by many of these, rare among all."""
        key = word.casefold()
        share = sum(key in text for text in own) / len(own)
        elsewhere = sum(key in text for text in others)
        return share * math.log((len(own) + len(others) + 1) / (elsewhere + 0.5))

    best = sorted(plain or words, key=lambda word: (-telling(word), -len(word), word))
    chosen: list[str] = []
    for word in best:
        if not any(word.casefold() in one.casefold() or one.casefold() in word.casefold() for one in chosen):
            chosen.append(word)
        if len(chosen) == _WORDS:
            break
    return ("・" if question.language == "ja" else ", ").join(chosen)[:LONGEST]
