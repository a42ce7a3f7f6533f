"""What a move from one database to another brought over (X1, X2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Moved:
    """All rows and vectors were compared with their copies; `written` of them had to be, others had arrived before."""

    rows: int
    vectors: int
    written: int
    tables: Mapping[str, int] = field(default_factory=dict)
    files: int = 0  # pages, logs and journals that went along
