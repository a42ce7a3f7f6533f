"""Facts at the head of a page, between two lines of three dashes, as YAML that a person may edit (T3, U1).

    ---
    confidence: 0.9
    ---
    The text.

A head that cannot be read is a problem and not the end: the page is told whole, and nobody but a person writes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

_HEAD = re.compile(r"\A---[ \t]*\n(.*?)(?:^---[ \t]*(?:\n|\Z))", re.DOTALL | re.MULTILINE)
_OPEN = re.compile(r"\A---[ \t]*(?:\n|\Z)")


class Parted(NamedTuple):
    """`problem` says in a few words why there are no facts though there is a head."""

    facts: dict[str, Any]
    text: str
    problem: str = ""


def parted(page: str) -> Parted:
    head = _HEAD.match(page)
    if not head:
        return Parted({}, page, "the front matter has no end" if _OPEN.match(page) else "")
    import yaml  # here: most pages have no head, and a recall reads none

    try:
        facts = yaml.safe_load(head[1])
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # ValueError: a date that no calendar has
        told = getattr(error, "problem", None) or str(error)
        return Parted({}, page, f"the front matter cannot be read ({' '.join(str(told).split())[:120]})")
    if facts is None:
        facts = {}
    if not isinstance(facts, dict):
        return Parted({}, page, "the front matter is no list of names and values")
    return Parted({str(name): value for name, value in facts.items()}, page[head.end() :].lstrip("\n"))


def joined(facts: Mapping[str, Any], text: str) -> str:
    """The page again; what is as it was gives the same characters, so that an unchanged page is not written."""
    import yaml

    head = yaml.safe_dump(dict(facts), allow_unicode=True, sort_keys=False, width=10_000) if facts else ""
    return f"---\n{head}---\n\n{text}" if head else text
