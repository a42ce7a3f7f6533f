"""A chat on its way: brought to mind, forwarded, heard, and told on without the persona's tags."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import httpx
from starlette.responses import JSONResponse, Response

from omoide.doors.http.proxy.addressing import Addressed
from omoide.doors.http.proxy.conversations import Conversations, OpenMind
from omoide.doors.http.proxy.events import Event, EventStream
from omoide.doors.http.proxy.hearing import End, Hearing, Turning
from omoide.doors.http.proxy.leaving import Spoken
from omoide.doors.http.proxy.priming import Primed, prime
from omoide.doors.http.proxy.protocol import Body, Chat
from omoide.doors.http.proxy.threads import Threads
from omoide.doors.http.proxy.upstream import make_client, response_headers, unreachable, waiting
from omoide.errors import Busy, OmoideError

if TYPE_CHECKING:
    from omoide.settings.tree import ProxySettings

_log = logging.getLogger("omoide.proxy")
LOOK_SECONDS = 30.0
GRACE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: its protocol and body, where it goes with which headers, and whose memory is asked."""

    chat: Chat
    body: Body
    url: str
    headers: list[tuple[str, str]]
    whose: Addressed
    open_mind: OpenMind
    settings: ProxySettings
    language: str


class Forwarding:
    def __init__(self) -> None:
        self.conversations = Conversations()
        self.client = make_client()
        self._threads = Threads()
        self._heard: set[Hearing] = set()
        self._looking: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ the server's life

    async def __aenter__(self) -> Self:
        self._looking = asyncio.create_task(self._look())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Replies that are still being heard have broken off; each is kept as far as it came."""
        if self._looking:
            self._looking.cancel()
        going_on = [hearing for hearing in self._heard if not hearing.over]
        for hearing in going_on:
            hearing.end("cut")
        await asyncio.gather(*(hearing.kept(GRACE_SECONDS) for hearing in going_on))
        with suppress(TimeoutError, Busy):  # a memory that hangs does not keep the server from ending
            await asyncio.wait_for(self._threads.run(self.conversations.close), GRACE_SECONDS / 2)
        await self.client.aclose()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(Busy):  # it is looked at again soon
                await self._threads.run(partial(self.conversations.end_idle, datetime.now().astimezone()))

    # ------------------------------------------------------------ one chat

    async def answer(self, asked: Asked) -> Response:
        primed, told = await self._primed(asked)
        request = self.client.build_request(
            "POST", asked.url, content=json.dumps(primed.body).encode(), headers=asked.headers,
            timeout=waiting(asked.settings.timeout_seconds),
        )  # fmt: skip
        try:
            answer = await self.client.send(request, stream=True)
        except httpx.HTTPError as error:
            return JSONResponse(
                asked.chat.error(502, unreachable(asked.url, error).text(asked.language)), 502, headers=told
            )
        headers = {**response_headers(answer.headers.multi_items()), **told}
        if answer.is_success and "text/event-stream" in answer.headers.get("content-type", ""):
            hearing = self._hearing(asked, primed)

            async def end() -> None:
                if hearing:
                    hearing.end("cut")
                await answer.aclose()

            return Spoken(self._spoken(asked, answer, hearing), answer.status_code, headers, end)
        return await self._whole(asked, primed, answer, headers)

    async def _primed(self, asked: Asked) -> tuple[Primed, dict[str, str]]:
        """With a header that says what became of the memory. Whatever it does, the chat waits only so long for it."""
        without = Primed(asked.body, asked.whose.session)
        if not asked.whose.memory:
            return without, {"x-omoide-memory": "off"}
        try:
            bringing = self._threads.run(partial(self._bring, asked))
            primed = await asyncio.wait_for(bringing, asked.settings.patience_seconds)
        except TimeoutError:
            _log.warning("a chat goes on without memory: nothing came to mind in %s s", asked.settings.patience_seconds)
            return without, {"x-omoide-memory": "unavailable; late"}
        except OmoideError as error:
            _log.warning("a chat goes on without memory: %s", error)
            return without, {"x-omoide-memory": f"unavailable; {type(error).__name__}"}
        except Exception as error:  # noqa: BLE001 - the outermost edge of a chat that must go on; it is logged
            _log.exception("a chat goes on without memory: an error of our own")
            return without, {"x-omoide-memory": f"unavailable; {type(error).__name__}"}
        return primed, {"x-omoide-memory": f"primed; tokens={primed.tokens}"}

    def _bring(self, asked: Asked) -> Primed:
        with asked.open_mind() as mind:
            session = self.conversations.session(mind, asked.whose.session, asked.open_mind)
            return prime(mind, asked.chat, asked.body, session)

    def _hearing(self, asked: Asked, primed: Primed) -> Hearing | None:
        said = asked.chat.said(asked.body)
        if not asked.whose.memory or not said:
            return None
        already = asked.chat.replied_already(asked.body)
        turn = Turning(said[-1], primed.session, already, primed.brought, asked.whose.incognito)
        hearing = Hearing(asked.open_mind, turn, self.conversations)
        try:
            self._threads.start(hearing.run)
        except Busy as error:
            _log.warning("a turn is not kept: %s", error)
            return None
        self._heard = {one for one in self._heard if not one.over} | {hearing}
        return hearing

    async def _whole(self, asked: Asked, primed: Primed, answer: httpx.Response, headers: dict[str, str]) -> Response:
        """An answer that comes at once; an error is passed on as it is."""
        try:
            raw = await answer.aread()
        except httpx.HTTPError as error:
            return JSONResponse(_failed(asked, error), 502)
        finally:
            await answer.aclose()
        body = _json(raw) if answer.is_success else None
        if body is None:
            return Response(raw, answer.status_code, headers)
        seen, heard, calls = asked.chat.whole(body)
        if hearing := self._hearing(asked, primed):
            hearing.write(heard)
            hearing.end("calls" if calls else "whole")
            await hearing.kept(asked.settings.patience_seconds)
        return Response(raw if seen == body else json.dumps(seen).encode(), answer.status_code, headers)

    async def _spoken(self, asked: Asked, answer: httpx.Response, hearing: Hearing | None) -> AsyncIterator[bytes]:
        """Its last event is told when the turn is kept: who has seen the end may rely on it."""
        reply, events = asked.chat.stream(), EventStream()
        try:
            async for block in answer.aiter_bytes():
                for event in events.feed(block):
                    async for told in self._told(asked, reply, event, hearing):
                        yield told
            for event in events.finish():
                async for told in self._told(asked, reply, event, hearing):
                    yield told
        except (httpx.HTTPError, ValueError) as error:
            _log.warning("a reply broke off: %s", error)
            yield Event(
                json.dumps(asked.chat.error(502, unreachable(asked.url, error).text(asked.language))), "error"
            ).told()
        finally:
            if hearing:
                hearing.end(_end(reply))

    async def _told(self, asked: Asked, reply: Any, event: Event, hearing: Hearing | None) -> AsyncIterator[bytes]:
        shown = list(reply.feed(event))
        if hearing:
            hearing.write(reply.heard())
            if reply.finished and not hearing.ended:
                hearing.end(_end(reply))
                await hearing.kept(asked.settings.patience_seconds)
        for one in shown:
            yield one.told()


def _end(reply: Any) -> End:
    if not reply.finished:
        return "cut"
    return "calls" if reply.calls else "whole"


def _json(raw: bytes) -> Body | None:
    try:
        body = json.loads(raw)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


def _failed(asked: Asked, error: Exception) -> Body:
    return asked.chat.error(502, unreachable(asked.url, error).text(asked.language))
