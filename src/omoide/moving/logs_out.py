"""The ledger of turns as text logs (L6): log.txt holds the newest month, log_archives/ one file for each before it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, tzinfo

from omoide.domain.turn import Turn
from omoide.encode import would_part
from omoide.moving.places import LOG, OLD_LOGS
from omoide.ports import Faculties

_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def logs(faculties: Faculties, zone: tzinfo | None) -> Iterator[tuple[str, str]]:
    """Names and texts, oldest first."""
    months: dict[str, list[str]] = {}
    for day in faculties.store.log.days(faculties.scope, zone):
        written = months.setdefault(f"{day:%Y-%m}", [])
        written += [_written(turn, zone) for turn in faculties.store.log.of_day(faculties.scope, day, zone)]
    *archived, newest = [month for month, written in months.items() if written] or [""]
    for month in archived:
        yield f"{OLD_LOGS}/log_{month}.txt", "\n".join(months[month])
    if newest:
        yield LOG, "\n".join(months[newest])


def _written(turn: Turn, zone: tzinfo | None) -> str:
    """Both messages, also one that is empty: without it, what stands next would seem to go on with this turn."""
    local = turn.time.astimezone(UTC).astimezone(zone)
    fraction = f".{local.microsecond:06}" if local.microsecond else ""
    stamp = f"{local:%Y-%m-%d} ({_WEEKDAYS[local.weekday()]}) {local:%H:%M:%S}{fraction}"
    sides = ((f"USER:{turn.scope.person}", turn.said), (f"AGENT:{turn.scope.persona}", turn.replied))
    return "".join(f"## {header}\n{_quoted(text)}\n\n{stamp}\n\n" for header, text in sides).rstrip("\n") + "\n"


def _quoted(text: str) -> str:
    """A line that reads like a header or a day of the log is quoted: what was said must not become another message."""
    return "\n".join(f"> {line}" if would_part(line) else line for line in text.split("\n"))
