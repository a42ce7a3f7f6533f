"""All pages of the dashboard, and the files they need, as parts of the application."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.staticfiles import StaticFiles

from omoide.doors.dashboard.rendering import HERE
from omoide.doors.dashboard.routing import as_page
from omoide.doors.dashboard.views import (
    chat,
    documents,
    feelings,
    forgetting,
    life,
    memories,
    nights,
    now,
    people,
    questions,
    written,
)
from omoide.doors.http.problems import language_of, problem
from omoide.doors.http.stated import STATED
from omoide.errors import NotFound

UPLOADED = "/life/documents"  # where a request may be as large as a document
VIEWS = (now, memories, forgetting, life, written, documents, feelings, questions, nights, chat, people)


def add_dashboard(app: FastAPI) -> None:
    for view in VIEWS:
        app.include_router(view.router, dependencies=[STATED])
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")

    @app.exception_handler(404)
    def nowhere(request: Request, _: Exception) -> Response:
        """For people a page, for programs a problem."""
        error = NotFound(
            "there is nothing at this address: check it. /openapi.json lists what programs can ask.",
            "このアドレスには何もありません。確かめてください。プログラムから使えるものは /openapi.json にあります。",
        )
        if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/v1/"):
            return as_page(request, 404, error)
        return problem(404, error.text(language_of(request)))
