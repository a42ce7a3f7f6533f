"""The routes of others' protocols. They are described in documents of their own, so not in our OpenAPI."""

from __future__ import annotations

import json
import logging
from functools import partial
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import JSONResponse, Response

from omoide.doors.http.problems import language_of, status_of
from omoide.doors.http.proxy.addressing import addressed
from omoide.doors.http.proxy.anthropic_messages import AnthropicMessages
from omoide.doors.http.proxy.forwarding import Asked, Forwarding
from omoide.doors.http.proxy.leaving import while_there
from omoide.doors.http.proxy.openai_chat import OpenAiChat
from omoide.doors.http.proxy.passing import pass_on
from omoide.doors.http.proxy.protocol import Chat
from omoide.doors.http.proxy.upstream import ANTHROPIC, OPENAI, request_headers, url_for
from omoide.doors.http.stated import STATED
from omoide.doors.http.whose import minds
from omoide.doors.wire.fresh_settings import FreshSettings
from omoide.errors import OmoideError

_log = logging.getLogger("omoide.proxy")
router = APIRouter(include_in_schema=False)
_OPENAI_CHAT, _ANTHROPIC_MESSAGES = OpenAiChat(), AnthropicMessages()


def attach(app: FastAPI) -> Forwarding:
    """The routes, and what must be started and closed with the server."""
    app.state.proxy = forwarding = Forwarding()
    app.state.proxy_settings = FreshSettings(app.state.minds.home)
    app.include_router(router, dependencies=[STATED])
    return forwarding


@router.post(_OPENAI_CHAT.path)
async def chat_completions(request: Request) -> Response:
    return await _chat(request, _OPENAI_CHAT, OPENAI)


@router.post(_ANTHROPIC_MESSAGES.path)
async def messages(request: Request) -> Response:
    return await _chat(request, _ANTHROPIC_MESSAGES, ANTHROPIC)


@router.post(f"{_ANTHROPIC_MESSAGES.path}/count_tokens")
async def count_tokens(request: Request) -> Response:
    """Of the request as it is: what comes to mind is not counted."""
    return await _pass_on(request, _ANTHROPIC_MESSAGES, ANTHROPIC)


@router.get("/v1/models")
async def models(request: Request) -> Response:
    """Clients of both protocols ask for them here; Anthropic's say which version they speak."""
    if "anthropic-version" in request.headers:
        return await _pass_on(request, _ANTHROPIC_MESSAGES, ANTHROPIC)
    return await _pass_on(request, _OPENAI_CHAT, OPENAI)


async def _chat(request: Request, chat: Chat, provider: str) -> Response:
    body = _body(await request.body())
    if body is None:  # the other side says best what is wrong with it
        return await _pass_on(request, chat, provider)
    settings = request.app.state.proxy_settings().proxy
    whose = addressed(request.headers, chat, body, settings)
    try:
        keeper = minds(request).talks_with(whose.persona, whose.person)
    except OmoideError as error:
        status = status_of(error)
        return JSONResponse(chat.error(status, error.text(language_of(request))), status)
    asked = Asked(
        chat, body, url_for(settings, provider, request.url.path, request.url.query),
        request_headers(request, settings, provider), whose,
        partial(keeper.mind, make=True), settings, language_of(request),
    )  # fmt: skip
    return await while_there(request, request.app.state.proxy.answer(asked))


async def _pass_on(request: Request, chat: Chat, provider: str) -> Response:
    settings = request.app.state.proxy_settings().proxy
    url = url_for(settings, provider, request.url.path, request.url.query)
    client, headers = request.app.state.proxy.client, request_headers(request, settings, provider)
    return await pass_on(client, request, chat, url, headers, settings.timeout_seconds)


def _body(raw: bytes) -> dict[str, Any] | None:
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) and isinstance(body.get("messages"), list) else None
