"""What a token allows (I3): to read, to write too, or everything; with one persona, or with all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Right = Literal["read", "write", "admin"]
RIGHTS: tuple[Right, ...] = ("read", "write", "admin")  # each includes those before it


@dataclass(frozen=True, slots=True)
class Pass:
    """Who asks: the name of a token, how much it allows, and with which persona ("" means: all)."""

    name: str
    right: Right
    persona: str = ""

    def allows(self, right: Right) -> bool:
        return RIGHTS.index(self.right) >= RIGHTS.index(right)

    def knows(self, persona: str) -> bool:
        return self.persona in ("", persona)


# Whoever sits at this machine while no token is asked for, and whoever has the server's own token.
ANYONE_HERE = Pass("this machine", "admin")
OWNER = Pass("OMOIDE_TOKEN", "admin")


@dataclass(frozen=True, slots=True)
class Issued:
    """A token as it is kept: never itself, only its hash."""

    holder: Pass
    hash: str
    created: datetime

    def plain(self) -> dict[str, Any]:
        return {
            "name": self.holder.name, "scope": self.holder.right, "persona": self.holder.persona or None,
            "created": self.created.isoformat(),
        }  # fmt: skip
