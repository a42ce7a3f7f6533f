"""Settings: read, and changed one key at a time; all but those by which a request could reach out of the memory."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from omoide import settings
from omoide.doors.http.stated import needs
from omoide.doors.http.values import Body, Number, Truth, Whole
from omoide.doors.http.whose import minds
from omoide.errors import NotFound, Refused
from omoide.models_at_hand import refuse_unknown_name

router = APIRouter(prefix="/v1/settings", tags=["settings"])
Key = Annotated[str, Path(min_length=1, max_length=200, description="Dotted, as recall.top_k.")]

# What they name is run, written to or sent to, or they are what holds a request back: whoever may set them has a
# terminal. By the ending of the name too, so that one that is added later is among them.
REACHING_OUT = re.compile(r"^(http|proxy|backup|storage|redis)\b|(command|webhook|folder|url|file|path|host|key_env)$")
# Sections in which names are one's own.
NAMED = ("prices.", "people.")


class Value(Body):
    value: Truth | Whole | Number | str | list[Truth | Whole | Number | str]


@router.get("")
@needs("admin")
def show(request: Request) -> dict[str, Any]:
    """All that are in force: defaults, files and environment together."""
    return settings.plain(settings.load(minds(request).home))


@router.get("/schema")
@needs("admin")
def schema() -> dict[str, Any]:
    """As JSON schema, for a form."""
    return settings.schema()


@router.put("/{key}")
@needs("admin")
def put(request: Request, key: Key, asked: Value) -> dict[str, Any]:
    """Written to settings.toml, unless the file would not be valid then; taken up by the next request."""
    plain = ".".join(settings.names_in(key))  # as it will be read, however it is quoted
    if REACHING_OUT.search(plain):
        raise Refused(
            f"{key} cannot be set over HTTP: use `omoide config set {key} VALUE`.",
            f"{key} は HTTP では変えられません。`omoide config set {key} 値` を使ってください。",
        )
    known = settings.keys()
    if plain not in known and not plain.startswith(NAMED):
        raise NotFound(
            f"there is no setting {key}; `omoide config show` lists them all.",
            f"設定 {key} はありません。一覧は `omoide config show` で見られます。",
        )
    settings.write(minds(request).home, key, _toml(asked.value), lambda tree: refuse_unknown_name(tree, plain))
    with minds(request).mind() as mind:
        mind.audit("settings", key)
    return {"key": key, "value": asked.value}


def _toml(value: Any) -> str:
    """JSON is TOML for these: numbers, truth, texts in quotes, lists of them."""
    return json.dumps(value, ensure_ascii=False)
