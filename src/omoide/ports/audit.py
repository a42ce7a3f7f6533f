"""The audit log: lines are added and read, and nothing else is possible."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from omoide.domain.audit import AuditAction, Audited


class Audit(Protocol):
    def add(self, line: Audited) -> None: ...

    def latest(self, most: int, skip: int = 0) -> list[Audited]:
        """The newest first, after so many that are skipped."""
        ...

    def when(self, action: AuditAction, person: str) -> datetime | None:
        """When it was last done to a person, by the hash of their name."""
        ...
