"""Turns and memories to keep in a store, and the checks that hold for any sound one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from omoide.adapters.sql.store import SqlStore
from omoide.domain.emotion import Emotion
from omoide.domain.memory import Memory
from omoide.domain.turn import Scope, Turn

TOKYO = timezone(timedelta(hours=9))
NOON = datetime(2026, 1, 18, 12, 0, 0, 123_456, tzinfo=TOKYO)
FIRST_NIGHT = NOON.toordinal() + 1
AOI, REN = Scope("aoi", "ken"), Scope("aoi", "yui")

_MEMORY = Memory(
    id="mem_20260118_001",
    scope=AOI,
    created=NOON,
    trigger="温泉の話をした",
    content="とても嬉しそうだった",
    intensity=60,
    emotion=Emotion("positive", 40, ("joy", "relief")),
    category="emotional",
    coefficient=0.9,
    days=0.625,
    retention=60.0,
    keywords=("温泉", "箱根"),
    sources=("turn-1",),
    session="s1",
    origin="claude-code",
)


def memory(number: int = 1, **changes: Any) -> Memory:
    return replace(_MEMORY, **{"id": f"mem_20260118_{number:03}", **changes})


def turn(number: int = 1, **changes: Any) -> Turn:
    made = Turn(f"turn-{number}", AOI, "s1", f"said {number} 「温泉」", f"replied {number}", NOON, "claude-code")
    return replace(made, **changes)


def opened(place: str) -> SqlStore:
    """A store by where it is: a file, or the address of a database."""
    if "://" not in place:
        return SqlStore(Path(place))
    from omoide.adapters.sql.postgres import PostgresDatabase

    return SqlStore(PostgresDatabase(place))


class Stop(Exception):
    """Something that goes wrong in the middle."""


def stop() -> None:
    raise Stop


def together(store: SqlStore, *steps: Callable[[], object]) -> None:
    """The steps as one transaction."""
    with store.transaction():
        for step in steps:
            step()


def unsound(store: SqlStore) -> list[tuple[str, int]]:
    """Rows that lack a part of theirs; empty when nothing was half-written."""
    questions = {
        "memory without text": "SELECT COUNT(*) FROM memories WHERE row NOT IN (SELECT row FROM texts)",
        "memory without words": "SELECT COUNT(*) FROM memories WHERE row NOT IN (SELECT row FROM word_lists)",
        "memory without source": "SELECT COUNT(*) FROM memories WHERE row NOT IN (SELECT row FROM sources)",
        "words without memory": "SELECT COUNT(*) FROM word_lists WHERE row NOT IN (SELECT row FROM memories)",
        "encoded turn without memory": "SELECT COUNT(*) FROM turns WHERE state = 'encoded'"
        " AND key NOT IN (SELECT turn FROM sources)",
        "memory of a waiting turn": "SELECT COUNT(*) FROM turns WHERE state = 'waiting'"
        " AND key IN (SELECT turn FROM sources)",
    }
    counted = [(what, store.database.execute(sql).fetchone()[0]) for what, sql in questions.items()]
    return [(what, count) for what, count in counted if count] + _faults(store)


def _faults(store: SqlStore) -> list[tuple[str, int]]:
    """A file can be damaged by whoever writes it; a server looks after its own."""
    if store.database.dialect.name != "sqlite":
        return []
    sound = store.database.execute("PRAGMA integrity_check").fetchall()
    return [] if sound == [("ok",)] else [(str(sound), 1)]
