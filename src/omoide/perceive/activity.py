"""Everything that happens becomes an event of the log (L1), without secrets (E8); where nothing may be kept (N2), none.

A log that cannot be written never breaks a conversation: the fault is kept for `omoide doctor`. Events follow what they
tell of: a turn is in the ledger before it is in the log, so the log never tells of a turn that is not there.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from omoide.domain.dates import placed, wall_clock
from omoide.domain.event import EVENT_TYPES, TEXTS, Entry, Event, EventType, Pointer, pointer_to
from omoide.domain.turn import Turn
from omoide.errors import InvalidInput, NotFound, OmoideError
from omoide.perceive.barring import being_erased
from omoide.perceive.faults import note_fault, works_again
from omoide.perceive.fitting import fit
from omoide.perceive.pausing import paused
from omoide.perceive.privacy import not_to_be_remembered
from omoide.ports import Faculties
from omoide.settings import Settings

INTERRUPTED = "interrupted"  # the summary of a reply that broke off
FAULT = "activity log"


def note_event(
    faculties: Faculties, settings: Settings, type: EventType, *, ts: datetime | None = None,  # noqa: A002
    exit_code: int | None = None, **fields: str,
) -> Event | None:  # fmt: skip
    """Log what happened (now, unless `ts` says otherwise); `fields` are the texts of an event, with from_ for from.
    None when it was not logged: in a pause, or because a rule forbids it, or because the log cannot be written."""
    event = made(faculties, settings, type, ts=ts, exit_code=exit_code, **fields)
    texts = "\n".join(text for name in TEXTS if (text := getattr(event, "from_" if name == "from" else name)))
    if paused(faculties) or not_to_be_remembered(settings.privacy, texts, "", ""):
        return None
    return event if _append(faculties, event) else None


def made(
    faculties: Faculties, settings: Settings, type: EventType, *, ts: datetime | None = None,  # noqa: A002
    exit_code: int | None = None, **fields: str,
) -> Event:  # fmt: skip
    """An event that may be kept, checked; nothing is written."""
    if type not in EVENT_TYPES:
        raise InvalidInput(
            f"there is no type of event {type!r}; there are {', '.join(EVENT_TYPES)}.",
            f"{type!r} という種類の出来事はありません。使えるのは {', '.join(EVENT_TYPES)} です。",
        )
    named = {"from_" if name == "from" else name: text for name, text in fields.items()}
    if unknown := sorted(set(named) - {"from_", *TEXTS} | {"from"} & set(named)):
        raise InvalidInput(
            f"an event has no field {unknown[0]!r}; it has {', '.join(TEXTS)}.",
            f"出来事に {unknown[0]!r} という項目はありません。使えるのは {', '.join(TEXTS)} です。",
        )
    texts: dict[str, Any] = {name: fit(text, settings.activity.kept_characters) for name, text in named.items()}
    return Event(_stamp(faculties, settings, ts), type, exit_code=exit_code, **texts)


def log_turn(faculties: Faculties, settings: Settings, turn: Turn, *, note: bool, interrupted: bool) -> None:
    """What was said and what was replied, at the time of the turn. What somebody has written down (`note`) is no
    message. Only for turns that are new: one that is read again was logged before."""
    ts, person, most = _stamp(faculties, settings, turn.time), turn.scope.person, settings.activity.kept_characters
    channel = turn.origin or "chat"
    said, replied = (text if len(text) <= most else f"{text[: most - 1]}…" for text in (turn.said, turn.replied))
    if note:
        events = [Event(ts, "memory_write", content=said, channel=turn.origin, tool="remember")]
    else:
        events = [
            Event(ts, "message_received", content=said, from_=person, channel=channel) if said.strip() else None,
            Event(ts, "response_sent", content=replied, to=person, channel=channel, summary=INTERRUPTED * interrupted)
            if replied.strip()
            else None,
        ]
    _append(faculties, *(event for event in events if event))


def recent(faculties: Faculties, settings: Settings, now: datetime) -> list[Entry]:
    """What happened in the hours that priming looks back, oldest first. Nothing that lies ahead."""
    rules = settings.activity
    since = placed(now) - timedelta(hours=rules.hours)
    return faculties.activity.latest(faculties.scope, since, rules.most_entries, now)


def read_pointer(faculties: Faculties, settings: Settings, pointer: Pointer) -> str:
    """The lines that a pointer names, as they stand in the log of this scope, as many as may be read at once."""
    lines: list[str] = []
    room = settings.activity.read_characters
    there = faculties.activity.on(faculties.scope, pointer.day, pointer.first)
    for number, event in takewhile(lambda line: not pointer.last or line[0] <= pointer.last, there):
        text = f"L{number} {json.dumps(event.plain(), ensure_ascii=False, default=str)}"
        room -= len(text) + 1
        if room < 0 and lines:
            last = pointer.last or max(pointer.first, number) + len(lines)
            lines.append(f"… -> {pointer_to(pointer.day, number, max(last, number))}")
            break
        lines.append(text)
    if not lines:
        name = pointer_to(pointer.day, pointer.first if pointer.last or pointer.first > 1 else 0, pointer.last)
        raise NotFound(
            f"nothing stands in {name}; see `omoide log`.",
            f"{name} には何もありません。`omoide log` で確かめてください。",
        )
    return "\n".join(lines)


def _append(faculties: Faculties, *events: Event) -> bool:
    if being_erased(faculties):  # between a turn and its line in the log (O2)
        return False
    try:
        faculties.activity.append(faculties.scope, *events)
    except OmoideError as error:
        note_fault(faculties, FAULT, error)
        return False
    works_again(faculties, FAULT)
    return True


def _stamp(faculties: Faculties, settings: Settings, ts: datetime | None) -> datetime:
    """By the person's clock, so that a line reads as they lived it."""
    return wall_clock(placed(ts or faculties.clock.now()), settings.zone(faculties.scope.person))
