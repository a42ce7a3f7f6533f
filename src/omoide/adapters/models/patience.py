"""What goes into a batch of calls and what comes out: plain values, so that no model library is needed for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Patience:
    """How a call behaves: what it asks for, how long it waits, how often it is repeated."""

    temperature: float
    max_tokens: int
    timeout_seconds: float
    retries: int
    corrections: int
    concurrency: int
    longest_wait: float
    wait: Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Told:
    """The answer to the question at a position, or why there is none, and what it used."""

    position: int
    answer: Any
    calls: int
    input_tokens: int
    output_tokens: int
