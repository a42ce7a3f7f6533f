"""How workers share the nights of many personas (F7, I6, D5)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WorkRules:
    """How many nights go into one job, how often a worker looks for nights that are due and for workers that are gone,
    after how many seconds without a sign of life one counts as gone, how often a job is tried again and after how many
    seconds (each time that factor longer), and after how many minutes a night that was given up is asked for anew."""

    shard: int = 20
    look_seconds: float = 30.0
    lost_seconds: float = 60.0
    attempts: int = 5
    backoff_seconds: int = 4
    again_minutes: int = 60

    def __post_init__(self) -> None:
        if not 1 <= self.shard <= 1_000:
            raise ValueError("shard must lie in 1..1000")
        if not 0.1 <= self.look_seconds <= 3_600:
            raise ValueError("look_seconds must lie in 0.1..3600")
        if not 1 <= self.lost_seconds <= 3_600:
            raise ValueError("lost_seconds must lie in 1..3600")
        if not 1 <= self.backoff_seconds <= 30:
            raise ValueError("backoff_seconds must lie in 1..30")
        for name in ("attempts", "again_minutes"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")
