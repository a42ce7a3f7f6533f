"""Of whom or what a sentence tells: "My sister lives in Kobe" and "my brother lives in Kobe" are nearly the same words.

Only what plainly stands first is read. Where nobody is named, or by "she" and 「それ」 alone, the subject is open.
"""

from __future__ import annotations

import re

from omoide.language.detect import language_of
from omoide.language.terms import FUNCTION, fold, terms, weight

_VERB = (
    "(?:is|are|was|were|am|isn't|aren't|wasn't|lives?|lived|works?|worked|has|have|had|starts?|begins?|costs?|takes?|likes?"
    "|loves?|hates?|eats?|drinks?|plays?|speaks?|goes|moved|gets?|got|wants?|needs?|can|can't|will|does|doesn't|do|don't"
    "|leaves?|comes?|holds?|prefers?|uses?)"
)
_ENGLISH = re.compile(
    rf"^(?P<who>(?:[\w'-]+ ){{0,4}}?[\w'-]+?)"
    rf"(?:(?:'s|'re|'m) (?!(?:[\w'-]+ ){{1,3}}(?:is|are|was|were)\b)| {_VERB}\b)"
)
_JAPANESE = re.compile(r"^(?P<who>[^、。はがも?!]{1,20}?)(?:は|が|って|も)")
_QUOTES = "\"'“”「」『』 　"
_ONESELF = frozenset(["i", "we", "私", "僕", "俺", "自分", "わたし", "ぼく", "おれ", "うち"])
_OPEN = frozenset([
    "it", "that", "this", "he", "she", "they", "these", "those", "there",
    "それ", "これ", "あれ", "そこ", "ここ", "彼", "彼女", "あの人", "その人",
])  # fmt: skip


def subject(sentence: str) -> frozenset[str] | None:
    """The terms of who or what it tells of; None where that is open."""
    plain = fold(sentence).strip(_QUOTES)
    found = (_JAPANESE if language_of(plain) == "ja" else _ENGLISH).match(plain)
    if found is None or found["who"] in _OPEN:
        return None
    if found["who"] in _ONESELF:
        return frozenset(["i"])
    return frozenset(term for term in terms(found["who"]) if weight(term) > FUNCTION) or None


def may_tell_of_the_same(later: str, earlier: str) -> bool:
    """Whether the later sentence can be about what the earlier one was. It may name less, or more, but nobody else;
    and whom it names must be in an earlier one that leaves its subject open."""
    mine, theirs = subject(later), subject(earlier)
    if mine is None:
        return True
    if theirs is None:
        return mine <= {"i", *terms(earlier)}
    return mine <= theirs or theirs <= mine
