"""Very many personas on one PostgreSQL server: settling them, workers for their nights, and what these have left."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from omoide import open_mind
from omoide.settings import load

QUICK = {
    "OMOIDE_WORK__SHARD": "4", "OMOIDE_WORK__LOOK_SECONDS": "0.3", "OMOIDE_WORK__LOST_SECONDS": "3",
    "OMOIDE_WORK__BACKOFF_SECONDS": "1", "OMOIDE_BACKUP__EVERY_DAYS_ON_SERVER": "0", "OMOIDE_TIMEZONE": "Asia/Tokyo",
}  # fmt: skip
PROGRAM = [sys.executable, "-c", "from omoide.doors.cli import main; main()"]
OVER = "SELECT COUNT(*) FROM nights WHERE finished > 0"
# Left out is what may differ between two runs: moments, how long something took, and names of memories, since numbers
# are given out to all personas in the order of work.
_CONTENT = """SELECT m.persona, m.person, m.intensity, m.days, m.anchor, m.level, m.text_level, m.tags, x.trigger,
    x.content, x.keywords FROM memories m JOIN texts x ON x.row = m.row ORDER BY m.persona, x.trigger"""
_STEPS = "SELECT persona, person, night, step, position FROM steps ORDER BY 1, 2, 3, 5"
_TURNS = "SELECT persona, person, key, state FROM turns ORDER BY 1, 2, 3"
_NIGHTS = "SELECT persona, person, night, finished > 0 FROM nights ORDER BY 1, 2, 3"


def two_days_ago() -> datetime:
    return datetime.now().astimezone() - timedelta(days=2)


def settle(home: Path, count: int, first: int = 0, then: datetime | None = None) -> None:
    """So many pairs, who talked two days ago: one thing is a memory already, one still waits for the night."""
    then = then or two_days_ago()
    settings = load(home)
    with open_mind(home, settings=settings):  # for as long as one is open, the others find its connections
        for number in range(first, first + count):
            with open_mind(home, persona=f"persona{number:05}", person=f"person{number:05}", settings=settings) as mind:
                mind.remember(f"We walked to the lighthouse of Cape {number}, it was wonderful!", time=then)
                mind.perceive(f"My cat {number} is ill, I am so worried.", "I am sorry to hear that.", time=then)


def worker(home: Path, url: str, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, "work", "--once", "--json", "--home", str(home), *options],
        env={**QUICK, **os.environ, "OMOIDE_DATABASE_URL": url}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def left(url: str) -> list[Any]:
    """What the nights of all have left."""
    return [rows(url, statement) for statement in (_CONTENT, _STEPS, _TURNS, _NIGHTS)]


def fingerprint(url: str) -> str:
    return hashlib.sha256(json.dumps(left(url), ensure_ascii=False, default=str).encode()).hexdigest()


def rows(url: str, statement: str) -> list[Any]:
    from omoide.adapters.sql.postgres import PostgresDatabase

    database = PostgresDatabase(url)
    try:
        return [list(row) for row in database.execute(statement)]
    finally:
        database.close()


def name_of(url: str) -> str:
    return urlsplit(url).path[1:]
