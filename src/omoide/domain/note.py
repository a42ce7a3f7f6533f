"""Session notes (W7): what a session brought since the last note of it, on one day.

Notes feed the nightly consolidation and stand in for the day's account until that is told. They are no episodes: a day
that has notes still has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from omoide.domain.turn import Scope

Result = Literal["success", "failure", "unclear"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it went with a procedure that was in mind during the session (K4)."""

    procedure: str
    result: Result


@dataclass(frozen=True, slots=True)
class Note:
    """`sources` are the keys of the turns it tells: each turn is in one note at most (W6). `carried_out`: its tasks,
    resolutions and outcomes have reached the page, the log, the registry and the procedures."""

    id: str
    scope: Scope
    day: date
    session: str
    sources: tuple[str, ...]
    text: str
    topics: tuple[str, ...]
    resolved: tuple[str, ...]
    tasks: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    made_by: str
    created_at: datetime
    carried_out: bool = False

    def plain(self) -> dict[str, Any]:
        return {
            "id": self.id, "date": self.day.isoformat(), "session": self.session, "text": self.text,
            "topics": list(self.topics), "resolved": list(self.resolved), "tasks": list(self.tasks),
            "outcomes": [{"procedure": one.procedure, "result": one.result} for one in self.outcomes],
            "turns": list(self.sources), "made_by": self.made_by, "created_at": self.created_at.isoformat(),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """What a session has brought so far, its recorded turns folded into one short text (W7)."""

    session: str
    summary: str
    turns: int
    updated_at: datetime
