"""Signing in: a page that takes a token once and leaves it with the browser, for a server that needs one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from omoide.doors.http.problems import language_of
from omoide.doors.wire.guard import COOKIE, SIGN_IN

router = APIRouter(include_in_schema=False)
DAYS = 30


@router.get(SIGN_IN)
def page(request: Request) -> HTMLResponse:
    return _page(language_of(request), "")


@router.post(SIGN_IN)
def sign_in(request: Request, token: Annotated[str, Form(max_length=200)] = "") -> Response:
    token = token.strip()
    if not token or request.app.state.keys.holder(token) is None:
        wrong = {"en": "This token is not known.", "ja": "このトークンは使えません。"}
        return _page(language_of(request), wrong[language_of(request)], 401)
    answer = RedirectResponse("/", 303)
    answer.set_cookie(
        COOKIE, token, max_age=DAYS * 86_400, httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )
    return answer


def _page(language: str, told: str, status: int = 200) -> HTMLResponse:
    """Nothing in it comes from a memory or from the request."""
    label, button = ("トークン", "サインイン") if language == "ja" else ("Token", "Sign in")
    return HTMLResponse(
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>Omoide</title>'
        '<meta name="viewport" content="width=device-width"></head>'
        '<body style="font: 1rem/1.6 system-ui, sans-serif; max-width: 24rem; margin: 4rem auto; padding: 0 1rem">'
        f'<main><h1>Omoide</h1><form method="post"><label>{label} '
        f'<input type="password" name="token" autocomplete="current-password" required></label> '
        f'<button>{button}</button></form><p role="alert">{told}</p></main></body></html>',
        status,
    )
