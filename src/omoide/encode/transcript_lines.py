"""What was spoken, line by line, in a transcript of Claude Code (I1, N5).

Most lines of such a file are no speech: results of tools, snapshots, costs, what hooks injected. Only what a person
typed and what was written back is let through; all else is passed over, and so is whatever cannot be read. Above all
the memories that we injected ourselves must not come back as something that was said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, BinaryIO, Literal

LONGEST_LINE = 16 * 1024 * 1024  # pasted pictures make long lines; a longer one is passed over without being held
# What marks a line as no speech of the two, whatever its type.
ASIDE = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
TYPED = ("typed", "sdk", "queued", "suggestion_accepted")
# Orders to the program, and what it printed in return (E3).
COMMANDS = (
    "<command-name>", "<command-message>", "<command-args>", "<local-command-stdout>", "<local-command-stderr>",
    "<local-command-caveat>", "<bash-input>", "<bash-stdout>", "<bash-stderr>", "<task-notification>",
)  # fmt: skip
# What the program puts between the words of a person.
INSERTED = ("memories", "system-reminder", "ide_opened_file", "ide_selection", "ide_diagnostics")
INTERRUPTED = "[Request interrupted by user"
INVENTED = "<synthetic>"  # the model named in messages that the program made up itself


@dataclass(frozen=True, slots=True)
class Line:
    """One line of speech. `start` and `end` are where it lies in the file; `final` says that the reply ends with it."""

    kind: Literal["prompt", "command", "reply"]
    text: str
    start: int
    end: int
    uuid: str = ""
    time: datetime | None = None
    session: str = ""
    folder: str = ""
    message: str = ""
    final: bool = False


@dataclass(slots=True)
class Tally:
    """What a reading met: how far it came over whole lines, and how many it could make nothing of."""

    end: int = 0
    unreadable: int = 0


def spoken_lines(file: BinaryIO, start: int, tally: Tally, over: bool) -> Iterator[Line]:
    """Speech from a place in the file on. A last line without its end is still being written, unless all is over."""
    for begin, end, raw in _raw_lines(file, start, tally, over):
        line = _spoken(raw, begin, end) if raw is not None and raw.strip() else None
        if raw is None or line is False:
            tally.unreadable += 1
        tally.end = end
        if isinstance(line, Line):
            yield line


def _raw_lines(file: BinaryIO, start: int, tally: Tally, over: bool) -> Iterator[tuple[int, int, bytes | None]]:
    """Each line with its place; None stands for one that is too long to be held."""
    file.seek(start)
    tally.end = begin = start
    while raw := file.readline(LONGEST_LINE):
        end, whole = begin + len(raw), raw.endswith(b"\n")
        held: bytes | None = raw
        while not whole and len(raw) == LONGEST_LINE:
            held = None
            raw = file.readline(LONGEST_LINE)
            end, whole = end + len(raw), raw.endswith(b"\n")
        if not whole and not over:
            return
        yield begin, end, held
        begin = end


def _spoken(raw: bytes, start: int, end: int) -> Line | Literal[False] | None:
    """The speech in a line; None when there is none, False when the line cannot be read."""
    try:
        value = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict):
        return False
    message = value.get("message")
    if value.get("type") not in ("user", "assistant") or not isinstance(message, dict):
        return None
    if any(value.get(mark) for mark in ASIDE):
        return None
    place = Line(
        "reply", "", start, end, uuid=_identity(value), time=moment(value.get("timestamp")),
        session=_text(value.get("sessionId")), folder=_text(value.get("cwd")),
    )  # fmt: skip
    return _reply(place, message) if value["type"] == "assistant" else _said(place, value, message)


def _reply(place: Line, message: dict[str, Any]) -> Line | None:
    if message.get("model") == INVENTED:
        return None
    return _with(
        place, "reply", without_inserted(_words(message.get("content")) or "").strip(),
        message=_text(message.get("id")), final=message.get("stop_reason") == "end_turn",
    )  # fmt: skip


def _said(place: Line, value: dict[str, Any], message: dict[str, Any]) -> Line | None:
    source = value.get("promptSource")
    if source is not None and source not in TYPED:
        return None
    words = _words(message.get("content"))
    if words is None:
        return None
    text = without_inserted(words).strip()
    if not text or text.startswith(INTERRUPTED):
        return None
    return _with(place, "command" if text.startswith(COMMANDS) else "prompt", text)


def _with(place: Line, kind: Literal["prompt", "command", "reply"], text: str, **more: Any) -> Line:
    return Line(
        kind, text, place.start, place.end, place.uuid, place.time, place.session, place.folder, **more
    )  # fmt: skip


def _words(content: Any) -> str | None:
    """The text of a message, its blocks one below the other; None for what a tool answered."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    blocks = [block for block in content if isinstance(block, dict)]
    if any(block.get("type") == "tool_result" for block in blocks):
        return None
    return "\n".join(_text(block.get("text")) for block in blocks if block.get("type") == "text")


def without_inserted(text: str) -> str:
    """The text without what was put into it: our own memories, reminders, what an editor showed."""
    for name in INSERTED:
        opening, closing = f"<{name}>", f"</{name}>"
        kept, at = [], 0
        while (begin := text.find(opening, at)) >= 0 and (end := text.find(closing, begin)) >= 0:
            kept.append(text[at:begin])
            at = end + len(closing)
        text = "".join([*kept, text[at:]]) if kept else text
    return text


def _identity(value: dict[str, Any]) -> str:
    """A copied line names the one it was copied from; else it is known by itself."""
    origin = value.get("forkedFrom")
    copied = _text(origin.get("messageUuid")) if isinstance(origin, dict) else ""
    return copied or _text(value.get("uuid"))


def moment(text: Any) -> datetime | None:
    """A time with a zone, or none at all."""
    if not isinstance(text, str):
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
