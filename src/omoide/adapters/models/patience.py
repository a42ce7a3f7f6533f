"""What goes into a batch of calls and what comes out: plain values, so that no model library is needed for them."""

from __future__ import annotations

import asyncio
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
    pace: Callable[[], float] | None = None

    async def turn(self) -> None:
        """Wait until this call may be sent, where callers on all machines share a limit."""
        if self.pace is not None:
            seconds = await asyncio.to_thread(self.pace)
            if seconds > 0:
                await self.wait(seconds)


@dataclass(frozen=True, slots=True)
class Told:
    """The answer to the question at a position, or why there is none, and what it used."""

    position: int
    answer: Any
    calls: int
    input_tokens: int
    output_tokens: int
