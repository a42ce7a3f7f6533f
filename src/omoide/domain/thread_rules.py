"""How working memory is held. Settings are read at every start, so this file needs no other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ThreadRules:
    """How many messages a thread holds, how alike what follows must be (on the scale "related"), how short a message
    says too little to tell, how old a turn may be to enter at all, and how long the record of a flush is."""

    messages: int = 12
    similarity: float = 0.75
    telling_words: int = 2
    hours: int = 24
    summary_characters: int = 400
    keywords: int = 8

    def __post_init__(self) -> None:
        if not 6 <= self.messages <= 12:
            raise ValueError("messages must lie in 6..12")
        if not 0 <= self.similarity <= 1:
            raise ValueError("similarity must lie in 0..1")
        for name, least in (("telling_words", 1), ("hours", 1), ("summary_characters", 50), ("keywords", 1)):
            if getattr(self, name) < least:
                raise ValueError(f"{name} must be at least {least}")
