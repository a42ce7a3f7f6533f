"""How much of the log of events is kept, looked at and told (L1, L3)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ActivityRules:
    """How far back and how many events a prompt looks at; when messages belong together; where a line is cut; how much
    of a text is kept, and read at once by a pointer. How many tokens all of it may take is a matter of priming."""

    hours: int = 24
    most_entries: int = 200
    group_minutes: int = 30
    line_characters: int = 200
    kept_characters: int = 20_000
    read_characters: int = 20_000

    def __post_init__(self) -> None:
        if self.group_minutes < 0:
            raise ValueError("group_minutes must be at least 0")
        for name in ("hours", "most_entries", "line_characters", "kept_characters", "read_characters"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")
