"""The log as a person looks at it: a day, some types, the newest. Also what lies ahead: they may wonder about it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, timedelta

from omoide.domain.event import Entry, Event
from omoide.ports import Faculties


def look_back(
    faculties: Faculties, *, day: date | None = None, types: Collection[str] = (), since: datetime | None = None,
    most: int | None = None,
) -> list[Entry]:  # fmt: skip
    """Oldest first; of all that is asked for, the newest so many. No day is read that is not needed for that."""
    activity, scope = faculties.activity, faculties.scope
    if day is None and not types and since is None and most is not None:
        return activity.newest(scope, most)

    def wanted(event: Event) -> bool:
        return (not types or event.type in types) and (since is None or event.ts >= since)

    found: list[Entry] = []
    for each in [day] if day else reversed(activity.days(scope)):
        if (since and each < (since - timedelta(days=1)).date()) or (most is not None and len(found) >= most):
            break
        found += [Entry(each, line, event) for line, event in activity.on(scope, each) if wanted(event)]
    found.sort(key=lambda entry: (entry.event.ts, entry.day, entry.line))
    return found if most is None else found[len(found) - min(most, len(found)) :]
