"""Requests that have nothing to do with a memory: there and back, as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
from starlette.responses import JSONResponse, Response

from omoide.doors.http.problems import language_of
from omoide.doors.http.proxy.protocol import Chat
from omoide.doors.http.proxy.upstream import response_headers, unreachable, waiting

if TYPE_CHECKING:
    from starlette.requests import Request


async def pass_on(
    client: httpx.AsyncClient, request: Request, chat: Chat, url: str, headers: list[tuple[str, str]], seconds: float
) -> Response:
    body = await request.body()
    try:
        answer = await client.request(request.method, url, content=body, headers=headers, timeout=waiting(seconds))
    except httpx.HTTPError as error:
        message = unreachable(url, error).text(language_of(request))
        return JSONResponse(chat.error(502, message), 502)
    return Response(answer.content, answer.status_code, response_headers(answer.headers.multi_items()))
