"""Who may ask over HTTP: whoever has the token, under a name that is ours.

A web page can point a name of its own at this machine (DNS rebinding) and have the visitor's browser ask us. The
browser then names that page in Host and Origin, so both must be names that we go by. An address written in digits
cannot be pointed elsewhere, so it is one of them.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

Asgi = Callable[[Any, Any, Any], Awaitable[None]]


class Guard:
    """Stands before the whole application; without a token only names are checked."""

    def __init__(self, inside: Asgi, token: str, names: Iterable[str]) -> None:
        self._inside = inside
        self._token = token.encode()
        self._names = {name.casefold() for name in names} | {"localhost"}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        refused = self._refusal(scope["headers"]) if scope["type"] == "http" else None
        if refused:
            return await _refuse(send, *refused)
        await self._inside(scope, receive, send)

    def _refusal(self, headers: list[tuple[bytes, bytes]]) -> tuple[int, str] | None:
        hosts, origins = _values(headers, b"host"), _values(headers, b"origin")
        if len(hosts) != 1 or not self._ours(f"http://{hosts[0]}"):
            return 421, "This server does not go by that name (Host)."
        if any(not self._ours(origin) for origin in origins):
            return 403, "Pages of other origins may not ask (Origin)."
        if self._token and not self._has_token(_values(headers, b"authorization")):
            return 401, "A token is needed: Authorization: Bearer <token>."
        return None

    def _ours(self, url: str) -> bool:
        try:
            name = urlsplit(url).hostname or ""
        except ValueError:
            return False
        return name.casefold() in self._names or is_address(name)

    def _has_token(self, given: list[str]) -> bool:
        """Compared in the same time whatever it is: nobody learns a token letter by letter."""
        kind, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
        return kind.casefold() == "bearer" and hmac.compare_digest(token.strip().encode("latin-1"), self._token)


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _values(headers: list[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key.lower() == name]


async def _refuse(send: Any, status: int, reason: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": reason.encode()})
