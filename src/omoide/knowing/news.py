"""News that a page may have to be held against: an account of a day, a note of a session, a correction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Protocol


class Telling(Protocol):
    """Whatever has an id, a day and a text."""

    @property
    def source(self) -> str: ...

    @property
    def day(self) -> date: ...

    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class News:
    source: str
    day: date
    text: str


def node_of(source: str) -> str:
    """Its name among judged pairs, where pages have their own."""
    return f"source:{source}"
