"""Whose memory a chat is about: what its headers say, else whom the request names as its user, else the default."""

from __future__ import annotations

import hashlib
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from omoide.doors.http.proxy.protocol import Body, Chat

if TYPE_CHECKING:
    from starlette.datastructures import Headers

    from omoide.settings.tree import ProxySettings

_LONGEST = 100  # characters of a name; longer ids stand for themselves by their hash
_LONGEST_SESSION = 200
_OFF = ("off", "none", "0", "false", "no")
_ON = ("on", "1", "true", "yes")


@dataclass(frozen=True, slots=True)
class Addressed:
    """`memory`: whether it takes part at all; `incognito`: it is asked, and remembers nothing (N2)."""

    persona: str | None
    person: str | None
    session: str
    memory: bool
    incognito: bool


def addressed(headers: Headers, chat: Chat, body: Body, settings: ProxySettings) -> Addressed:
    user = chat.user(body) if settings.person_from_user else ""
    return Addressed(
        _value(headers, "x-omoide-persona") or None,
        _value(headers, "x-omoide-person") or (_name(user) if user else None),
        _value(headers, "x-omoide-session")[:_LONGEST_SESSION],
        _value(headers, "x-omoide-memory").lower() not in _OFF,
        _value(headers, "x-omoide-incognito").lower() in _ON,
    )


def _value(headers: Headers, name: str) -> str:
    """Headers carry ASCII; names of other scripts come percent-encoded, or as the bytes of UTF-8."""
    raw = headers.get(name, "")
    with suppress(UnicodeError):  # then it was Latin-1 after all
        raw = raw.encode("latin-1").decode("utf-8")
    return unquote(raw).strip()


def _name(user: str) -> str:
    """Ids that programs make may be longer than a name, or hold what none may."""
    name = unicodedata.normalize("NFC", user).strip()
    if name and len(name) <= _LONGEST and not any(unicodedata.category(c).startswith("C") for c in name):
        return name
    return f"user-{hashlib.sha256(user.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
