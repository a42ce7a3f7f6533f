"""Events: everything that happens with a persona, one after the other (L1, L2).

A line of the log has no empty fields. What a line of another program holds besides, or a type that is not known here,
stays with the event as it is: a log is read by more than one program, and none may lose what another wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from typing import Any, Literal, NamedTuple, get_args

EventType = Literal[
    "message_received", "response_sent", "dm_sent", "dm_received", "channel_post", "channel_read", "human_notify",
    "tool_use", "heartbeat_start", "heartbeat_end", "cron_executed", "memory_write", "error", "issue_resolved",
]  # fmt: skip
EVENT_TYPES: tuple[str, ...] = get_args(EventType)
# Short and plain: a label costs one or two tokens, and every model knows it again.
LABELS: dict[str, str] = {
    "message_received": "MSG<",
    "response_sent": "MSG>",
    "dm_sent": "DM>",
    "dm_received": "DM<",
    "channel_post": "CH.W",
    "channel_read": "CH.R",
    "human_notify": "NTFY",
    "tool_use": "TOOL",
    "heartbeat_start": "HB",
    "heartbeat_end": "HB",
    "cron_executed": "CRON",
    "memory_write": "MEM",
    "error": "ERR",
    "issue_resolved": "RSLV",
}
# The fields that are texts, as the log names them; `from` is a word of Python's own.
TEXTS = ("content", "from", "to", "channel", "tool", "via", "summary", "task")
FOLDER = "activity_log"
LONGEST_POINTER = 200
_POINTER = re.compile(rf"{FOLDER}/(\d{{4}}-\d\d-\d\d)\.jsonl(?:#L(\d{{1,9}})(?:-L?(\d{{1,9}}))?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Event:
    """`type` is an EventType when we wrote it; a log may hold others."""

    ts: datetime
    type: str
    content: str = ""
    from_: str = ""
    to: str = ""
    channel: str = ""
    tool: str = ""
    via: str = ""
    summary: str = ""
    task: str = ""
    exit_code: int | None = None
    other: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if self.ts.tzinfo is None:
            raise ValueError("an event's time must carry a time zone")

    @property
    def label(self) -> str:
        return LABELS.get(self.type, self.type[:12].upper() or "?")

    @property
    def peer(self) -> str:
        """With whom: whoever is on the other side."""
        return self.from_ or self.to

    def plain(self) -> dict[str, Any]:
        """As a line of the log holds it: nothing that is empty."""
        values: dict[str, Any] = {"ts": self.ts.isoformat(), "type": self.type}
        values |= {name: text for name in TEXTS if (text := getattr(self, "from_" if name == "from" else name))}
        if self.exit_code is not None:
            values["exit_code"] = self.exit_code
        return values | {name: value for name, value in self.other.items() if name not in values}


def event_of(values: Mapping[str, Any], zone: tzinfo | None) -> Event | None:
    """An event from a line of a log, or None when it is none. A time without an offset is one of the zone."""
    try:
        ts = datetime.fromisoformat(values["ts"])
    except (KeyError, TypeError, ValueError):
        return None
    kind = values.get("type")
    if not isinstance(kind, str) or not kind:
        return None
    ts = ts if ts.tzinfo else ts.replace(tzinfo=zone) if zone else ts.astimezone()
    known: dict[str, Any] = {}
    other: dict[str, Any] = {}
    for name, value in values.items():
        if name in ("ts", "type"):
            continue
        if name in TEXTS and isinstance(value, str):
            known["from_" if name == "from" else name] = value
        elif name == "exit_code" and isinstance(value, int) and not isinstance(value, bool):
            known[name] = value
        else:
            other[name] = value
    return Event(ts, kind, **known, other=other)


class Entry(NamedTuple):
    """An event with where it stands: the day of its file, and the number of its line."""

    day: date
    line: int
    event: Event

    @property
    def pointer(self) -> str:
        return pointer_to(self.day, self.line)


class Pointer(NamedTuple):
    """What a pointer names: a day, and of it some lines; `last` 0 means: to the end."""

    day: date
    first: int = 1
    last: int = 0


def pointer_to(day: date, first: int = 0, last: int = 0) -> str:
    """activity_log/2026-11-15.jsonl, …#L3 or …#L3-L9"""
    lines = f"#L{first}" + (f"-L{last}" if last > first else "") if first else ""
    return f"{FOLDER}/{day.isoformat()}.jsonl{lines}"


def pointed_at(text: str) -> Pointer | None:
    """What such a pointer names, or None when it is none. Nothing but a date leads to a file (T4)."""
    text = text.strip().removeprefix("->").strip() if len(text) <= LONGEST_POINTER else ""
    found = _POINTER.fullmatch(text)
    if not found:
        return None
    try:
        day = date.fromisoformat(found[1])
    except ValueError:
        return None
    first = int(found[2]) if found[2] else 1
    return Pointer(day, max(first, 1), int(found[3]) if found[3] else first if found[2] else 0)
