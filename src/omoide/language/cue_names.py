"""The names of the two who talk, in what is asked.

Between a persona and a person their own names are in every second sentence and tell nothing apart; to an embedder they
look like the matter itself. But they tell whose words are asked for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from omoide.domain.hearing import Side
from omoide.domain.turn import Scope
from omoide.language.terms import terms

_PARTS = re.compile(r"[\s_/.-]+")
_NAMELESS = frozenset(["default", "me", "user", "assistant", "you", "i"])  # what stands in for a name
_HONORIFIC = "(?:さん|ちゃん|くん|君|様|さま|先生|先輩)?"
_POSSESSIVE = "(?:['’]s?)?"


@dataclass(frozen=True, slots=True)
class Named:
    """A cue without the names of the two, the terms of these names, and the one of the two that it is about."""

    rest: str
    light: frozenset[str]
    about: Side | None


def without_names(cue: str, scope: Scope) -> Named:
    cue = unicodedata.normalize("NFKC", cue)
    person, persona = _names(scope.person), _names(scope.persona)
    rest, of_person = _taken_out(cue, person)
    rest, of_persona = _taken_out(rest, persona)
    about: Side | None = None
    if of_person != of_persona:
        about = "person" if of_person else "persona"
    if not terms(rest):
        rest = cue  # it names the two and nothing else
    return Named(rest, frozenset(term for name in person + persona for term in terms(name)), about)


def _names(name: str) -> list[str]:
    """A whole name and its parts, the longest first; what only stands in for a name is none."""
    whole = unicodedata.normalize("NFKC", name)
    parts = [part for part in _PARTS.split(whole) if len(part) > 1]
    found = [one for one in dict.fromkeys([whole, *parts]) if one.lower() not in _NAMELESS]
    return sorted(found, key=len, reverse=True)


def _taken_out(text: str, names: Iterable[str]) -> tuple[str, bool]:
    named = False
    for name in names:
        edge = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"
        pattern = f"{edge[0]}{re.escape(name)}{_HONORIFIC}{_POSSESSIVE}{edge[1]}"
        text, times = re.subn(pattern, " ", text, flags=re.IGNORECASE)
        named = named or times > 0
    return " ".join(text.split()), named
