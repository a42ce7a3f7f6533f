"""What stands in a reply tag, read as generously as it can be read without guessing."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import cast

from omoide.domain.persona_emotion import CATEGORIES, Category, MemoryTrace, PersonaEmotion

# Curly, angular and Japanese quotes stand for straight ones; full-width forms are folded by NFKC.
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»「」『』’‘'`", '"'))
_ATTRIBUTE = re.compile(r'([a-z_]+)\s*=\s*"?\s*([^"\s/]*)')
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.ASCII)
_LONGEST_ID = 100


def emotion_of(body: str) -> PersonaEmotion | None:
    """None for an unknown category or an intensity that is no number; one beyond 0 to 1 counts as the nearer end."""
    values = _values(body)
    category, intensity = values.get("category", ""), _in_unit(values.get("intensity", ""))
    if category not in CATEGORIES or intensity is None:
        return None
    return PersonaEmotion(cast(Category, category), intensity)


def trace_of(body: str) -> MemoryTrace | None:
    values = _values(body)
    name, resonance = values.get("id", ""), _in_unit(values.get("resonance", ""))
    if not 0 < len(name) <= _LONGEST_ID or resonance is None:
        return None
    return MemoryTrace(name, resonance)


def _values(body: str) -> dict[str, str]:
    """By name; of two with one name the first counts, as in HTML."""
    plain = unicodedata.normalize("NFKC", body).lower().translate(_QUOTES)
    values: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(plain):
        values.setdefault(name, value)
    return values


def _in_unit(text: str) -> float | None:
    if not _NUMBER.fullmatch(text) or not math.isfinite(value := float(text)):
        return None
    return min(max(value, 0.0), 1.0)
