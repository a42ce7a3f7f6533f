"""Nights of many personas on one PostgreSQL server (F7, D5): workers share them, one is killed, and the result is held
against that of a run which nobody disturbed.

`python -m bench.nights_of_many --personas 10000 --workers 4` takes the servers that `make servers` started. The stores
are small (two things were said in each), so this measures what a night costs at least, and the queue.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
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
# Left out is what may differ between two runs: moments, how long something took, and names of memories, since numbers
# are given out to all personas in the order of work.
_CONTENT = """SELECT m.persona, m.person, m.intensity, m.days, m.anchor, m.level, m.text_level, m.tags, x.trigger,
    x.content, x.keywords FROM memories m JOIN texts x ON x.row = m.row ORDER BY m.persona, x.trigger"""
_STEPS = "SELECT persona, person, night, step, position FROM steps ORDER BY 1, 2, 3, 5"
_TURNS = "SELECT persona, person, key, state FROM turns ORDER BY 1, 2, 3"
_NIGHTS = "SELECT persona, person, night, finished > 0 FROM nights ORDER BY 1, 2, 3"


def settle(home: Path, count: int, first: int = 0) -> None:
    """So many pairs, who talked two days ago: one thing is a memory already, one still waits for the night."""
    then = datetime.now().astimezone() - timedelta(days=2)
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


def main(personas: int, workers: int) -> dict[str, Any]:
    """Two runs over copies of one database: undisturbed, and with a worker killed when a tenth is done."""
    from tests.servers import ground
    from tests.servers.databases import Databases

    databases = Databases(ground.running()["database"].url)
    databases.prepare()
    url = databases.make()
    other = url.replace(name_of(url), f"{name_of(url)}_copy")
    os.environ.update(QUICK | {"OMOIDE_WORK__SHARD": "20", "OMOIDE_DATABASE_URL": url})
    with tempfile.TemporaryDirectory() as folder:
        home, copy = Path(folder) / "home", Path(folder) / "copy"
        began = time.monotonic()
        settle(home, personas)
        settled = time.monotonic() - began
        shutil.copytree(home, copy)
        databases.administer(f"CREATE DATABASE {name_of(other)} TEMPLATE {name_of(url)} OWNER {name_of_owner(url)}")
        try:
            calm = _lived(home, url, workers, 0)
            killed = _lived(copy, other, workers, personas // 10)
            return {
                "personas": personas, "workers": workers, "settling_seconds": round(settled, 1),
                "undisturbed_seconds": round(calm, 1), "with_one_killed_seconds": round(killed, 1),
                "nights_per_second": round(personas / calm, 1),
                "lived_once": rows(other, "SELECT COUNT(*) FROM nights WHERE finished > 0") == [[personas]],
                "same_result": fingerprint(url) == fingerprint(other),
            }  # fmt: skip
        finally:
            for one in (url, other):
                databases.drop(one)
            databases.drop_all()


def _lived(home: Path, url: str, workers: int, kill_after: int) -> float:
    began = time.monotonic()
    started = [worker(home, url) for _ in range(workers)]
    while kill_after and rows(url, "SELECT COUNT(*) FROM nights WHERE finished > 0")[0][0] < kill_after:
        time.sleep(0.2)
    if kill_after:
        started[0].send_signal(signal.SIGKILL)
    for one in started:
        one.communicate()
    return time.monotonic() - began


def name_of_owner(url: str) -> str:
    return urlsplit(url).username or ""


if __name__ == "__main__":
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--personas", type=int, default=10_000)
    wanted.add_argument("--workers", type=int, default=4)
    print(json.dumps(main(**vars(wanted.parse_args())), indent=1))
