"""A matter that is settled (L4): which persona settled it, with whom, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

# The rent is paid every month: what is settled anew after so long is news again, and no echo of the first time.
AGAIN = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Resolution:
    person: str
    persona: str
    matter: str
    ts: datetime
    key: str

    def plain(self) -> dict[str, Any]:
        return {"ts": self.ts.isoformat(), "persona": self.persona, "matter": self.matter}
