"""The other side: which address, which key, and what of the headers goes there and comes back."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import httpx

from omoide.errors import OmoideError

if TYPE_CHECKING:
    from fastapi import Request

    from omoide.settings.tree import ProxySettings

OPENAI, ANTHROPIC = "openai", "anthropic"
# Paths of others' protocols: they have their own limit of size, and a key in them may be another server's.
PROXIED = ("/v1/chat/completions", "/v1/messages", "/v1/messages/count_tokens", "/v1/models")
CONNECT_SECONDS = 10.0

# About one connection and not about the message, or about us: none of them is passed on.
_OURS = frozenset(
    {"host", "content-length", "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer",
     "transfer-encoding", "upgrade", "accept-encoding", "cookie", "origin", "referer", "authorization", "x-api-key",
     "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded"}
)  # fmt: skip
_THEIRS = frozenset(
    {"content-length", "content-encoding", "connection", "keep-alive", "transfer-encoding", "trailer", "upgrade",
     "set-cookie", "alt-svc", "strict-transport-security", "server", "date"}
)  # fmt: skip


def make_client() -> httpx.AsyncClient:
    return httpx.AsyncClient(limits=httpx.Limits(max_connections=None, max_keepalive_connections=50))


def waiting(seconds: float) -> httpx.Timeout:
    """A model may think for long; but a server that is there takes a call soon."""
    return httpx.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS))


def url_for(settings: ProxySettings, provider: str, path: str, query: str) -> str:
    """Anthropic's address is that of the server, OpenAI's ends with the version, as their own clients have it."""
    if provider == OPENAI:
        url = settings.openai_url.rstrip("/") + path.removeprefix("/v1")
    else:
        url = settings.anthropic_url.rstrip("/") + path
    return f"{url}?{query}" if query else url


def request_headers(request: Request, settings: ProxySettings, provider: str) -> list[tuple[str, str]]:
    """What the client sent, with the key for the other side. The token for this server never leaves it."""
    passed = [
        (name, value)
        for name, value in request.headers.items()
        if name not in _OURS and not name.startswith(("x-omoide-", "sec-"))
    ]
    return [*passed, *_key(request, settings, provider)]


def response_headers(headers: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    return {name: value for name, value in headers if name.lower() not in _THEIRS}


def unreachable(url: str, error: Exception) -> OmoideError:
    place, what = url.partition("?")[0], f"{type(error).__name__}: {error}".strip(": ")
    return OmoideError(
        f"the model behind the memory cannot be reached at {place} ({what}): check proxy.openai_url or"
        " proxy.anthropic_url, and the network.",
        f"記憶の向こうのモデル（{place}）に届きません（{what}）。proxy.openai_url か proxy.anthropic_url と、"
        "ネットワークを確かめてください。",
    )


def _key(request: Request, settings: ProxySettings, provider: str) -> list[tuple[str, str]]:
    ours = getattr(request.state, "token_header", "")
    if settings.pass_keys:
        own = [(name, request.headers[name]) for name in ("authorization", "x-api-key") if name in request.headers]
        own = [(name, value) for name, value in own if name != ours]
        if own:
            return own
    env = settings.openai_key_env if provider == OPENAI else settings.anthropic_key_env
    key = os.environ.get(env, "").strip() if env else ""
    if not key:
        return []
    # Anthropic's clients have used both headers; the other side understands the one that goes with the version named.
    bearer = provider == OPENAI or "authorization" in request.headers
    return [("authorization", f"Bearer {key}")] if bearer else [("x-api-key", key)]
