"""The shape of a question: its words in both languages, and a fence around what others wrote (R14)."""

from __future__ import annotations

import re
from typing import Literal

from omoide.ports import Wording

Language = Literal["ja", "en"]


def fenced(name: str, text: str) -> str:
    """Quoted material between <name> tags that it cannot close itself."""
    safe = re.sub(rf"<(?=\s*/?\s*{name}\b)", "‹", text, flags=re.IGNORECASE)
    return f"<{name}>\n{safe}\n</{name}>"


__all__ = ["Language", "Wording", "fenced"]
