"""How many tokens a text is: counted by a real tokenizer whose vocabulary ships with its package.

A model's own tokenizer is seldom to be had. o200k, that of OpenAI's recent models, is the one we count with for all:
it knows Japanese and English, and others differ from it by some per cent.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

VOCABULARY = "o200k_base"


class Tokens:
    @cached_property
    def _tokenizer(self) -> Any:
        from splintr import Tokenizer  # here: its vocabulary takes a tenth of a second to load

        return Tokenizer.from_pretrained(VOCABULARY)

    def count(self, text: str) -> int:
        return len(self._tokenizer.encode_ordinary(text)) if text else 0

    def cut(self, text: str, most: int) -> str:
        """The longest beginning with at most so many tokens. Never within a character: its bytes may be two tokens."""
        if most <= 0:
            return ""
        tokens = self._tokenizer.encode_ordinary(text)
        if len(tokens) <= most:
            return text
        begun = self._tokenizer.decode_bytes(tokens[:most]).decode("utf-8", "ignore")
        while self.count(begun) > most:  # a beginning may be cut into tokens in another way than the whole was
            begun = begun[:-1]
        return begun
