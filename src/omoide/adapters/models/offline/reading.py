"""How a text is read: no more of it than a person would take in, and in one form for what means the same."""

from __future__ import annotations

import re

from omoide.language.clean import clean
from omoide.language.sentences import sentences
from omoide.language.terms import fold

_LONGEST = 12_000
_CODE = re.compile(r"```[^\n]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_BLANKS = re.compile(r"[^\S\n]+")
_LINES = re.compile(r"\s*\n\s*")
_QUOTED = re.compile(r"「[^「」]*」|『[^『』]*』|\"[^\"]*\"|“[^“”]*”|(?<!\w)'[^'\n]{3,}'(?!\w)")
_LISTENED = 4_000
_LONG_RUN = re.compile(r"(.)\1{5,}", re.DOTALL)


def within_reach(text: str) -> str:
    """The beginning and the end of a very long text: a pasted megabyte must not stop the night."""
    if len(text) > _LONGEST:
        head, tail = _LONGEST * 3 // 4, _LONGEST // 4
        text = f"{text[:head]}\n{text[-tail:]}"
    return clean(text)


def prose(text: str, code: str = " ") -> str:
    """The text without its blocks of code, which are quoted matter and not something felt or told."""
    return _CODE.sub(code, text)


def on_one_line(text: str) -> str:
    """Lines and blanks joined, so that a text can be told inside a sentence."""
    return _LINES.sub(" ", _BLANKS.sub(" ", text)).strip()


def folded(text: str) -> str:
    """One form to look words up in; endless runs (やったーーーー, !!!!!!!!!!) shortened to five."""
    return _LONG_RUN.sub(r"\1\1\1\1\1", fold(text))


def own_sentences(said: str) -> list[str]:
    """A person's own words, folded: code and quotations taken out, unless all is one quotation.

    What is quoted is mentioned, not said: 「忘れないで」と言われた asks for nothing.
    """
    text = prose(said)[:_LISTENED]
    own = _QUOTED.sub("〃", text)
    if not own.strip(" 〃。.!！"):
        own = text.strip('「」『』"“” ')
    return [folded(sentence).strip() for sentence in sentences(own)]
