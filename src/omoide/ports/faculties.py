"""Everything that a mind of one scope works with, in one value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from omoide.domain.turn import Scope, Turn

if TYPE_CHECKING:
    from omoide.language.reply_tags import Stripped
    from omoide.ports.activity import Activity
    from omoide.ports.journals import Journals
    from omoide.ports.judging import Judge
    from omoide.ports.keeping import Locks
    from omoide.ports.pages import Pages
    from omoide.ports.stores import Nearest, Store
    from omoide.ports.thinking import Embedder, Thinker, Tokens
    from omoide.ports.tiers import Archive, SessionStore


class Clock(Protocol):
    def now(self) -> datetime: ...


class MachineClock:
    """One that nobody handed in: only such a clock is judged (O6, perceive/clock_skew.py)."""

    def now(self) -> datetime:
        raise NotImplementedError


@dataclass(frozen=True)
class Successor:
    """An embedder that the settings name while another still serves, with the indexes of its vectors (X5)."""

    embedder: Embedder
    nearest: Nearest
    nearest_passages: Callable[[], Nearest]


@dataclass(frozen=True)
class Faculties:
    """Everything that a mind of one scope works with."""

    scope: Scope
    store: Store
    nearest: Nearest
    nearest_passages: Callable[[], Nearest]  # recall does without passages, and must not wait for them to load
    thinker: Thinker
    embedder: Embedder
    locks: Locks
    pages: Pages
    activity: Activity  # everything that happens, day by day
    journals: Journals  # what a reply leaves on disk while it streams
    sessions: SessionStore  # the talk that was left off, and those of the last hours
    archive: Callable[[], Archive]  # where talks go after a day; raises MissingExtra without its library
    tokens: Tokens
    clock: Clock
    categorise: Callable[[str], str | None]  # what a cue is about, by rules: recall never waits for a model
    decide: Callable[[Any], Any]  # whether to search before a reply, by rules: a reply never waits for a model
    # What was said, as (speaker, text), in so many characters and keywords at most, by rules: text, keywords, and which
    # mind made them. A message never waits for a model.
    condense: Callable[[Sequence[tuple[str, str]], int, int], tuple[str, Sequence[str], str]]
    read_document: Callable[[Path, int], str]  # the text of a file of at most so many bytes
    hear: Callable[[Faculties, Turn, Stripped], None]  # what a reply's tags bring about, whoever took the turn in
    successor: Successor | None = None  # serves once `reindex` has made its vectors
    bound: bool = False  # asked for with a token for this persona alone: it learns nothing that is others' (N7)
    judge: Judge | None = None  # whether one text follows from another; without one, the mind decides alone (K1)
