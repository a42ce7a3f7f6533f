"""The persona's inner life, as it is kept: what it felt, what it wonders, what it aims at, what it lived through.

Questions and goals belong to a scope. The log of emotions holds no word of anybody and belongs to the persona, whose
mood is one; its lines still know with whom they were felt.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, tzinfo
from typing import Any, Protocol

from omoide.domain.dream import Insight
from omoide.domain.episode import Episode
from omoide.domain.goal import Goal, Status, Term
from omoide.domain.persona_emotion import FeltEmotion
from omoide.domain.proposal import Proposal, ProposalStatus
from omoide.domain.question import Conversion, OpenQuestion
from omoide.domain.span import Span
from omoide.domain.special_event import EventKind
from omoide.domain.turn import Scope, Turn


class Emotions(Protocol):
    """The log of the persona's own emotions (M2)."""

    def add(self, felt: FeltEmotion) -> None: ...

    def last(self, persona: str, person: str | None = None, before: datetime | None = None) -> FeltEmotion | None:
        """The newest one with anybody, or with one person; `before` means: up to and with that moment."""
        ...

    def changed_at(self, persona: str) -> datetime | None:
        """Since when the persona has felt as it does now."""
        ...

    def since(self, persona: str, moment: datetime | None = None) -> list[FeltEmotion]:
        """Oldest first."""
        ...

    def last_talk(self, persona: str) -> datetime | None:
        """When the persona last talked, with anybody: from the ledger of turns."""
        ...


class Questions(Protocol):
    def add(
        self, scope: Scope, topic: str, context: str, priority: float, source_date: date, asked_at: datetime,
        sources: Sequence[str],
    ) -> tuple[OpenQuestion, bool]:  # fmt: skip
        """Keep it, unless the same one is open already; returns the one that is kept now, and whether it is new."""
        ...

    def get(self, scope: Scope, question_id: str) -> OpenQuestion | None: ...

    def all(self, scope: Scope, resolved: bool | None = False) -> list[OpenQuestion]:
        """Open ones, resolved ones, or (None) both; in the order in which they were asked."""
        ...

    def resolve(self, scope: Scope, question_id: str, answer: str, at: datetime) -> bool:
        """False when it is not open."""
        ...

    def convert(self, scope: Scope, question_id: str, into: Conversion, at: datetime) -> bool:
        """Mark a resolved one as converted, once: False when it was before, or is not resolved (M3)."""
        ...

    def drop(self, scope: Scope, question_id: str) -> bool: ...


class Goals(Protocol):
    def add(
        self, scope: Scope, term: Term, goal: str, priority: int, at: datetime, sources: Sequence[str]
    ) -> tuple[Goal, bool]:
        """Set it, unless the same one is active already; returns the one that is active now, and whether it is new."""
        ...

    def move_in(self, goal: Goal) -> tuple[Goal, bool]:
        """Keep one as it is, under a new id where its own is taken; False when this scope has its id already."""
        ...

    def get(self, scope: Scope, goal_id: str) -> Goal | None: ...

    def all(self, scope: Scope, status: Status | None = "active") -> list[Goal]:
        """In the order in which they were set; None means: of every status."""
        ...

    def note(self, scope: Scope, goal_id: str, text: str, at: datetime) -> bool:
        """False when it is not active."""
        ...

    def close(self, scope: Scope, goal_id: str, status: Status, reason: str, at: datetime) -> bool:
        """Complete or abandon it, once: False when it is not active."""
        ...


class Insights(Protocol):
    """The dream diary (D2). Only the newest strategy is ever put into a prompt."""

    def add(self, insight: Insight) -> Insight:
        """Keep it under a new id."""
        ...

    def all(self, scope: Scope, limit: int | None = None) -> list[Insight]:
        """Newest first."""
        ...

    def latest_strategy(self, scope: Scope) -> Insight | None:
        """The newest one that has a strategy."""
        ...


class Proposals(Protocol):
    """What the night would write on entity pages (T2)."""

    def add(self, proposal: Proposal) -> tuple[Proposal, bool]:
        """Keep it under a new id, unless the same one was ever made; returns the one that is kept, and whether it is
        new."""
        ...

    def get(self, scope: Scope, proposal_id: str) -> Proposal | None: ...

    def all(self, scope: Scope, status: ProposalStatus | None = "pending") -> list[Proposal]:
        """In the order in which they were made; None means: of every status."""
        ...

    def decide(self, scope: Scope, proposal_id: str, status: ProposalStatus, written: str, at: datetime) -> bool:
        """Accept or decline it, once: False when it is not pending."""
        ...


class SpecialEpisodes(Protocol):
    """The part of the episodes that the persona's motives write to (P5, P6)."""

    def add_special(
        self, scope: Scope, kind: EventKind, text: str, detail: str, at: datetime, arousal: float,
        sources: Sequence[str] = (),
    ) -> Any:  # fmt: skip
        """Keep an achievement, a discovery or a bond; the same detail on the same day once."""
        ...

    def apply_trace(self, scope: Scope, episode_id: str, resonance: float, rate: float = 0.3) -> Any:
        """Let an episode that took part in a reply become more or less stirring; unknown ids are passed over."""
        ...


class Episodes(SpecialEpisodes, Protocol):
    """Days, weeks and special moments (P1-P7). Nothing is ever deleted: what was merged is archived."""

    def put(self, episode: Episode) -> Episode | None:
        """Keep it under its own id or a new one, or in the place of a record of a refusal. None when it is there
        already."""
        ...

    def get(self, scope: Scope, episode_id: str) -> Episode | None: ...

    def within(self, scope: Scope, days: Span | None = None, archived: bool | None = False) -> list[Episode]:
        """Those that touch these days, oldest first; None for archived means: those too."""
        ...

    def days_told(self, scope: Scope, failed: bool) -> set[date]:
        """Days that have an account (archived ones too), or the record of a refusal."""
        ...

    def merge(self, week: Episode, originals: Sequence[str]) -> Episode | None:
        """Put a week in the place of its days, which are archived. None when one of them is not there any more."""
        ...

    def unmerge(self, scope: Scope, week_id: str, at: datetime) -> int:
        """Bring the days of a week back and archive the week; returns how many came back."""
        ...


class TurnLog(Protocol):
    """The ledger of turns read as a log of conversation (L6). What was forgotten is left out."""

    def days(self, scope: Scope, zone: tzinfo | None) -> list[date]:
        """Local days on which something was said, oldest first; by each turn's own clock without a zone (N3)."""
        ...

    def of_day(self, scope: Scope, day: date, zone: tzinfo | None) -> list[Turn]:
        """Oldest first."""
        ...

    def last(self, scope: Scope, count: int) -> list[Turn]:
        """The newest ones, oldest of them first."""
        ...

    def recent(self, scope: Scope, since: datetime | None, until: datetime, count: int) -> list[Turn]:
        """The newest ones after one moment and up to another, oldest of them first."""
        ...

    def arousals(self, scope: Scope, keys: Sequence[str]) -> dict[str, float]:
        """How stirring the memory made from a turn was, 0 to 1; turns without one are left out (E10)."""
        ...

    def holding(self, scope: Scope, phrases: Sequence[str]) -> list[str]:
        """Keys of turns in which one of the phrases may stand, newest first: look at each (R7)."""
        ...

    def read(self, scope: Scope, keys: Sequence[str]) -> list[Turn]:
        """In the order asked for."""
        ...
