"""Keeping house: backups, what is taken out, and the audit log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from omoide.doors.http.cursors import cursor, offset_of
from omoide.doors.http.problems import language_of
from omoide.doors.http.stated import needs
from omoide.doors.http.values import Body
from omoide.doors.http.whose import NAME, minds

router = APIRouter(prefix="/v1", tags=["keeping house"])
Name = Annotated[str, Path(max_length=200)]


class Reason(Body):
    reason: Annotated[str, Field(max_length=40, description="A part of its name.")] = "manual"


@router.get("/backups")
@needs("admin")
def backups(request: Request) -> dict[str, Any]:
    """Newest first. To restore one, stop nothing and run `omoide backup restore NAME`."""
    with minds(request).mind() as mind:
        damaged = [{"name": one.name, "bytes": one.bytes} for one in mind.backups.damaged()]
        return {"backups": [_plain(backup) for backup in mind.backups.list()], "damaged": damaged}


@router.post("/backups", status_code=201)
@needs("admin")
def back_up(request: Request, asked: Reason | None = None) -> dict[str, Any]:
    """Take one now, of the whole home."""
    with minds(request).mind() as mind:
        return _plain(mind.backups.create(mind.faculties.clock.now(), asked.reason if asked else "manual"))


@router.post("/backups/{name}/verify")
@needs("admin")
def verify(request: Request, name: Name) -> dict[str, Any]:
    """What is wrong with it; nothing, when it is sound."""
    with minds(request).mind() as mind:
        found = mind.backups.verify(name)
    problems = [one.ja if language_of(request) == "ja" else one.en for one in found]
    return {"name": name, "sound": not problems, "problems": problems}


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}, "description": "Lines."}},
)
def export(
    request: Request,
    persona: Annotated[str | None, Query(**NAME)] = None,
    person: Annotated[str | None, Query(**NAME)] = None,
) -> StreamingResponse:
    """Every memory with all its fields (E11), one JSON object a line; written down in the audit log."""
    keeper = minds(request).keeper(persona, person)

    def lines() -> Iterator[str]:
        with keeper.mind(make=True) as mind:
            for memory in mind.export():
                yield json.dumps(memory, ensure_ascii=False) + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")


@router.get("/audit")
@needs("admin")
def audit(
    request: Request,
    limit: Annotated[int, Query(ge=1, le=1_000)] = 100,
    cursor_: Annotated[str | None, Query(alias="cursor", max_length=200)] = None,
) -> dict[str, Any]:
    """What was written down for good, newest first (L5). Nothing can change it."""
    skip = offset_of("audit", cursor_)
    with minds(request).mind() as mind:
        found = mind.audited(limit + 1, skip)
    more = cursor("audit", skip + limit) if len(found) > limit else None
    return {"audit": [line.plain() for line in found[:limit]], "next": more}


def _plain(backup: Any) -> dict[str, Any]:
    return {
        "name": backup.name, "taken": backup.taken.isoformat(), "bytes": backup.bytes, "reason": backup.reason,
        "sha256": backup.sha256,
    }  # fmt: skip
