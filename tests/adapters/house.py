"""A home with a few memories in it, and the ways in which a disk may spoil it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np

from omoide.adapters.sql.backups import SqlBackups
from omoide.adapters.sql.store import SqlStore
from omoide.adapters.sql.upkeep import SqlUpkeep
from omoide.domain.emotion import Emotion
from omoide.domain.memory import Memory
from omoide.domain.turn import Scope, Turn

NOW = datetime(2026, 2, 1, 3, 0, tzinfo=timezone(timedelta(hours=9)))
SCOPE = Scope("aoi", "ken")
PAGE = 4096


@dataclass(frozen=True)
class House:
    home: Path

    @property
    def database(self) -> Path:
        return self.home / "omoide.db"

    @property
    def backups(self) -> SqlBackups:
        return SqlBackups(self.home, self.database, self.home / "backups")

    def upkeep(self, **settings: Any) -> SqlUpkeep:
        return SqlUpkeep(self.home, self.database, self.backups, **settings)

    def store(self) -> SqlStore:
        return SqlStore(self.database)

    def live(self, numbers: range) -> None:
        """Turns that became memories, with vectors; then everything is folded into the one file."""
        store = self.store()
        with store.transaction():
            for number in numbers:
                key = f"turn-{number}"
                said, replied = f"said {number} 温泉", f"replied {number} " + "長い話 " * 40
                store.turns.add(Turn(key, SCOPE, "s1", said, replied, NOW), "encoded")
                row = store.memories.add(memory(number), NOW.toordinal())
                store.vectors.put([row], np.full((1, 8), number, dtype=np.float32), "builtin")
        store.close()

    def ids(self) -> list[str]:
        store = self.store()
        found = store.database.execute("SELECT id FROM memories ORDER BY id").fetchall()
        store.close()
        return [name for (name,) in found]

    def one(self, sql: str) -> Any:
        store = self.store()
        found = store.database.execute(sql).fetchone()[0]
        store.close()
        return found

    def change(self, *statements: str) -> None:
        store = self.store()
        store.database.execute("PRAGMA foreign_keys = OFF")
        for statement in statements:
            store.database.execute(statement)
        store.close()

    def spoil(self, offset: int, content: bytes) -> None:
        with self.database.open("r+b") as file:
            file.seek(offset)
            file.write(content)


def memory(number: int) -> Memory:
    return Memory(
        id=f"mem_20260131_{number:03}", scope=SCOPE, created=NOW - timedelta(hours=9), trigger=f"温泉の話 {number}",
        content=f"reply {number} " + "嬉しい " * 60, intensity=60, emotion=Emotion("positive", 40, ("joy",)),
        category="casual", coefficient=0.9, days=0.375, retention=60.0, keywords=("温泉",), sources=(f"turn-{number}",),
    )  # fmt: skip


def ids(numbers: range) -> list[str]:
    return [f"mem_20260131_{number:03}" for number in numbers]


@contextmanager
def little_room(size: int) -> Iterator[None]:
    """No file may grow larger, as on a disk that is nearly full."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
