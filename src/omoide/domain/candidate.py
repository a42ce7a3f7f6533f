"""Candidates for what a persona has learned: taken from its episodes, and not believed before they are checked (K1)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

CandidateState = Literal["waiting", "accepted", "rejected"]
Outcome = Literal["accepted", "rejected", "waiting"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """What would be written, and what it was taken from. `premise` is the text of its sources; `description` the line
    that a procedure is found by."""

    kind: str
    name: str
    text: str
    premise: str
    sources: tuple[str, ...] = ()
    description: str = ""

    @property
    def key(self) -> str:
        """The same candidate from the same sources is one, however often a night is lived."""
        parts = (self.kind, self.name, self.text, *sorted(self.sources))
        return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Validated:
    """`by` is who decided: the judge, or the mind that was asked; empty while nobody could."""

    candidate: Candidate
    outcome: Outcome
    confidence: float = 0.0
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class KeptCandidate:
    """As it is kept: those that wait are tried again, rejected ones can be looked at for a while."""

    candidate: Candidate
    state: CandidateState
    created_at: datetime
    attempts: int = 0
    by: str = ""
    reason: str = ""
    decided_at: datetime | None = None
