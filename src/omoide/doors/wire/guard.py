"""Who may ask over HTTP: whoever has a token that allows it, under a name that is ours.

A web page can point a name of its own at this machine (DNS rebinding) and have the visitor's browser ask us. The
browser then names that page in Host and Origin, so both must be names that we go by, and a page must be one that we
served: of the same port. An address written in digits cannot be pointed elsewhere, so it is one of our names.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Collection, Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import SplitResult, urlsplit

from omoide.domain.access import Pass, Right
from omoide.doors.wire.keys import Keys
from omoide.doors.wire.refusing import TurnedAway, asked_in, may_not, refuse

Asgi = Callable[[Any, Any, Any], Awaitable[None]]
Needed = Callable[[str, str], Right | None]  # what a method and a path need; None: nothing, not even a token
SignedIn = Callable[[Pass | None, str], Awaitable[None]]  # who came, or tried to, from which address

COOKIE = "omoide_token"
SIGN_IN = "/signin"
_PORTS = {"http": 80, "https": 443}
# Where a token stands: the first of these that is there. Clients of Anthropic's protocol have a header of their own.
_USUAL = ("x-omoide-token", "authorization")
_OTHERS = (*_USUAL, "x-api-key")


_OTHER_ORIGIN = TurnedAway(
    403, "Pages of other origins may not ask (Origin).", "別サイトのページからは使えません（Origin）。"
)
_OTHER_SITE = TurnedAway(
    403, "Pages of other origins may not ask (Sec-Fetch-Site).", "別サイトのページからは使えません（Sec-Fetch-Site）。"
)


def everything_writes(method: str, path: str) -> Right:
    """For a server whose requests do not tell by themselves whether they change something."""
    return "write"


class Guard:
    """Stands before the whole application and tells it who asks (`holder` in the state of the request), and in which
    header the token stood (`token_header`): it is nobody else's concern."""

    def __init__(
        self, inside: Asgi, keys: Keys, names: Iterable[str], needed: Needed = everything_writes,
        persona: str = "", signed_in: SignedIn | None = None, others: Collection[str] = (),
        language: Callable[[], str] = lambda: "en",
    ) -> None:  # fmt: skip
        """`language`: the home's. `persona`: the only one that is served, where that is so. `others`: paths of others'
        protocols, whose clients bring a key in any case; where no token is needed, it is taken for a key that is meant
        for somebody else."""
        self._inside, self._keys, self._needed, self._persona = inside, keys, needed, persona
        self._names = {name.casefold() for name in names} | {"localhost"}
        self._signed_in, self._others, self._language = signed_in, others, language

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return await self._inside(scope, receive, send)
        headers = scope["headers"]
        refused = self._stranger(scope["method"], headers) or _unreadable(scope["path"])
        if refused:
            return await self._refuse(send, headers, refused)
        needed = self._needed(scope["method"], scope["path"])
        token, where = _token(headers, _OTHERS if scope["path"] in self._others else _USUAL)
        holder = self._keys.holder(token)
        if holder is None and scope["path"] in self._others and not self._keys.required:
            token, where, holder = None, "", self._keys.holder(None)
        if self._signed_in and token is not None:
            await self._signed_in(holder, _address(scope))
        if needed is not None and (refused := may_not(holder, needed, self._persona)):
            if refused.status == 401 and _is_browser(scope):
                return await _send_to_sign_in(send)
            return await self._refuse(send, headers, refused)
        # in its place: whoever watches from outside finds the route there that was taken
        scope["state"] = {**scope.get("state", {}), "holder": holder, "token_header": where}
        await self._inside(scope, receive, send)

    async def _refuse(self, send: Any, headers: list[tuple[bytes, bytes]], why: TurnedAway) -> None:
        await refuse(send, why, asked_in(headers, self._language()))

    def _stranger(self, method: str, headers: list[tuple[bytes, bytes]]) -> TurnedAway | None:
        hosts, origins = _values(headers, b"host"), _values(headers, b"origin")
        host = _split(f"//{hosts[0]}") if len(hosts) == 1 else None
        if host is None or not self._ours(host):
            return TurnedAway(
                421,
                "This server does not go by that name (Host): use its address, or --allow-host.",
                "このサーバーはその名前（Host）では応じません。アドレスを使うか、--allow-host で名前を加えてください。",
            )
        if any(not self._same_place(origin, host) for origin in origins):
            return _OTHER_ORIGIN
        if "cross-site" in _values(headers, b"sec-fetch-site") and not (
            method == "GET" and _values(headers, b"sec-fetch-mode") == ["navigate"]  # a link that somebody follows
        ):
            return _OTHER_SITE
        return None

    def _ours(self, place: SplitResult) -> bool:
        name = place.hostname or ""
        return name.casefold() in self._names or is_address(name)

    def _same_place(self, origin: str, host: SplitResult) -> bool:
        place = _split(origin)
        if place is None or not self._ours(place):
            return False
        usual = _PORTS.get(place.scheme)
        return (place.port or usual) == (host.port or usual)


def _unreadable(path: str) -> TurnedAway | None:
    """A path that ends with a line break is another one to us, and the same one to the router (its `$` matches before
    it): what a path needs would be asked of the wrong one. No name that we know holds such a character."""
    if any(letter < " " or letter == "\x7f" for letter in path):
        return TurnedAway(
            404,
            "There is nothing at an address with control characters: check it.",
            "制御文字を含むアドレスには何もありません。確かめてください。",
        )
    return None


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises for a port that is none
    except ValueError:
        return None
    return parts


def _token(headers: list[tuple[bytes, bytes]], places: Iterable[str]) -> tuple[str | None, str]:
    """From a header, or, for pages, from the cookie that signing in has set, with the header's name; None without
    any."""
    for place in places:
        given = _values(headers, place.encode())
        if not given:
            continue
        if place != "authorization":
            return given[0].strip(), place
        kind, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
        return token.strip() if kind.casefold() == "bearer" else "", place
    try:
        cookies = SimpleCookie("; ".join(_values(headers, b"cookie")))
    except CookieError:
        return None, ""
    return (cookies[COOKIE].value, "cookie") if COOKIE in cookies else (None, "")


def _values(headers: list[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key.lower() == name]


def _address(scope: Any) -> str:
    return scope["client"][0] if scope.get("client") else ""


def _is_browser(scope: Any) -> bool:
    """Somebody who looks at a page, not a program."""
    wanted = ",".join(_values(scope["headers"], b"accept"))
    return scope["method"] == "GET" and "text/html" in wanted and not scope["path"].startswith(("/v1/", "/mcp"))


async def _send_to_sign_in(send: Any) -> None:
    await send({"type": "http.response.start", "status": 303, "headers": [(b"location", SIGN_IN.encode())]})
    await send({"type": "http.response.body", "body": b""})
