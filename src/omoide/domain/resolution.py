"""A matter that is settled (L4): which persona settled it, with whom, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Resolution:
    person: str
    persona: str
    matter: str
    ts: datetime
    key: str

    def plain(self) -> dict[str, Any]:
        return {"ts": self.ts.isoformat(), "persona": self.persona, "matter": self.matter}
