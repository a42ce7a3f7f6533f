"""Line by line: the activity log and the registry of what was resolved, from document 003's system (N5, L1, L4).

A line that breaks off, or is none, is counted and passed over. What is there already comes in no second time: an event
is known by all that it says, a message by its words, since the conversation itself may have been taken in too.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import Any

from omoide.domain.dates import wall_clock
from omoide.domain.event import Event, event_of
from omoide.domain.resolution import AGAIN
from omoide.domain.sameness import sameness
from omoide.errors import OmoideError
from omoide.moving.anima import Anima, Part
from omoide.moving.aside import without_secrets
from omoide.moving.places import moment
from omoide.perceive import not_to_be_remembered
from omoide.ports import Faculties
from omoide.settings import Settings

_SPOKEN = ("message_received", "response_sent")
_MATTER = ("matter", "issue", "item", "content", "summary", "text")
_BY = ("persona", "anima", "resolver", "resolved_by", "from")
_AT_ONCE = 1_000


def activity(faculties: Faculties, settings: Settings, anima: Anima, zone: tzinfo | None, plan: bool) -> Part:
    """Events go to the days of their times, whatever the file is called."""
    found = Part()
    by_day: dict[date, list[Event]] = defaultdict(list)
    for path in anima.files(anima.folder / "activity_log", (".jsonl",), found):
        for values in _lines(anima, path, found):
            event = event_of(values, zone)
            if event is None or not_to_be_remembered(settings.privacy, " ".join(map(str, values.values())), "", ""):
                found.skipped += 1
                continue
            by_day[wall_clock(event.ts, zone).date()].append(event)
    for day, events in sorted(by_day.items()):
        there = Counter(_key(event) for _, event in faculties.activity.on(faculties.scope, day))
        new = [event for event in events if not _seen(there, _key(event))]
        found.new, found.known = found.new + len(new), found.known + len(events) - len(new)
        for at in range(0, 0 if plan else len(new), _AT_ONCE):
            faculties.activity.append(faculties.scope, *new[at : at + _AT_ONCE])
    return found


def resolutions(faculties: Faculties, settings: Settings, anima: Anima, zone: tzinfo | None, plan: bool) -> Part:
    found = Part()
    path = anima.shared / "resolutions.jsonl" if anima.shared else None
    if path is None or not path.is_file() or not anima.inside(path, found):
        return found
    registry, person = faculties.store.resolutions, faculties.scope.person
    there = {one.key: one.ts for one in registry.recent(person)}
    for values in _lines(anima, path, found):
        matter, by, ts = _first(values, _MATTER), _first(values, _BY), _moment(values, zone)
        if not matter or ts is None or not_to_be_remembered(settings.privacy, matter, "", ""):
            found.skipped += 1
            continue
        if plan:  # as the registry would decide: what comes back after a day is news again
            key = sameness(matter)
            new = key not in there or there[key] <= ts - AGAIN
            there |= {key: ts} if new else {}
        else:
            new = registry.add(person, by or faculties.scope.persona, matter, ts)
        found.new, found.known = found.new + new, found.known + (not new)
    return found


def _first(values: dict[str, Any], keys: tuple[str, ...]) -> str:
    """Document 003 does not say what the keys are called."""
    return next((values[key] for key in keys if isinstance(values.get(key), str) and values[key].strip()), "")


def _moment(values: dict[str, Any], zone: tzinfo | None) -> datetime | None:
    try:
        return moment(values.get("ts") or values.get("timestamp") or values.get("resolved_at"), zone)
    except (ValueError, OmoideError):
        return None


def _lines(anima: Anima, path: Path, found: Part) -> Iterator[dict[str, Any]]:
    """Without secrets. Each line by itself, since one with odd bytes must not cost the others."""
    try:
        with path.open("rb") as file:
            for raw in file:
                if not raw.strip():
                    continue
                try:
                    values = json.loads(raw.decode("utf-8-sig"))
                except (ValueError, RecursionError):
                    values = None
                if isinstance(values, dict):
                    yield without_secrets(values)
                else:
                    found.skipped += 1
    except OSError as error:
        found.odd(anima.shown(path), f"cannot be read ({error.strerror})", f"読めません（{error.strerror}）")


def _key(event: Event) -> str:
    if event.type in _SPOKEN and event.content:
        return f"{event.type}\x1f{event.content}"
    return json.dumps(event.plain(), sort_keys=True, ensure_ascii=False)


def _seen(there: Counter[str], key: str) -> bool:
    if there[key] > 0:
        there[key] -= 1
        return True
    return False
