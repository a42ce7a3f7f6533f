"""How days and weeks are told. Settings are read at every start, so this file needs no other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EpisodeRules:
    """What is told in detail, how long accounts are, when days are merged, and how far back a prompt looks."""

    highlight: float = 0.6
    shortest: int = 800
    longest: int = 1500
    part_characters: int = 12_000  # of a day's log that one question holds
    merge_after_days: int = 60
    week_shortest: int = 400
    week_longest: int = 800
    week_strongest: int = 2
    resonance_rate: float = 0.3
    lookback_days: int = 14

    def __post_init__(self) -> None:
        for name in ("highlight", "resonance_rate"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie in 0..1")
        for name in ("shortest", "week_shortest", "merge_after_days", "week_strongest", "lookback_days"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be at least 0")
        if self.part_characters < 1_000:
            raise ValueError("part_characters must be at least 1000")
        for least, most in (("shortest", "longest"), ("week_shortest", "week_longest")):
            if not getattr(self, least) < getattr(self, most):
                raise ValueError(f"{least} must be less than {most}")
            if getattr(self, most) < 200:
                raise ValueError(f"{most} must be at least 200")
