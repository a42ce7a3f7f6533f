"""Which token opens what: the server's own one, those that were given out for the home, or none on this machine."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING

from omoide.domain.access import ANYONE_HERE, OWNER, Pass

if TYPE_CHECKING:
    from omoide.ports import Passes


@dataclass(frozen=True, slots=True)
class Keys:
    """`required`: nobody comes in without a token. Otherwise whoever brings one is held to what it allows."""

    token: str = ""
    passes: Passes | None = None
    required: bool = False

    def holder(self, token: str | None) -> Pass | None:
        """Who asks; None when they may not. Compared in the same time whatever it is: nobody learns a token letter by
        letter."""
        if token is None:
            return None if self.required else ANYONE_HERE
        if self.token and hmac.compare_digest(token.encode("utf-8", "surrogatepass"), self.token.encode()):
            return OWNER
        return self.passes.holder(token) if self.passes and token else None
