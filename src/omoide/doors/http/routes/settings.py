"""Settings: read, and changed one key at a time; all but those by which a request could reach out of the memory."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict

from omoide import settings
from omoide.doors.http.whose import minds
from omoide.errors import Refused

router = APIRouter(prefix="/v1/settings", tags=["settings"])
Key = Annotated[str, Path(min_length=1, max_length=200, description="Dotted, as recall.top_k.")]

# What they name is run, written to or sent to: whoever may do that has a terminal.
BY_HAND = ("autonomy.command", "autonomy.webhook", "backup.folder", "http.", "proxy.")


class Value(BaseModel):
    model_config = ConfigDict(extra="forbid")

    value: bool | int | float | str | list[Any]


@router.get("")
def show(request: Request) -> dict[str, Any]:
    """All that are in force: defaults, files and environment together."""
    return settings.plain(settings.load(minds(request).home))


@router.get("/schema")
def schema() -> dict[str, Any]:
    """As JSON schema, for a form."""
    return settings.schema()


@router.put("/{key}")
def put(request: Request, key: Key, asked: Value) -> dict[str, Any]:
    """Written to settings.toml, unless the file would not be valid then; taken up by the next request."""
    plain = ".".join(settings.names_in(key))  # as it will be read, however it is quoted
    if plain.startswith(BY_HAND) or plain + "." in BY_HAND:
        raise Refused(
            f"{key} cannot be set over HTTP: use `omoide config set {key} VALUE`.",
            f"{key} は HTTP では変えられません。`omoide config set {key} 値` を使ってください。",
        )
    settings.write(minds(request).home, key, _toml(asked.value))
    with minds(request).mind() as mind:
        mind.audit("settings", key)
    return {"key": key, "value": asked.value}


def _toml(value: Any) -> str:
    """JSON is TOML for these: numbers, truth, texts in quotes, lists of them."""
    return json.dumps(value, ensure_ascii=False)
