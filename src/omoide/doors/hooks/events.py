"""What the client tells a hook: one JSON object on stdin, UTF-8 whatever the locale. Every field may be missing."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from omoide.errors import InvalidInput

Event = dict[str, Any]
LONGEST = 64 * 1024 * 1024


def read_event(descriptor: int = 0) -> Event:
    """The event that was handed over; a terminal hands over none."""
    if os.isatty(descriptor):
        raise _not_understood("nothing came on stdin", "標準入力に何も届いていません")
    try:
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            raw = stream.read(LONGEST)
    except OSError as error:  # it is closed
        raise _not_understood("stdin cannot be read", "標準入力を読めません") from error
    try:
        event = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise _not_understood("stdin holds no JSON in UTF-8", "標準入力が UTF-8 の JSON ではありません") from error
    if not isinstance(event, dict):
        raise _not_understood("stdin holds no JSON object", "標準入力が JSON オブジェクトではありません")
    return event


def text(event: Event, name: str) -> str:
    """A field of text; anything else counts as missing."""
    value = event.get(name)
    return value if isinstance(value, str) else ""


def transcript(event: Event) -> Path:
    """The file that the session is written to. It need not be there yet."""
    path = text(event, "transcript_path")
    if not path or "\0" in path or not Path(path).is_absolute():
        raise _not_understood("transcript_path is missing", "transcript_path がありません")
    return Path(path)


def _not_understood(en: str, ja: str) -> InvalidInput:
    return InvalidInput(
        f"the hook was called in a way that it does not know ({en}): update omoide, or install the hooks again.",
        f"フックの呼ばれ方が想定と違います（{ja}）。omoide を更新するか、フックを入れ直してください。",
    )
