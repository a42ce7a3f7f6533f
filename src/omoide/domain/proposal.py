"""Proposals (T2): what the night would write on the page of somebody or something. The persona decides, awake."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from omoide.domain.turn import Scope

ProposalStatus = Literal["pending", "accepted", "declined"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """`related` are ids of memories that speak of it, `sources` the turns that it came from (E9). `written` is what
    was put on the page in the end."""

    id: str
    scope: Scope
    name: str
    fact: str
    why: str
    proposed_at: datetime
    related: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    made_by: str = ""
    status: ProposalStatus = "pending"
    decided_at: datetime | None = None
    written: str = ""

    def plain(self) -> dict[str, object]:
        return {
            "id": self.id,
            "name": self.name,
            "fact": self.fact,
            "why": self.why,
            "proposed_at": self.proposed_at.isoformat(),
            "related": list(self.related),
            "status": self.status,
            "decided_at": self.decided_at.isoformat() if self.decided_at else None,
            "written": self.written,
            "sources": list(self.sources),
            "made_by": self.made_by,
        }
