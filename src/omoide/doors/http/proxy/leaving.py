"""Whoever hangs up wants no answer: what is asked of the provider for them is broken off, since somebody pays for it.

While a reply streams, the framework notices by itself. Before its first word it would wait for the provider first.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

HUNG_UP = 499  # as proxies have it; nobody reads it but our own counters


async def while_there(request: Request, answering: Coroutine[Any, Any, Response]) -> Response:
    """The answer, as long as somebody waits for it. The body of the request must have been read."""
    answer, gone = asyncio.create_task(answering), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return await answer
        return Response(status_code=HUNG_UP)
    finally:
        for task in (answer, gone):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


class Spoken(StreamingResponse):
    """A reply that is ended in any case: an iterator that nobody has begun would end nothing."""

    def __init__(
        self, words: AsyncIterator[bytes], status: int, headers: Mapping[str, str], end: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(words, status, headers)
        self._end = end

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            with anyio.CancelScope(shield=True):
                await self._end()
