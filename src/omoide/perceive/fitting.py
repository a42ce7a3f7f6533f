"""What a mind wrote, made fit to keep: clean, without secrets (E8), and no longer than there is room for."""

from __future__ import annotations

from omoide.language.clean import clean
from omoide.perceive.redaction import redact


def fit(text: str, most: int) -> str:
    """Cut rather than refused: nobody is there at night to be asked for a shorter text."""
    text = redact(clean(text)).strip()
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
