"""What was said last in document 003's system: its conversation, and a reply that a crash cut off (N5, J1)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime, timedelta, tzinfo
from typing import Any

from omoide.encode import Encoded, Line, live_lines
from omoide.errors import InvalidInput, OmoideError
from omoide.moving.anima import Anima, Part
from omoide.moving.places import moment
from omoide.moving.reading import read_json
from omoide.perceive import take_in
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

CONVERSATIONS = ("state/conversation.json", "shortterm/conversation.json")
JOURNAL = "shortterm/streaming_journal.jsonl"
_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "anima": "assistant", "ai": "assistant"}


def conversation(
    faculties: Faculties, settings: Settings, anima: Anima, zone: tzinfo | None, plan: bool,
    progress: Progress | None = None,
) -> tuple[Part, Encoded]:  # fmt: skip
    """Lived through like any conversation; counted in messages of the person."""
    found, encoded = Part(), Encoded()
    for name in CONVERSATIONS:
        path = anima.folder / name
        if not path.is_file() or not anima.inside(path, found):
            continue
        try:
            lines = list(_messages(read_json(path, anima.shown(path)), zone, found))
        except InvalidInput as error:
            found.problems.append(error)
            continue
        asked = [line for line in lines if line.role == "user"]
        known = sum(_is_known(faculties, line) for line in asked)
        found.new, found.known = found.new + len(asked) - known, found.known + known
        if lines and not plan:
            problems: list[OmoideError] = []
            encoded += live_lines(faculties, settings, lines, problems, progress)
    return found, encoded


def _is_known(faculties: Faculties, line: Line) -> bool:
    return bool(faculties.store.turns.between(faculties.scope, line.time, line.time + timedelta(microseconds=1), 1))


def _messages(value: Any, zone: tzinfo | None, found: Part) -> Iterator[Line]:
    turns = value.get("turns") if isinstance(value, dict) else value
    for turn in turns if isinstance(turns, list) else ():
        role = _ROLES.get(str(turn.get("role", "")).casefold()) if isinstance(turn, dict) else None
        text = turn.get("content") if role else None
        try:
            when = moment(turn.get("timestamp") or turn.get("ts") or turn.get("time"), zone) if role else None
        except (ValueError, OmoideError):
            when = None
        if role and when and isinstance(text, str):
            yield Line(role, text, when)
        else:
            found.skipped += 1


def interrupted(faculties: Faculties, settings: Settings, anima: Anima, zone: tzinfo | None, plan: bool) -> Part:
    """The words so far, as an interrupted reply. Its key is made of them: recovered once."""
    found, path = Part(), anima.folder / JOURNAL
    if not path.is_file() or not anima.inside(path, found) or (text := anima.text(path, found)) is None:
        return found
    records = [record for line in text.splitlines() if (record := _record(line, found))]
    start = next((record for record in records if _kind(record) == "start"), {})
    said = "".join(_words(record) for record in records if _kind(record) == "text")
    if not said.strip():
        return found
    key = hashlib.sha256(f"003 journal\x1f{faculties.scope}\x1f{said}".encode()).hexdigest()[:32]
    if faculties.store.turns.get([key], faculties.scope):
        found.known += 1
        return found
    found.new += 1
    if not plan:
        complete = any(_kind(record) == "done" for record in records)
        take_in(
            faculties, settings, "", said, time=_started(faculties, start, zone), session="", origin="", key=key,
            incognito=False, interrupted=not complete,
        )  # fmt: skip
    return found


def _record(line: str, found: Part) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        record = None
    if isinstance(record, dict):
        return record
    found.skipped += bool(line.strip())
    return None


def _kind(record: dict[str, Any]) -> str:
    return str(record.get("type") or record.get("event") or record.get("ev") or "")


def _words(record: dict[str, Any]) -> str:
    words = record.get("text") or record.get("content") or record.get("t") or ""
    return words if isinstance(words, str) else ""


def _started(faculties: Faculties, start: dict[str, Any], zone: tzinfo | None) -> datetime:
    try:
        return moment(start.get("ts") or start.get("started_at"), zone)
    except (ValueError, OmoideError):
        return faculties.clock.now()
