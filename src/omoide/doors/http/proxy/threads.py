"""Threads beside the chats, used again and again since each keeps a connection to the homes it was in.

They are daemons: a memory that hangs in one of them must not keep the server from ending. And there are only so many:
when all are stuck, the next chat goes on without memory at once.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from omoide.errors import Busy

MOST = 256
REST_SECONDS = 30.0  # without work, after which a thread ends
T = TypeVar("T")


class Threads:
    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._count = self._idle = 0

    def start(self, work: Callable[[], None]) -> None:
        """Begin it now; raises Busy when every thread has something to do. `work` tells its faults itself."""
        with self._lock:
            if self._idle:
                self._idle -= 1
                return self._work.put(work)
            if self._count >= self._most:
                raise Busy(
                    "too many chats wait for their memory: it hangs, or there are too many at once.",
                    "記憶を待っている会話が多すぎます。記憶が応答していないか、一度に来すぎています。",
                )
            self._count += 1
        threading.Thread(target=self._live, args=(work,), name="omoide-proxy", daemon=True).start()

    async def run(self, work: Callable[[], T]) -> T:
        """As `start`, and wait for what it gives or raises. Nobody waits any more, it goes on all the same."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def settle(result: T | None, error: BaseException | None) -> None:
            if future.done():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)  # type: ignore[arg-type]

        def done() -> None:
            result, error = None, None
            try:
                result = work()
            except Exception as raised:  # noqa: BLE001 - carried over to whoever waits for it
                error = raised
            with suppress(RuntimeError):  # the server is gone
                loop.call_soon_threadsafe(settle, result, error)

        self.start(done)
        return await future

    def _live(self, work: Callable[[], None]) -> None:
        while True:
            work()
            del work  # it may hold what it has done, and this thread may rest for long
            with self._lock:
                self._idle += 1
            try:
                work = self._work.get(timeout=REST_SECONDS)
            except queue.Empty:
                with self._lock:
                    try:
                        work = self._work.get_nowait()  # put just now
                    except queue.Empty:
                        self._idle -= 1
                        self._count -= 1
                        return
