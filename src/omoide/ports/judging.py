"""Judging: whether one text follows from another, and what is kept of such judgements (K1, K3, K5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from omoide.domain.candidate import Candidate, CandidateState, KeptCandidate
from omoide.domain.page_change import Change, ChangeState
from omoide.domain.turn import Scope


@dataclass(frozen=True, slots=True)
class Verdict:
    """How likely it is that the hypothesis follows from the premise, has nothing to do with it, or contradicts it."""

    entailment: float
    neutral: float
    contradiction: float


class Judge(Protocol):
    """A model for natural language inference. Raises Postponed when it cannot judge now."""

    @property
    def name(self) -> str: ...

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        """One verdict for each (premise, hypothesis), in order."""
        ...


class Changes(Protocol):
    """Every change of a page of what was learned. Only added to; a change that is planned becomes done or dropped."""

    def add(self, changes: Sequence[Change]) -> list[Change]:
        """Keep them under new ids, as one step when they name none, in one transaction."""
        ...

    def of(self, scope: Scope, kind: str, name: str) -> list[Change]:
        """Oldest first."""
        ...

    def step(self, scope: Scope, step: str) -> list[Change]:
        """All changes of one decision, in the order in which they are carried out."""
        ...

    def planned(self, scope: Scope) -> list[str]:
        """Steps that were decided and are not known to be carried out, oldest first."""
        ...

    def settle(self, scope: Scope, step: str, state: ChangeState) -> None: ...

    def since(self, scope: Scope, moment: datetime | None) -> list[Change]:
        """All changes after a moment, oldest first."""
        ...


class Candidates(Protocol):
    def add(self, scope: Scope, candidate: Candidate, at: datetime) -> bool:
        """Let it wait; False when it is kept already, in whatever state."""
        ...

    def all(self, scope: Scope, state: CandidateState | None = "waiting") -> list[KeptCandidate]:
        """In the order in which they came; None means: in every state."""
        ...

    def tried(self, scope: Scope, keys: Sequence[str]) -> None:
        """One more attempt that came to nothing."""
        ...

    def settle(self, scope: Scope, key: str, state: CandidateState, by: str, reason: str, at: datetime) -> bool:
        """Once: False when it does not wait."""
        ...

    def let_go(self, scope: Scope, before: datetime) -> int:
        """Delete what was decided before a moment; returns how many."""
        ...


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a pair as its two texts stand; `seal` is a hash of both."""

    seal: str
    verdict: str
    attempts: int


class JudgedPairs(Protocol):
    """Which pairs were held against each other, so that none is judged twice while its texts stay the same (K3, K5)."""

    def get(self, scope: Scope, one: str, other: str) -> Judged | None:
        """In either order of the two."""
        ...

    def put(self, scope: Scope, one: str, other: str, judged: Judged) -> None: ...

    def having(self, scope: Scope, verdict: str) -> list[tuple[str, str, Judged]]:
        """All pairs of which this was said."""
        ...
