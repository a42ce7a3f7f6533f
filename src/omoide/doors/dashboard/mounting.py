"""All pages of the dashboard, and the files they need, as parts of the application."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from omoide.doors.dashboard.rendering import HERE
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

UPLOADED = "/life/documents"  # where a request may be as large as a document
VIEWS = (now, memories, forgetting, life, written, documents, feelings, questions, nights, chat, people)


def add_dashboard(app: FastAPI) -> None:
    for view in VIEWS:
        app.include_router(view.router)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
