"""Run a coroutine on an event loop of its own, in a thread of its own.

The core is synchronous, and its caller may already be inside a running loop (a notebook, an asynchronous server),
where no second one can run. So the loop always gets its own thread. What the coroutine tells is handed to the caller's
thread, because that is where a database connection and a progress bar live.
"""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


def run_apart(work: Callable[[Callable[[T], None]], Coroutine[Any, Any, None]]) -> Generator[T, None, None]:
    """Yield what `work(tell)` tells, as it comes; then raise what it raised. Leaving early cancels it."""
    told: queue.SimpleQueue[tuple[T] | None] = queue.SimpleQueue()
    loop = asyncio.new_event_loop()
    task = loop.create_task(work(lambda item: told.put((item,))))
    with ThreadPoolExecutor(1, thread_name_prefix="omoide-models") as pool:
        future = pool.submit(_live, loop, task)
        future.add_done_callback(lambda _: told.put(None))
        try:
            while (item := told.get()) is not None:
                yield item[0]
        finally:
            with suppress(RuntimeError):  # the loop is closed already: there is nothing left to cancel
                loop.call_soon_threadsafe(task.cancel)
        future.result()


def _live(loop: asyncio.AbstractEventLoop, task: asyncio.Task[None]) -> None:
    try:
        loop.run_until_complete(task)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
