"""A text taken apart for the built-in embedder: words of letters that have blanks between them, and runs of Japanese.

The rules are our own and frozen: a vector made last year must still fit one made today (X5).
"""

from __future__ import annotations

import re
import unicodedata

# A run of letters and digits of any script; an apostrophe ends a word, as it did when the weights were made.
_RUN = re.compile(r"[^\W_]+")
# Letters of Japanese: hiragana, katakana with its long mark, kanji and the repetition mark.
_JAPANESE = re.compile("([\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff\uf900-\ufaff々]+)")


def words_and_runs(text: str) -> tuple[list[str], list[str]]:
    """The words in lower case and the runs of Japanese letters, each in order of appearance."""
    plain = unicodedata.normalize("NFKC", text).lower()
    words: list[str] = []
    runs: list[str] = []
    for run in _RUN.findall(plain):
        if run.isascii():
            words.append(run)
        else:
            # Split at Japanese letters: every second part is Japanese, the others are words or empty.
            parts = _JAPANESE.split(run)
            words += [_bare(part) for part in parts[0::2] if part]
            runs += parts[1::2]
    return words, runs


def _bare(word: str) -> str:
    """Without accents: the pieces that words are made of know none."""
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if unicodedata.category(letter) != "Mn")
