"""Terms: what texts are searched by.

Latin words by their English stem, numbers and identifiers exactly, Japanese and other scripts without blanks by pairs
of characters. Pairs need no dictionary and find names that no dictionary has; a single kanji and a whole katakana word
are terms of their own.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import pairwise

from omoide.language.function_words import ASKING, ENGLISH, JAPANESE

# Scripts that put blanks between words: their words stay whole.
_LETTER = (
    "0-9a-zªµºß-öø-ʯ\u0300-\u036f\u1e00-\u1fff"  # Latin, Vietnamese
    "\u0370-\u0386\u0388-\u0587"  # Greek, Cyrillic, Armenian
    "\u0591-\u05bd\u05d0-\u05ea\u0620-\u0669\u0671-\u06d3\u0900-\u0963\u0966-\u0dff"  # Hebrew, Arabic, Indic
)
_HAN = "々〆〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HIRAGANA = "\u3041-\u309a\u309d-\u309f"
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
_OTHER = "\u0e00-\u0e4e\u0e80-\u167f\u1681-\u1dff\u3105-\u312f\ua000-\ud7ff"  # Hangul, Thai and others, in pairs too

_PIECES = re.compile(
    rf"(?P<word>[{_LETTER}]+(?:[._'@+-][{_LETTER}]+|_+[{_LETTER}]+)*(?:\+\+|\#(?![{_LETTER}]))?)"
    rf"|(?P<kanji>[{_HAN}]+)|(?P<hiragana>[{_HIRAGANA}]+)|(?P<katakana>[{_KATAKANA}]+)|(?P<other>[{_OTHER}]+)"
    r"|(?P<emoji>[\U0001f1e6-\U0001f1ff]{2}|[☀-➿\U0001f000-\U0001faff])"
)
_PLAIN = re.compile(r"[a-z]+(?:'[a-z]+)*")
_PARTS = re.compile(r"[._@+#-]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_SKIN = re.compile("[\U0001f3fb-\U0001f3ff]")
_HAN_ONE = re.compile(f"[{_HAN}]")
_HIRAGANA_ALL = re.compile(f"[{_HIRAGANA}]+")
_KATAKANA_PAIR = re.compile(f"[{_KATAKANA}]{{2}}")
_PARTICLES = frozenset("はがをにのともでへやかねよ")
FUNCTION = 0.1  # what a function word weighs
_LONGEST = 64  # a longer "word" is noise (base64, a line of dashes): nobody asks for it whole


def fold(text: str) -> str:
    """One form for what means the same: full and half width, upper and lower case, curly and straight apostrophes."""
    return _SKIN.sub("", unicodedata.normalize("NFKC", text).lower().replace("’", "'"))


def terms(text: str) -> list[str]:
    """The terms of a text in order, repeated as they are in it."""
    found: list[str] = []
    kind_before, before, end = "", "", -1
    for match in _PIECES.finditer(_THOUSANDS.sub("", fold(text))):
        kind, piece = match.lastgroup or "", match.group()
        if match.start() != end:
            kind_before, before = "", ""
        _across(found, kind_before, before, kind, piece)
        if kind == "word":
            _word(found, piece)
        elif kind == "emoji":
            found.append(piece)
        elif kind != "hiragana" or len(piece) > 1 or _alone(match):
            _pairs(found, kind, piece)
        kind_before, before, end = kind, piece, match.end()
    return found


def characters(text: str) -> list[str]:
    """Every kanji by itself: kept with a memory beside its terms, so that 「猫」 finds 「黒猫」."""
    return _HAN_ONE.findall(fold(text))


@lru_cache(maxsize=4_096)
def weight(term: str) -> float:
    """How much a term says before anything is known about how rare it is (0-1)."""
    if term in ENGLISH or term in JAPANESE or (len(term) == 1 and _HIRAGANA_ALL.match(term)):
        return FUNCTION
    if term in _asking():
        return FUNCTION
    if _KATAKANA_PAIR.fullmatch(term):
        return 0.3  # a fragment: the whole word is a term too
    if len(term) == 2 and _HIRAGANA_ALL.fullmatch(term[1]):
        return 0.5  # hiragana, or a verb's stem and the first kana of its ending
    return 1.0


@cache
def _asking() -> frozenset[str]:
    """As terms: the English ones by their stems."""
    return frozenset(stem(word) if word.isascii() else word for word in ASKING)


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A lower-case Latin word without its English ending."""
    return _stemmer().stemWord(word)


@cache
def _stemmer():
    from Stemmer import Stemmer  # not needed for a Japanese cue

    return Stemmer("english")


def _word(found: list[str], word: str) -> None:
    if len(word) > _LONGEST:
        return
    if _PLAIN.fullmatch(word):
        found.append(word if len(word) < 3 or word in ENGLISH else stem(word))
        return
    found.append(word)
    parts = _PARTS.split(word)
    if len(parts) > 1:
        found.extend(stem(part) if _PLAIN.fullmatch(part) else part for part in parts if len(part) > 1)


def _pairs(found: list[str], kind: str, run: str) -> None:
    if len(run) == 1:
        found.append(run)
        return
    found.extend(a + b for a, b in pairwise(run))
    if kind == "katakana" and 2 < len(run) <= _LONGEST:
        found.append(run)


def _across(found: list[str], kind_before: str, before: str, kind: str, piece: str) -> None:
    """Pairs over a border of scripts that belong together: 食|べる, 3|月. Particles do not: 猫|が."""
    if kind_before == "kanji" and kind == "hiragana":
        if piece[0] not in _PARTICLES:
            found.append(before[-1] + piece[0])
    elif kind_before == "word" and kind == "kanji" and before.isdecimal() and len(before) < 9:
        found.append(before + piece[0])


def _alone(match: re.Match[str]) -> bool:
    """A single hiragana that is no particle between other words."""
    text, start, end = match.string, match.start(), match.end()
    return not (_joined(text, start - 1) or _joined(text, end))


def _joined(text: str, at: int) -> bool:
    return 0 <= at < len(text) and not text[at].isspace()
