"""Documents that a person puts into a persona's knowledge base (B1)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from omoide.domain.passage import DOMAIN
from omoide.errors import InvalidInput

GENERAL = f"{DOMAIN}general"
_NAME = re.compile(r"[^\s:/\\]{1,60}")


@dataclass(frozen=True, slots=True)
class Document:
    """`name` is the path it was read from; `file_hash` tells whether the file has changed since."""

    id: str
    persona: str
    name: str
    domain: str
    file_hash: str
    added: datetime
    version: int
    characters: int
    text: str = ""  # filled in only where a document is handed in


def domain_named(text: str | None) -> str:
    """`kb:recipes` for "recipes" and for "kb:recipes"; the general one without a name."""
    if text is None:
        return GENERAL
    name = unicodedata.normalize("NFKC", text).strip().casefold().removeprefix(DOMAIN)
    if not _NAME.fullmatch(name):
        raise InvalidInput(
            f"{text!r} cannot be a domain: use 1 to 60 characters without blanks, colons and slashes.",
            f"{text!r} は分野の名前に使えません。空白・コロン・スラッシュのない 1〜60 文字にしてください。",
        )
    return f"{DOMAIN}{name}"
