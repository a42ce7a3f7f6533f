"""The word lists of the offline mind, read from data files when they are first needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

from omoide.adapters.models.offline.reading import folded
from omoide.adapters.models.offline.tables import table


@dataclass(frozen=True, slots=True)
class Feeling:
    """What a word carries: valence -3..3, arousal 0..100 and emotion tags."""

    valence: float
    arousal: int
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A word that was found at a place in a text, with what it carries there (negated, intensified)."""

    at: int
    valence: float
    arousal: float
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Patterns:
    """Strings to be found anywhere in a text, longest first; `opening` ones only where a clause begins."""

    anywhere: dict[str, Feeling]
    opening: dict[str, Feeling]
    longest: dict[str, int]  # by first character: the longest pattern that begins with it


# The kana that follow a stem. い-adjectives by their endings, verbs by the columns of the kana table.
_ENDINGS = {
    "i": "いくかさすげそけ", "k": "かきくけこい", "g": "がぎぐげごい", "s": "さしすせそ", "t": "たちつてとっ",
    "n": "なにぬねのん", "b": "ばびぶべぼん", "m": "まみむめもん", "r": "らりるれろっ", "w": "わいうえおっ",
}  # fmt: skip


def _feelings(name: str) -> dict[str, Feeling]:
    return {
        row[0]: Feeling(float(row[1]), int(row[2]), tuple(row[3].split(",")) if len(row) > 3 and row[3] else ())
        for row in table(name)
    }


@cache
def english() -> tuple[dict[str, Feeling], dict[str, list[tuple[tuple[str, ...], Feeling]]]]:
    """Single words, and phrases by their first word, longest first."""
    words: dict[str, Feeling] = {}
    phrases: dict[str, list[tuple[tuple[str, ...], Feeling]]] = {}
    for entry, feeling in _feelings("feelings_en").items():
        choices = [part.split("|") for part in entry.split()]
        for form in product(*choices):
            if len(form) == 1:
                words[form[0]] = feeling
            else:
                phrases.setdefault(form[0], []).append((form, feeling))
    for found in phrases.values():
        found.sort(key=lambda item: -len(item[0]))
    return words, phrases


@cache
def japanese() -> Patterns:
    written, inflected, opening = {}, {}, {}
    for entry, feeling in _feelings("feelings_ja").items():
        stem, plus, kind = entry.partition("+")
        if plus:
            inflected.update({folded(stem) + kana: feeling for kana in _ENDINGS[kind]})
        elif entry.startswith("^"):
            opening[folded(entry[1:])] = feeling
        else:
            written[folded(entry)] = feeling
    return _patterns({**inflected, **written}, opening)


@cache
def symbols() -> Patterns:
    return _patterns({folded(entry): feeling for entry, feeling in _feelings("feelings_symbols").items()}, {})


def _patterns(anywhere: dict[str, Feeling], opening: dict[str, Feeling]) -> Patterns:
    longest: dict[str, int] = {}
    for pattern in (*anywhere, *opening):
        longest[pattern[0]] = max(longest.get(pattern[0], 0), len(pattern))
    return Patterns(anywhere, opening, longest)
