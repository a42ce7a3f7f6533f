"""Who looks at the dashboard: in which language and light, and at whose memory. Kept in cookies of their browser."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote, unquote

from fastapi import Depends, Request

from omoide.compose import scope_of
from omoide.domain.access import Pass
from omoide.domain.turn import Scope
from omoide.doors.cli.words import LANGUAGES, speak
from omoide.doors.http.problems import language_of
from omoide.doors.http.whose import holder, minds
from omoide.errors import InvalidInput, Refused

if TYPE_CHECKING:
    from starlette.responses import Response

    from omoide.mind import Mind

LANG, THEME, WHO, FORM = "omoide_lang", "omoide_theme", "omoide_who", "omoide_form"
THEMES = ("auto", "light", "dark")
_YEAR = 365 * 86_400


@dataclass(frozen=True, slots=True)
class Look:
    """`form` is the word that a form of ours must bring back (see forms.py)."""

    language: str
    theme: str
    scope: Scope
    form: str
    path: str
    holder: Pass

    def may_see(self, scopes: Sequence[Scope]) -> list[Scope]:
        """Those to choose from: the one that is looked at first, should nothing be kept of it yet."""
        known = [scope for scope in scopes if self.holder.knows(scope.persona)]
        return known if self.scope in known else [self.scope, *known]

    def whole_home(self) -> None:
        """What concerns every persona, a setting or an erasure, takes more than a token for one of them."""
        if self.holder.persona or not self.holder.allows("admin"):
            raise Refused(
                "this concerns the whole home: it needs a token with the right admin, for all personas.",
                "これは置き場所全体に関わります。すべての人格に対する admin 権限のトークンが必要です。",
            )


async def looking(request: Request) -> Look:
    """Asynchronous, so that the language is set for the whole request: what a thread sets stays in that thread."""
    look = look_of(request)
    speak(look.language)
    return look


def look_of(request: Request) -> Look:
    cookies = request.cookies
    language, theme = cookies.get(LANG, ""), cookies.get(THEME, "")
    return Look(
        language=language if language in LANGUAGES else language_of(request),
        theme=theme if theme in THEMES else "auto",
        scope=_whose(request, cookies.get(WHO, "")),
        form=cookies.get(FORM) or secrets.token_urlsafe(24),
        path=request.url.path,
        holder=holder(request),
    )


def _whose(request: Request, kept: str) -> Scope:
    """The two that were chosen last, else those that the server was started for."""
    persona, parted, person = kept.partition("/")
    if parted:
        try:
            return scope_of(unquote(persona), unquote(person))
        except InvalidInput:
            pass
    return minds(request).default


Looking = Annotated[Look, Depends(looking)]


def _looked(request: Request, look: Looking) -> Iterator[Mind]:
    with minds(request).mind(look.scope.persona, look.scope.person) as mind:
        yield mind


# The open mind that the browser looks at.
MindLooked = Annotated["Mind", Depends(_looked)]


def remember_look(response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=_YEAR, httponly=True, samesite="strict", path="/")


def who_cookie(scope: Scope) -> str:
    return f"{quote(scope.persona, safe='')}/{quote(scope.person, safe='')}"
