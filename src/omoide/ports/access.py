"""Tokens that were given out: only their hashes are kept."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from omoide.domain.access import Issued, Pass


class Passes(Protocol):
    def issue(self, holder: Pass, now: datetime) -> str:
        """A new token, told once; Refused when its name is taken."""
        ...

    def revoke(self, name: str) -> Issued: ...

    def all(self) -> list[Issued]: ...

    def holder(self, token: str) -> Pass | None:
        """Whose token it is; None when it is nobody's."""
        ...
