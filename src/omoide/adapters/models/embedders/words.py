"""Text into words, for the built-in embedder: Latin words with a light stem, and runs of Japanese letters.

The rules are our own and frozen: a vector made last year must still fit one made today (X5). A stemmer from outside
may change with its version.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# A run of letters and digits of any script; an apostrophe may stand inside.
_RUN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Letters of Japanese: hiragana, katakana with its long mark, kanji and the repetition mark.
_JAPANESE = re.compile("([\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff\uf900-\ufaff々]+)")
_HIRAGANA = re.compile("[\u3041-\u309f]+")

_VOWEL = re.compile("[aeiouy]")
_ENDINGS = (
    ("ization", "iz"), ("isation", "iz"), ("izing", "iz"), ("ising", "iz"), ("ized", "iz"), ("ised", "iz"),
    ("izes", "iz"), ("ises", "iz"), ("ize", "iz"), ("ise", "iz"), ("fulness", "ful"), ("iness", "y"), ("ness", ""),
    ("ments", ""), ("ment", ""), ("ations", "at"), ("ation", "at"), ("ies", "y"), ("ied", "y"), ("sses", "ss"),
    ("ingly", ""), ("edly", ""), ("ing", ""), ("ed", ""), ("ily", "y"), ("ly", ""),
)  # fmt: skip
_SUFFIXES = tuple(ending for ending, _ in _ENDINGS)


def pieces(text: str) -> tuple[list[str], list[str]]:
    """The Latin words in lower case and the runs of Japanese letters, each in order of appearance."""
    plain = unicodedata.normalize("NFKC", text).lower()
    words: list[str] = []
    runs: list[str] = []
    for run in _RUN.findall(plain):
        if run.isascii():
            words.append(run)
        else:
            # Split at Japanese letters: every second part is Japanese, the others are words or empty.
            parts = _JAPANESE.split(run)
            words += filter(None, parts[0::2])
            runs += parts[1::2]
    return words, runs


@lru_cache(maxsize=1 << 15)
def stem(word: str) -> str:
    """A rough English stem: optimised, optimizing and optimization meet; short and foreign words stay as they are."""
    word = word.replace("’", "'").removesuffix("'s").replace("'", "")
    if len(word) < 4 or not word.isascii():
        return word
    if word[-1] == "s" and word[-2] not in "sui" and not word.endswith(("ies", "sses", "ises", "izes")):
        word = word[:-2] if word.endswith(("ches", "shes", "xes")) else word[:-1]
    if not word.endswith(_SUFFIXES):
        return _bare(word)
    for ending, instead in _ENDINGS:
        left = word[: -len(ending)]
        if word.endswith(ending) and len(left) + len(instead) >= 3 and _VOWEL.search(left):
            return _bare(left + instead)
    return _bare(word)


def _bare(word: str) -> str:
    """Without a doubled last letter or a silent e."""
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word[-1] == "e" else word


def is_hiragana(text: str) -> bool:
    return _HIRAGANA.fullmatch(text) is not None


def has_hiragana(text: str) -> bool:
    return _HIRAGANA.search(text) is not None


def is_kanji(letter: str) -> bool:
    return "\u3400" <= letter <= "\u9fff" or letter == "々"
