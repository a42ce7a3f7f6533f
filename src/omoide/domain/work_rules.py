"""How workers share the nights of many personas (F7, I6, D5)."""

from __future__ import annotations

from dataclasses import dataclass

_MOST_LOOKING = 0.02  # of a worker's time: looking at very many personas takes a while, and they are to be lived
_AGAIN_SECONDS = 2.0  # until a server that was away is tried again
_POLL_SECONDS = 5.0  # between two looks for jobs that nobody announces: those that are tried again, or were rescued


@dataclass(frozen=True, slots=True)
class WorkRules:
    """How many nights go into one job, how often a worker looks for nights that are due, after how many seconds without
    a sign of life one counts as gone (looked for four times as often), how often a job is tried again and after
    how many seconds (each time that factor longer), and after how many minutes a night that was given up is asked for
    anew."""

    shard: int = 20
    look_seconds: float = 30.0
    lost_seconds: float = 40.0
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

    def until_next_look(self, cost_seconds: float) -> float:
        """By what it cost to reckon. Waiting for a server is no part of that: it takes nothing from the nights."""
        return max(self.look_seconds, cost_seconds / _MOST_LOOKING)

    @property
    def until_tried_again(self) -> float:
        """After a server was away."""
        return min(self.look_seconds, _AGAIN_SECONDS)

    @property
    def sign_seconds(self) -> float:
        """From one sign of life to the next, and from one search for workers that gave none to the next."""
        return self.lost_seconds / 4

    @property
    def poll_seconds(self) -> float:
        return min(self.look_seconds, _POLL_SECONDS)

    @property
    def orphaned_seconds(self) -> float:
        """The longest that a job stands as being worked on though its worker is gone, before another has it."""
        return self.lost_seconds + self.sign_seconds + self.poll_seconds
