"""Learned pages as whole texts, with other facts or other words than they have; nothing else on them changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from omoide.domain.learned import Learned
from omoide.domain.learned_facts import changed_facts, told_facts
from omoide.language.front_matter import join, part, rejoin


def rewritten(whole: str, item: Learned, text: str | None = None, **facts: Any) -> str:
    """The page with these facts in place of its own, and with another text if one is given."""
    after = replace(item.facts, **facts)
    return rejoin(part(whole), changed_facts(item.facts, after), item.text if text is None else text)


def new_page(item: Learned) -> str:
    return join(told_facts(item.facts), item.text)


def body_of(whole: str | None) -> str:
    """Its words alone: figures in its front matter come and go without changing what it says."""
    return "" if whole is None else part(whole).body.strip()
