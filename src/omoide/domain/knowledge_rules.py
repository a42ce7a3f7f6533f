"""How large documents may be. Settings are read at every start, so this file needs no other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnowledgeRules:
    """How large a document may be, and how many earlier texts of it are kept."""

    most_bytes: int = 50_000_000
    most_characters: int = 2_000_000
    versions: int = 5

    def __post_init__(self) -> None:
        for name in ("most_bytes", "most_characters"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")
        if self.versions < 0:
            raise ValueError("versions must be at least 0")
