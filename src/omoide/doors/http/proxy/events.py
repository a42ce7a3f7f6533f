"""Server-sent events as they arrive, cut anywhere. What nobody changes goes on byte for byte."""

from __future__ import annotations

import re
from typing import NamedTuple

_END = re.compile(rb"\r\n\r\n|\n\n|\r\r")
MOST_BYTES = 16_000_000  # of one event: beyond that it is no event


class Event(NamedTuple):
    """`raw` is what came over the wire; empty for one that we made."""

    data: str
    name: str = ""
    raw: bytes = b""

    def told(self) -> bytes:
        if self.raw:
            return self.raw
        head = f"event: {self.name}\n" if self.name else ""
        return f"{head}data: {self.data}\n\n".encode()


class EventStream:
    def __init__(self) -> None:
        self._rest = b""

    def feed(self, block: bytes) -> list[Event]:
        """The events that are whole by now."""
        self._rest += block
        found, at = [], 0
        while end := _END.search(self._rest, at):
            if end.group() == b"\r\r" and end.end() == len(self._rest):
                break  # perhaps the first half of \r\n\r\n
            found.append(_read(self._rest[at : end.end()]))
            at = end.end()
        self._rest = self._rest[at:]
        if len(self._rest) > MOST_BYTES:
            raise ValueError("an event without an end")
        return found

    def finish(self) -> list[Event]:
        """What stood there without an empty line after it."""
        rest, self._rest = self._rest, b""
        return [_read(rest)] if rest.strip() else []


def _read(raw: bytes) -> Event:
    name, data = "", []
    for line in re.split(r"\r\n|\n|\r", raw.decode("utf-8", "replace")):
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
    return Event("\n".join(data), name, raw)
