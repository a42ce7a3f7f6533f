"""Felt words in English: inflected forms, phrases, negation ("not good"), emphasis ("really") and hedges ("a bit")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from omoide.adapters.models.offline.lexicon import Feeling, Hit, english

_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)*|[.,;:!?()\n]")
_RUNS = re.compile(r"(.)\1{2,}")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NEGATORS = _words(
    "not no never none nothing nobody neither nor without hardly barely scarcely cannot cant dont doesnt didnt isnt"
    " wasnt wont wouldnt aint lack lacks lacking"
)
_INTENSIFIERS = _words(
    "very really so extremely incredibly absolutely totally completely utterly truly deeply terribly awfully insanely"
    " super such too highly especially particularly seriously freaking fucking bloody damn most more much unbelievably"
    " exceptionally genuinely wholeheartedly soo sooo"
)
_HEDGES = _words(
    "bit little slightly somewhat kinda sorta fairly rather quite mildly maybe perhaps almost partly relatively"
    " moderately pretty less"
)
_BREAKS = frozenset(".,;:!?()\n") | {"but", "however", "because", "and"}
_LIFT, _DAMP = 1.35, 0.6
_REACH = 4  # how many words a negation reaches over: "don't think it is good"


def english_hits(text: str) -> Iterator[Hit]:
    """Felt words of a folded text."""
    tokens = [(match.group(), match.start()) for match in _TOKEN.finditer(text)]
    words = [word for word, _ in tokens]
    at = 0
    while at < len(words):
        feeling, length = _look_up(words, at)
        if feeling:
            yield _in_place(feeling, words, at, tokens[at][1], phrase=length > 1)
        at += length


def _look_up(words: list[str], at: int) -> tuple[Feeling | None, int]:
    single, phrases = english()
    for form, feeling in phrases.get(words[at], ()):
        if tuple(words[at : at + len(form)]) == form:
            return feeling, len(form)
    for form in _forms(words[at]):
        if form in single:
            return single[form], 1
    return None, 1


def _forms(word: str) -> Iterator[str]:
    """The word, then what it may be an inflection of."""
    yield word
    if _RUNS.search(word):
        yield _RUNS.sub(r"\1", word)
        yield _RUNS.sub(r"\1\1", word)
    if word.endswith("'s"):
        word = word[:-2]
        yield word
    for ending, replacements in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            for replacement in replacements:
                yield stem + replacement
            if ending in ("ed", "ing", "er", "est") and len(stem) > 3 and stem[-1] == stem[-2]:
                yield stem[:-1]
            return


_ENDINGS = (
    ("iness", ("y",)), ("ness", ("",)), ("iest", ("y",)), ("ier", ("y",)), ("ies", ("y",)), ("ied", ("y",)),
    ("ily", ("y",)), ("ly", ("", "le")), ("ing", ("", "e")), ("est", ("", "e")), ("ed", ("", "e")), ("es", ("e", "")),
    ("er", ("", "e")), ("s", ("",)),
)  # fmt: skip


def _in_place(feeling: Feeling, words: list[str], at: int, place: int, phrase: bool) -> Hit:
    valence, arousal, tags = feeling.valence, float(feeling.arousal), feeling.tags
    before = list(_before(words, at))
    if any(word in _INTENSIFIERS for word in before[:2]):
        valence, arousal = valence * _LIFT, min(arousal + 8, 100)
    elif abs(valence) > 1 and any(word in _HEDGES for word in before[:2]):  # what is mild is not made milder
        valence, arousal = valence * _DAMP, arousal - 8
    if not phrase and any(_negates(word, before) for word in before):
        valence, arousal, tags = negated(valence, arousal, tags)
    return Hit(place, valence, arousal, tags)


def _before(words: list[str], at: int) -> Iterator[str]:
    """The few words before, nearest first, up to where the clause begins."""
    for word in reversed(words[max(0, at - _REACH) : at]):
        if word in _BREAKS:
            return
        yield word


def _negates(word: str, before: list[str]) -> bool:
    if word in ("not", "no") and ("only" in before or "just" in before or "doubt" in before):
        return False
    return word in _NEGATORS or word.endswith("n't")


# What is left of a feeling that is denied.
_OPPOSITES = {
    "anxiety": "relief",
    "fear": "relief",
    "joy": "sadness",
    "hope": "resignation",
    "satisfaction": "frustration",
}


def negated(valence: float, arousal: float, tags: tuple[str, ...]) -> tuple[float, float, tuple[str, ...]]:
    """Not good is rather bad; not bad is only mildly good, and calmer."""
    turned = -0.6 * valence if valence > 0 else -0.45 * valence
    opposite = tuple(dict.fromkeys(_OPPOSITES[tag] for tag in tags if tag in _OPPOSITES))
    if not tags and valence < 0:
        opposite = ("satisfaction",)
    return turned, 35 + (arousal - 35) * 0.3, opposite
