"""The names of the two who talk, in what is asked.

Between a persona and a person their own names are in every second sentence and tell nothing apart; to an embedder they
look like the matter itself. Other names are what a cue is about: they must match exactly.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from omoide.domain.turn import Scope
from omoide.language.terms import terms

_PARTS = re.compile(r"[\s_/.-]+")
_NAMELESS = frozenset(["default", "me", "user", "assistant", "you", "i"])  # what stands in for a name
_HONORIFIC = "(?:さん|ちゃん|くん|君|様|さま|先生|先輩)?"
_POSSESSIVE = "(?:['’]s?)?"
OTHER_NAME = re.compile(
    r"(?<=[\w,;:)] )[A-Z]\w*(?:['’][A-Z]\w+)?|([一-鿿々]{1,4}|[ァ-ヴー]{2,})(?=さん|ちゃん|くん|君|様|先生|先輩)"
)


@dataclass(frozen=True, slots=True)
class Named:
    """A cue without the names of the two, the terms of these names, and the terms of other names in it."""

    rest: str
    light: frozenset[str]
    others: frozenset[str]


def without_names(cue: str, scope: Scope) -> Named:
    cue = unicodedata.normalize("NFKC", cue)
    person, persona = _names(scope.person), _names(scope.persona)
    rest = _taken_out(_taken_out(cue, person), persona)
    if not terms(rest):
        rest = cue  # it names the two and nothing else
    light = frozenset(term for name in person + persona for term in terms(name))
    return Named(rest, light, frozenset(term for name in names_in(cue) for term in terms(name)) - light)


def names_in(text: str) -> list[str]:
    """What is written like a name: with a capital within an English sentence, or with a Japanese form of address."""
    found = (match.group(1) or match.group() for match in OTHER_NAME.finditer(text))
    return [name for name in found if name != "I"]


def _names(name: str) -> list[str]:
    """A whole name and its parts, the longest first; what only stands in for a name is none."""
    whole = unicodedata.normalize("NFKC", name)
    parts = [part for part in _PARTS.split(whole) if len(part) > 1]
    found = [one for one in dict.fromkeys([whole, *parts]) if one.lower() not in _NAMELESS]
    return sorted(found, key=len, reverse=True)


def _taken_out(text: str, names: Iterable[str]) -> str:
    for name in names:
        edge = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"
        pattern = f"{edge[0]}{re.escape(name)}{_HONORIFIC}{_POSSESSIVE}{edge[1]}"
        text = re.sub(pattern, " ", text, flags=re.IGNORECASE)
    return " ".join(text.split())
