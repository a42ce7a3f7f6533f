"""English counts: one day, two days. Japanese needs none of it."""

from __future__ import annotations

import re
from typing import Any

_NOUNS = (
    "accounts|answers|backups|calls|characters|conversations|days|edges|events|exchanges|files|goals|hours|ids|insights"
    "|links|memories|messages|minutes|moments|moves|nights|nodes|notes|pages|procedures|proposals|questions|rows|sessions"
    "|talks|times|tokens|topics|turns|vectors|versions|weeks"
)
# A place for a number, perhaps one word in between ("new", "old"), what is counted, and a verb that agrees with it.
_COUNT = re.compile(rf"(\{{[\w.]*(?::[^{{}}]*)?\}})( [a-z]+)? ({_NOUNS})\b( (?:are|have|were|wait|differ)\b)?")
_ONE = {" are": " is", " have": " has", " were": " was", " wait": " waits", " differ": " differs", None: ""}


def counted(text: str, *number: Any, **values: Any) -> str:
    """An English text with its one number or its values filled in; where a count is one, its word is singular."""

    def agreeing(match: re.Match[str]) -> str:
        field, between, noun, verb = match.groups()
        if field.format(*number, **values) != "1":
            return match[0]
        single = noun[:-3] + "y" if noun.endswith("ies") else noun[:-1]
        return f"{field}{between or ''} {single}{_ONE[verb]}"

    return _COUNT.sub(agreeing, text).format(*number, **values)
