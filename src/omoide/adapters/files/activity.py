"""The log of events (L1): one JSONL file for each day of a person's calendar, only ever appended to.

    personas/<persona>/people/<person>/activity_log/2026-11-15.jsonl

Several processes may write at once: each appends whole lines. A process that died in the middle of a line leaves half
of one; the next one to write ends that line first, and who reads passes over it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, timedelta, tzinfo
from itertools import groupby
from typing import TypeVar

from omoide.adapters.files.folder import Folder
from omoide.disk import of_the_disk
from omoide.domain.dates import wall_clock
from omoide.domain.event import FOLDER, Entry, Event, event_of
from omoide.domain.turn import Scope
from omoide.errors import StoreDamaged
from omoide.ports.activity import Places
from omoide.ports.faculties import Clock

R = TypeVar("R")
_NAME = re.compile(r"(\d{4}-\d\d-\d\d)\.jsonl", re.ASCII)
# An import of this morning's talk stands behind this afternoon's events; so more lines are looked at than asked for.
LOOK_BACK = 4


class FileActivity:
    def __init__(self, files: Folder, zone: Callable[[str], tzinfo | None], clock: Clock) -> None:
        self._files, self._zone, self._clock = files, zone, clock

    def append(self, scope: Scope, *events: Event) -> None:
        def day_of(event: Event) -> date:
            return wall_clock(event.ts, self._zone(scope.person)).date()

        folder = self._folder(scope)
        for day, some in groupby(events, key=day_of):
            lines = b"".join(_line(event) for event in some)
            path = f"{folder}/{day.isoformat()}.jsonl"
            try:
                self._files.append(path, lines)
            except OSError as error:
                raise self._unusable(path, error) from error

    def on(self, scope: Scope, day: date, first: int = 1) -> Iterator[tuple[int, Event]]:
        path, zone = self._path(scope, day), self._zone(scope.person)
        try:
            for number, raw in enumerate(self._files.lines(path), 1):
                if number >= first and (event := _event(raw, zone)):
                    yield number, event
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            raise self._unusable(path, error) from error

    def latest(self, scope: Scope, since: datetime | None, most: int, until: datetime | None = None) -> list[Entry]:
        until = until or self._clock.now()
        # A day that ended before that moment anywhere on earth holds nothing that is asked for.
        first = (since - timedelta(days=1)).date() if since else date.min
        last = (until + timedelta(days=1)).date() if until.year < 9999 else date.max
        return self._ends(scope, most, first, last, lambda e: (since is None or e.ts >= since) and e.ts <= until)

    def newest(self, scope: Scope, most: int) -> list[Entry]:
        return self._ends(scope, most, date.min, date.max, lambda event: True)

    def days(self, scope: Scope) -> list[date]:
        folder = self._folder(scope)
        try:
            names = [match[1] for name in self._files.names(folder) if (match := _NAME.fullmatch(name))]
        except OSError as error:
            raise self._unusable(folder, error) from error
        return sorted(day for name in names if (day := _day(name)))

    def ends(self, scope: Scope) -> Places:
        return {day: place for day in self.days(scope)[-1:] if (place := self._of(scope, day, self._files.end_of))}

    def grown(self, scope: Scope, places: Places) -> tuple[list[Entry], Places]:
        found: list[Entry] = []
        reached, zone = dict(places), self._zone(scope.person)
        oldest = min(places, default=date.min)
        for day in self.days(scope):
            if day < oldest:
                continue
            before = reached.get(day, (0, 0))
            if more := self._of(scope, day, lambda path, before=before: self._files.lines_after(path, before)):
                lines, reached[day] = more
                found += _entries(day, lines, zone)
        return found, reached

    def _ends(self, scope: Scope, most: int, first: date, last: date, wanted: Callable[[Event], bool]) -> list[Entry]:
        """From the last day backwards, each file from its end, and no further than is needed."""
        found: list[Entry] = []
        zone = self._zone(scope.person)
        for day in reversed(self.days(scope)):
            if len(found) >= most or day < first:
                break
            if day > last:
                continue
            wish = (most - len(found)) * LOOK_BACK
            lines = self._of(scope, day, lambda path, wish=wish: self._files.last_lines(path, wish)) or []
            found += [entry for entry in _entries(day, lines, zone) if wanted(entry.event)]
        found.sort(key=lambda entry: (entry.event.ts, entry.day, entry.line))
        return found[-most:] if most > 0 else []

    def _of(self, scope: Scope, day: date, look: Callable[[str], R]) -> R | None:
        """What can be seen in the file of a day; None when it was taken away while we looked."""
        path = self._path(scope, day)
        try:
            return look(path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise self._unusable(path, error) from error

    def _path(self, scope: Scope, day: date) -> str:
        return f"{self._folder(scope)}/{day.isoformat()}.jsonl"

    def _folder(self, scope: Scope) -> str:
        persona = self._files.folder_for("personas", scope.persona)
        return f"{self._files.folder_for(f'{persona}/people', scope.person)}/{FOLDER}"

    def _unusable(self, path: str, error: OSError) -> StoreDamaged:
        where, why = self._files.shown(path), error.strerror or error
        return of_the_disk(where, error) or StoreDamaged(
            f"the log {where} cannot be used ({why}): check its permissions and the free space.",
            f"活動ログ {where} を使えません（{why}）。権限と空き容量を確かめてください。",
        )


def _line(event: Event) -> bytes:
    return json.dumps(event.plain(), ensure_ascii=False, default=str).encode("utf-8", "replace") + b"\n"


def _entries(day: date, lines: Iterable[tuple[int, bytes]], zone: tzinfo | None) -> list[Entry]:
    return [Entry(day, number, event) for number, raw in lines if (event := _event(raw, zone))]


def _event(raw: bytes, zone: tzinfo | None) -> Event | None:
    """What a line says; None for half of one, and for what is no event."""
    try:
        values = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return event_of(values, zone) if isinstance(values, dict) else None


def _day(name: str) -> date | None:
    try:
        return date.fromisoformat(name)
    except ValueError:
        return None
