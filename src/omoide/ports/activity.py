"""The log of everything that happens (L1), and what was resolved, for all personas to know (L4)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Protocol

from omoide.domain.event import Entry, Event
from omoide.domain.turn import Scope

Places = dict[date, tuple[int, int]]  # of the file of each day: bytes and lines read so far


class Activity(Protocol):
    """Append-only, one file per day of the person's calendar. What is handed in has no secrets in it (E8)."""

    def append(self, scope: Scope, *events: Event) -> None:
        """Raises StoreDamaged or Busy when it cannot be written."""
        ...

    def on(self, scope: Scope, day: date, first: int = 1) -> Iterable[tuple[int, Event]]:
        """(line, event) of a day as they were written, from a line on; lines that cannot be read are passed over, but
        counted."""
        ...

    def latest(self, scope: Scope, since: datetime | None, most: int, until: datetime | None = None) -> list[Entry]:
        """The newest so many from one moment on, oldest of them first. What lies ahead of `until` (of now, when it is
        left out) is not among them."""
        ...

    def newest(self, scope: Scope, most: int) -> list[Entry]:
        """The end of the log as it stands, whatever its times say; for people who look at it."""
        ...

    def days(self, scope: Scope) -> list[date]:
        """Those that have a file, oldest first."""
        ...

    def grown(self, scope: Scope, places: Places) -> tuple[list[Entry], Places]:
        """What was added behind these places, also in files of later days; and the places behind that."""
        ...

    def ends(self, scope: Scope) -> Places:
        """The place behind the last line of the newest file, for `grown`."""
        ...
