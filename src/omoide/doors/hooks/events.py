"""What the client tells a hook: one JSON object on stdin, UTF-8 whatever the locale. Every field may be missing."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from omoide.errors import InvalidInput

Event = dict[str, Any]
LONGEST = 64 * 1024 * 1024
CHUNK = 64 * 1024
PATIENCE = 2.0  # seconds for the whole event: a client hands it over with the call


def read_event(descriptor: int = 0, patience: float = PATIENCE) -> Event:
    """The event that was handed over; a terminal hands over none, and neither does whoever neither writes nor closes.

    It is whole when it can be read, whether stdin was closed after it or not.
    """
    if os.isatty(descriptor):
        raise _not_understood("nothing came on stdin", "標準入力に何も届いていません")
    raw, deadline = bytearray(), time.monotonic() + patience
    try:
        while len(raw) < LONGEST and (chunk := _next_chunk(descriptor, deadline - time.monotonic())):
            raw += chunk
            if raw[-3:].rstrip().endswith(b"}") and (event := _parsed(raw)) is not None:
                break
        else:
            event = _parsed(raw)
    except TimeoutError as error:
        raise _not_understood("stdin stayed open without an event", "標準入力が開いたまま何も届きません") from error
    except OSError as error:  # it is closed
        raise _not_understood("stdin cannot be read", "標準入力を読めません") from error
    if event is None:
        raise _not_understood("stdin holds no JSON in UTF-8", "標準入力が UTF-8 の JSON ではありません")
    if not isinstance(event, dict):
        raise _not_understood("stdin holds no JSON object", "標準入力が JSON オブジェクトではありません")
    return event


def _parsed(raw: bytearray) -> Any:
    """None for what is no JSON, or not yet; null, which is no event either, reads the same."""
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None


def _next_chunk(descriptor: int, seconds: float) -> bytes:
    """What has come; empty when it was closed. Raises TimeoutError when neither happens in time."""
    if os.name == "nt":
        return _read_aside(descriptor, seconds)
    import select

    if not select.select([descriptor], [], [], max(seconds, 0))[0]:
        raise TimeoutError
    return os.read(descriptor, CHUNK)


def _read_aside(descriptor: int, seconds: float) -> bytes:
    """In a thread, since Windows can wait for sockets only. One that still waits ends with the process."""
    import threading

    come: list[bytes | OSError] = []

    def read() -> None:
        try:
            come.append(os.read(descriptor, CHUNK))
        except OSError as error:
            come.append(error)

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    reading.join(max(seconds, 0))
    if not come:
        raise TimeoutError
    if isinstance(come[0], OSError):
        raise come[0]
    return come[0]


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
