"""Documents of the knowledge base: uploaded, listed, removed (B1)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import File, Form, Response, UploadFile

from omoide.domain.page import page_name
from omoide.doors.cli.words import spoken
from omoide.doors.dashboard.forms import OurForm, back_to
from omoide.doors.dashboard.looking import Looking, MindLooked
from omoide.doors.dashboard.rendering import page
from omoide.doors.dashboard.routing import page_router
from omoide.errors import InvalidInput

router = page_router()


@router.get("/life/documents")
def documents(look: Looking, mind: MindLooked, done: str = "") -> Response:
    return page(look, mind, "documents.html", done=done, documents=mind.documents(), problems=[])


@router.post("/life/documents", dependencies=[OurForm])
def add(
    look: Looking, mind: MindLooked, file: Annotated[UploadFile, File()],
    domain: Annotated[str, Form(max_length=60)] = "",
) -> Response:  # fmt: skip
    name = page_name("entity", Path(file.filename or "").name).name  # what no file could be called is refused
    if not name:
        raise InvalidInput("choose a file first.", "まずファイルを選んでください。")
    added = mind.upload_document(name, file.file.read(), domain.strip() or None)
    if added.problems:
        told = [" ".join(problem.error.text(spoken()).split()) for problem in added.problems]
        return page(look, mind, "documents.html", status=422, documents=mind.documents(), problems=told)
    return back_to("/life/documents", "added")


@router.post("/life/documents/remove", dependencies=[OurForm])
def remove(mind: MindLooked, document: Annotated[str, Form(max_length=200)]) -> Response:
    mind.remove_documents(document)
    return back_to("/life/documents", "removed")
