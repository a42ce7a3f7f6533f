"""Routes that answer with pages: an error of ours is a page too, with the remedy and the way back."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from omoide.doors.cli.words import say, speak
from omoide.doors.dashboard.looking import look_of
from omoide.doors.dashboard.rendering import page
from omoide.doors.http.problems import status_of
from omoide.doors.wire.refusing import TurnedAway
from omoide.errors import OmoideError


class PageRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def answered(request: Request) -> Response:
            try:
                return await answer(request)
            except OmoideError as error:
                if isinstance(error, TurnedAway) and error.status == 401:
                    raise  # nobody looks: there is no language and no memory that a page could be made of
                return await run_in_threadpool(as_page, request, status_of(error), error)
            except RequestValidationError:
                return await run_in_threadpool(as_page, request, 422, None)

        return answered


def as_page(request: Request, status: int, error: OmoideError | None) -> Response:
    look = look_of(request)
    speak(look.language)
    line = " ".join(error.text(look.language).split()) if error else say(
        "the form or the address cannot be read: go back and try again.",
        "フォームかアドレスを読み取れません。戻ってやり直してください。",
    )  # fmt: skip
    return page(look, None, "error.html", status=status, line=line, status_code=status)


def page_router() -> APIRouter:
    """Pages are for people: the description of the API does not list them."""
    return APIRouter(route_class=PageRoute, include_in_schema=False)
