"""The audit log: lines are added and read, and nothing else is possible."""

from __future__ import annotations

from typing import Protocol

from omoide.domain.audit import Audited


class Audit(Protocol):
    def add(self, line: Audited) -> None: ...

    def latest(self, most: int, skip: int = 0) -> list[Audited]:
        """The newest first, after so many that are skipped."""
        ...
