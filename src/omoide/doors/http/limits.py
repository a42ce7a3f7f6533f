"""How much one client may ask: the size of a body, and how often. Before the application, so that nothing is read."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import Any

from starlette.exceptions import HTTPException

from omoide.doors.wire.guard import Asgi
from omoide.doors.wire.refusing import TurnedAway, asked_in, refuse
from omoide.settings.tree import HttpSettings

MOST_CLIENTS = 10_000

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (
        b"content-security-policy",
        # What a memory says is shown as text; should a page ever forget that, a browser still runs none of it.
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
        b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
)


class Buckets:
    """A bucket of tokens for each client: full at first, filled at an even rate, one taken by each request."""

    def __init__(self, per_second: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._now = per_second, burst, now
        self._held: dict[str, tuple[float, float]] = {}

    def wait(self, client: str) -> float:
        """0 when the request may pass; else after how many seconds the next one may."""
        now = self._now()
        level, at = self._held.get(client, (float(self._burst), now))
        level = min(self._burst, level + (now - at) * self._per_second)
        passes = level >= 1
        if client not in self._held and len(self._held) >= MOST_CLIENTS:
            self._let_go(now)
        self._held[client] = (level - 1 if passes else level, now)
        return 0.0 if passes else (1 - level) / self._per_second

    def _let_go(self, now: float) -> None:
        """Who has not asked for so long that the bucket is full is a newcomer again."""
        full = self._burst / self._per_second
        self._held = {client: held for client, held in self._held.items() if now - held[1] < full}


class Limits:
    """Stands behind the guard, which has told who asks."""

    def __init__(
        self, inside: Asgi, settings: HttpSettings, larger: Mapping[str, tuple[str, int]] | None = None,
        language: Callable[[], str] = lambda: "en",
    ) -> None:  # fmt: skip
        """`larger`: paths whose bodies may be of another size, with the setting that says so."""
        self._inside, self._larger, self._language = inside, larger or {}, language
        self._most = ("http.most_body_bytes", settings.most_body_bytes)
        self._buckets = Buckets(settings.requests_per_second, settings.burst) if settings.requests_per_second else None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return await self._inside(scope, receive, send)
        if self._buckets and (wait := self._buckets.wait(_client(scope))):
            later = (b"retry-after", str(math.ceil(wait)).encode())
            return await refuse(send, _TOO_MANY, self._spoken(scope), later)
        setting, most = self._larger.get(scope["path"], self._most)
        too_large = _too_large(setting, most)
        if _declared(scope) > most:
            return await refuse(send, too_large, self._spoken(scope))
        await self._inside(scope, self._counted(receive, scope, most, too_large), _protected(send))

    def _counted(self, receive: Any, scope: Any, most: int, too_large: TurnedAway) -> Any:
        taken = 0

        async def counted() -> Any:
            """For a body that does not say how long it is."""
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:  # of a kind that the framework passes on while it reads a body
                raise HTTPException(too_large.status, too_large.text(self._spoken(scope)))
            return message

        return counted

    def _spoken(self, scope: Any) -> str:
        return asked_in(scope["headers"], self._language())


_TOO_MANY = TurnedAway(
    429,
    "Too many requests: wait a moment, then go on more slowly.",
    "リクエストが多すぎます。少し待ってから、ゆっくり続けてください。",
)


def _too_large(setting: str, most: int) -> TurnedAway:
    return TurnedAway(
        413,
        f"The request is larger than {most} bytes: send less, or raise {setting}.",
        f"リクエストが {most} バイトを超えています。小さくするか、{setting} を大きくしてください。",
    )


def _client(scope: Any) -> str:
    """A token by its name, else an address: many may sit behind this machine's own one."""
    holder = scope.get("state", {}).get("holder")
    address = scope["client"][0] if scope.get("client") else ""
    return f"{holder.name if holder else ''}@{address}"


def _declared(scope: Any) -> int:
    lengths = [value for name, value in scope["headers"] if name.lower() == b"content-length"]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0


def _protected(send: Any) -> Any:
    async def protected(message: Any) -> None:
        if message["type"] == "http.response.start":
            set_already = {name.lower() for name, _ in message.get("headers", ())}
            more = [(name, value) for name, value in _HEADERS if name not in set_already]
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        await send(message)

    return protected
