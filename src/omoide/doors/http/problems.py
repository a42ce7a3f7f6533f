"""What went wrong, as application/problem+json (RFC 9457): the detail is the line with the remedy."""

from __future__ import annotations

import logging
import re
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from omoide.disk import of_the_disk
from omoide.doors.http.cursors import StrangeCursor
from omoide.doors.http.form_faults import in_words
from omoide.doors.http.streams import TooManyStreams
from omoide.doors.wire.refusing import TurnedAway, asked_in
from omoide.errors import (
    Busy,
    InTheFuture,
    InvalidInput,
    MissingExtra,
    NotFound,
    OmoideError,
    Postponed,
    Refused,
    StoreDamaged,
)

_log = logging.getLogger("omoide.http")
PROBLEM = "application/problem+json"

_TEXT, _NUMBER = {"type": "string"}, {"type": "integer"}
# In the description of the API: whatever goes wrong, on every route.
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "What went wrong; the detail says what to do.",
        "content": {
            PROBLEM: {
                "schema": {
                    "title": "Problem",
                    "type": "object",
                    "required": ["type", "title", "status", "detail", "code"],
                    "properties": {"type": _TEXT, "title": _TEXT, "status": _NUMBER, "detail": _TEXT, "code": _TEXT},
                }
            }
        },
    }
}

# The most special first: a child of one of these is that, unless it stands here itself.
_STATUS: tuple[tuple[type[OmoideError], int], ...] = (
    (StrangeCursor, 400),
    (NotFound, 404),
    (Busy, 409),
    (Refused, 409),
    (InTheFuture, 409),
    (InvalidInput, 422),
    (MissingExtra, 501),
    (TooManyStreams, 503),
    (Postponed, 503),
    (StoreDamaged, 503),
)


def status_of(error: OmoideError) -> int:
    if isinstance(error, TurnedAway):
        return error.status
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def problem(status: int, detail: str, code: str = "", **more: Any) -> JSONResponse:
    """`code` names the kind of error for a program; `detail` is for a person."""
    title = HTTPStatus(status).phrase
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code or title, **more}
    return JSONResponse(body, status, media_type=PROBLEM)


def tell_problems(app: FastAPI) -> None:
    """Every error of this application in the same form."""

    @app.exception_handler(OmoideError)
    def _ours(request: Request, error: OmoideError) -> JSONResponse:
        line = " ".join(error.text(language_of(request)).split())
        answer = problem(status_of(error), line, type(error).__name__)
        if answer.status_code == 503:
            answer.headers["Retry-After"] = "60"
        return answer

    @app.exception_handler(OSError)
    def _disk(request: Request, error: OSError) -> JSONResponse:
        refusal = of_the_disk(error.filename or request.app.state.minds.home, error)
        return _ours(request, refusal) if refusal else _bug(request, error)

    @app.exception_handler(RequestValidationError)
    def _form(request: Request, error: RequestValidationError) -> JSONResponse:
        faults = [in_words(fault, language_of(request)) for fault in error.errors()]
        detail = "; ".join(f"{fault['where']}: {fault['what']}" for fault in faults[:5])
        return problem(422, detail, "InvalidInput", errors=faults)

    @app.exception_handler(HTTPException)
    def _http(request: Request, error: HTTPException) -> JSONResponse:
        answer = problem(error.status_code, _said(error, language_of(request)))
        answer.headers.update(error.headers or {})
        if error.status_code == 405:
            answer.headers["Allow"] = ", ".join(sorted(_methods(app, request)))
        return answer

    @app.exception_handler(Exception)
    def _bug(request: Request, error: Exception) -> JSONResponse:
        _log.error("a request failed", exc_info=error)
        name = type(error).__name__
        told = OmoideError(
            f"omoide met an error of its own ({name}); its log has the details.",
            f"omoide 自身のエラーです（{name}）。詳しくはログを見てください。",
        )
        return problem(500, told.text(language_of(request)))


def _methods(app: FastAPI, request: Request) -> set[str]:
    """All that this path knows; by itself the router tells those of the first route alone."""
    paths = app.openapi()["paths"]
    if request.url.path in paths:
        return {method.upper() for method in paths[request.url.path]}
    found: set[str] = set()
    for path, methods in paths.items():
        pattern = re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(path))
        if re.fullmatch(pattern, request.url.path):
            found |= {method.upper() for method in methods}
    return found


# What the framework says by itself, as it says it.
_JA = {
    "Method Not Allowed": "このアドレスではそのメソッドを使えません。Allow ヘッダーにあるものを使ってください。",
    "There was an error parsing the body": "リクエストの本文を読み取れません。形を確かめてください。",
}


def _said(error: HTTPException, language: str) -> str:
    return _JA.get(str(error.detail), str(error.detail)) if language == "ja" else str(error.detail)


def language_of(request: Request) -> str:
    return asked_in(request.scope["headers"], request.app.state.minds.language)
