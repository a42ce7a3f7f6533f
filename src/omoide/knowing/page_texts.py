"""Learned pages as whole texts, with other facts or other words than they have; nothing else on them changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from omoide.domain.learned import Learned
from omoide.domain.learned_facts import changed_facts, told_facts
from omoide.language.clean import clean
from omoide.language.front_matter import join, part, rejoin
from omoide.perceive import redact


def open_to_change(item: Learned) -> bool:
    """What could not be read whole must not be written; what is for all persons is not ours to change (N6); and a page
    that a person wrote a secret on is left alone, since its history must not keep that (E8)."""
    if item.place != "own" or item.problem or item.archived or item.kind == "skill":
        return False
    told = f"{item.text}\n{item.description}\n{item.facts.other}"
    return bool(item.text.strip()) and redact(told) == told


def rewritten(whole: str, item: Learned, text: str | None = None, **facts: Any) -> str:
    """The page with these facts in place of its own, and with another text if one is given."""
    after = replace(item.facts, **facts)
    if item.bare:
        return join(told_facts(after), item.text if text is None else text)
    return rejoin(part(whole), changed_facts(item.facts, after), item.text if text is None else text)


def new_page(item: Learned) -> str:
    return join(told_facts(item.facts), item.text)


def turned_back(there: str, before: str, after: str) -> str:
    """What stood before a change, where figures may have changed since: those that it did not touch stay."""
    if there == after:
        return before
    was, became = part(before), part(after)
    keys = {key for key in was.fields.keys() | became.fields.keys() if was.fields.get(key) != became.fields.get(key)}
    return rejoin(part(there), {key: was.fields.get(key) for key in sorted(keys)}, was.body)


def body_of(whole: str | None) -> str:
    """Its words alone: figures in its front matter come and go without changing what it says."""
    return "" if whole is None else part(whole).body.strip()


def made_text(text: str) -> str:
    """What a mind wrote, as a page may hold it."""
    return redact(clean(text)).strip()
