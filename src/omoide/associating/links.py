"""Links that a page names: `[[name]]`, or `[[name|as it is shown]]` (G3). What stands in code is code."""

from __future__ import annotations

import re
from dataclasses import dataclass

from omoide.domain.page import LONGEST_NAME, folded

_LINK = re.compile(r"\[\[([^\[\]\n]{1,400})\]\]")
_CODE = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1`*~*[ \t]*$|\Z)|(?<!`)(`+)(?!`).+?(?<!`)\2(?!`)", re.M | re.S)


@dataclass(frozen=True, slots=True)
class LinksFound:
    """Names in the order in which they first stand there, and how many there are in all."""

    names: tuple[str, ...]
    total: int


def links_in(text: str, most: int | None = None) -> LinksFound:
    """Each name once, however it is written; of very many the first."""
    names: dict[str, str] = {}
    for match in _LINK.finditer(_CODE.sub(" ", text)):
        name = " ".join(match[1].split("|", 1)[0].split("#", 1)[0].split())
        if name and len(name) <= LONGEST_NAME:
            names.setdefault(folded(name), name)
    return LinksFound(tuple(names.values())[:most], len(names))
