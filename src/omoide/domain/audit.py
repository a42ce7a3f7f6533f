"""What is written down for good (L5): who may have what was exported, restored, protected, signed in to, erased.

A person's name is kept as a hash. Lines can never be changed, and once a person is erased nothing may tell of them;
whoever knows the name still finds their lines.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

AuditAction = Literal[
    "export", "restore", "protect", "unprotect", "forget", "erase", "sign_in", "sign_in_refused",
    "token_created", "token_revoked", "settings", "share", "unshare",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Audited:
    """One line. `subject` is what it was done to: an id, a backup, a token's name; `person` is a hash."""

    id: str
    at: datetime
    action: AuditAction
    persona: str = ""
    person: str = ""
    subject: str = ""
    detail: str = ""

    def plain(self) -> dict[str, Any]:
        return {
            "id": self.id, "at": self.at.isoformat(), "action": self.action, "persona": self.persona,
            "person": self.person, "subject": self.subject, "detail": self.detail,
        }  # fmt: skip


def hashed(name: str) -> str:
    """What stands for a name, or for the id of something that is gone."""
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:32]
