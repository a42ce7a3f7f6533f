"""Turned away at the door: why, in the language of whoever asks, in the form of every other error (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from omoide.domain.access import Pass, Right
from omoide.errors import OmoideError

Headers = Iterable[tuple[bytes, bytes]]


class TurnedAway(OmoideError):
    """`status` as HTTP has it."""

    def __init__(self, status: int, en: str, ja: str) -> None:
        super().__init__(en, ja)
        self.status = status


def may_not(holder: Pass | None, needed: Right, persona: str = "") -> TurnedAway | None:
    """Why they may not ask for what needs this right; `persona`: the only one that is served, where that is so."""
    if holder is None:
        return TurnedAway(
            401,
            "A token is needed: Authorization: Bearer <token>; `omoide token create` makes one.",
            "トークンが必要です（Authorization: Bearer <トークン>）。`omoide token create` で作れます。",
        )
    if not holder.allows(needed):
        return TurnedAway(
            403,
            f"This token allows {holder.right}, and this needs {needed}.",
            f"このトークンの権限は {holder.right} です。これには {needed} が必要です。",
        )
    if needed == "admin" and holder.persona:
        return TurnedAway(
            403,
            "This token is for one persona, and this concerns the whole home.",
            "このトークンはひとつの人格用です。これは置き場所全体に関わります。",
        )
    if persona and not holder.knows(persona):
        return TurnedAway(403, "This token is for another persona.", "このトークンは別の人格用です。")
    return None


def asked_in(headers: Headers, home: str) -> str:
    """The language that the client asks for, as far as it is one of ours; else that of the home."""
    wanted = b",".join(value for name, value in headers if name.lower() == b"accept-language").decode("latin-1")
    for part in wanted.split(","):
        if part.strip()[:2].lower() in ("ja", "en"):
            return part.strip()[:2].lower()
    return home


async def refuse(send: Any, why: TurnedAway, language: str, *headers: tuple[bytes, bytes]) -> None:
    title = HTTPStatus(why.status).phrase
    detail = why.text(language)
    problem = {"type": "about:blank", "title": title, "status": why.status, "detail": detail, "code": title}
    told = [(b"content-type", b"application/problem+json"), *headers]
    if why.status == 401:
        told.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": why.status, "headers": told})
    await send({"type": "http.response.body", "body": json.dumps(problem, ensure_ascii=False).encode()})
