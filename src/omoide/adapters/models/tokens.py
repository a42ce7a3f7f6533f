"""How many tokens a text is: counted by a real tokenizer whose vocabulary ships with its package.

A model's own tokenizer is seldom to be had. o200k, that of OpenAI's recent models, is the one we count with for all:
it knows Japanese and English, and others differ from it by some per cent.
"""

from __future__ import annotations

from functools import cache
from typing import Any

VOCABULARY = "o200k_base"


@cache
def _tokenizer() -> Any:
    """One for the whole process, since every mind counts: its vocabulary takes a tenth of a second to load."""
    from splintr import Tokenizer

    return Tokenizer.from_pretrained(VOCABULARY)


class Tokens:
    def count(self, text: str) -> int:
        return len(_tokenizer().encode_ordinary(text)) if text else 0

    def cut(self, text: str, most: int) -> str:
        """The longest beginning with at most so many tokens. Never within a character: its bytes may be two tokens."""
        if most <= 0:
            return ""
        tokens = _tokenizer().encode_ordinary(text)
        if len(tokens) <= most:
            return text
        begun = _tokenizer().decode_bytes(tokens[:most]).decode("utf-8", "ignore")
        while self.count(begun) > most:  # a beginning may be cut into tokens in another way than the whole was
            begun = begun[:-1]
        return begun
