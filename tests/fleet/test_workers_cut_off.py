"""A worker whose database goes away in the middle of its nights, and comes back (X2, F7)."""

from __future__ import annotations

import asyncio
import os
import subprocess
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bench.many_personas import PROGRAM, QUICK, rows, settle, worker
from omoide.adapters.queue.jobs import Jobs
from omoide.adapters.queue.tables import prepare
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.domain.turn import Scope
from omoide.domain.work_rules import WorkRules
from omoide.sleep.steps import STEPS
from tests.servers.cable import Cable
from tests.servers.databases import Databases
from tests.servers.processes import until

COUNT = 5
OVER = "SELECT COUNT(*) FROM nights WHERE finished > 0"
BY_PERSONA = "SELECT persona, COUNT(*) FROM steps GROUP BY persona ORDER BY persona"
# Of the queue's connections, the one that waits for somebody's lock.
WAITING = """SELECT pid FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'omoide-work' AND wait_event_type = 'Lock'"""


def test_a_worker_goes_on_when_its_database_is_back(
    databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X2, F7: nothing is lived twice, nothing is left out, and nobody has to start the worker again
    url = databases.make()
    cable = Cable(url)
    for name, value in (QUICK | {"OMOIDE_DATABASE_URL": cable.url}).items():
        monkeypatch.setenv(name, value)
    settle(tmp_path, COUNT)
    process = worker(tmp_path, cable.url)
    until(lambda: rows(url, OVER)[0][0] >= 1, 60, what="the first night")
    cable.cut()
    cable.mend()
    _, logged = process.communicate(timeout=120)
    assert process.returncode == 0, logged
    assert rows(url, OVER) == [[COUNT]]
    assert rows(url, BY_PERSONA) == [[f"persona{number:05}", len(STEPS)] for number in range(COUNT)]
    cable.cut()
    databases.drop(url)


def test_a_worker_does_not_sleep_on_after_its_database_was_away_for_long(
    databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X2, F7: what it has waited for a connection was counted as looking, and slept for fifty times as long
    url = databases.make()
    cable = Cable(url)
    for name, value in (QUICK | {"OMOIDE_DATABASE_URL": cable.url}).items():
        monkeypatch.setenv(name, value)
    settle(tmp_path, COUNT)
    log = tmp_path / "worker.log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [*PROGRAM, "work", "--once", "--home", str(tmp_path)], env=dict(os.environ), stdout=out, stderr=out
        )
    until(lambda: rows(url, OVER)[0][0] >= 1, 60, what="the first night")
    cable.cut()
    until(lambda: log.read_text().count("queue of nights cannot be reached") >= 2, 120, what="two waits in vain")
    cable.mend()
    assert process.wait(timeout=60) == 0, log.read_text()
    assert rows(url, OVER) == [[COUNT]]
    assert rows(url, BY_PERSONA) == [[f"persona{number:05}", len(STEPS)] for number in range(COUNT)]
    assert rows(url, "SELECT COUNT(*) FROM omoide_work.procrastinate_jobs WHERE status = 'doing'") == [[0]]
    cable.cut()
    databases.drop(url)


def test_a_job_whose_end_could_not_be_written_down_is_given_out_again(url: str) -> None:
    # F7: its worker lives and shows signs of life, so nobody else would ever take it up
    database = PostgresDatabase(url)
    prepare(database)
    lived: list[list[Scope]] = []
    begun, may_end, again = threading.Event(), threading.Event(), threading.Event()

    def live(scopes: list[Scope]) -> None:
        lived.append(scopes)
        (again if begun.is_set() else begun).set()
        assert may_end.wait(60)

    jobs = Jobs(url, WorkRules(look_seconds=0.3, lost_seconds=3_600), live)

    def cut_its_end_off() -> None:
        """While somebody has the row, its end waits; then the connection that it waits on goes."""
        assert begun.wait(60)
        with psycopg.connect(url) as holder:
            holder.execute("SELECT id FROM omoide_work.procrastinate_jobs FOR UPDATE")
            may_end.set()
            until(lambda: bool(_waiting(url)), 60, what="the end of the job")
            rows(url, f"SELECT pg_terminate_backend({_waiting(url)[0][0]})")

    async def scene() -> int:
        async with jobs.app.open_async():
            await jobs.ask([[Scope("aoi", "me")]])
            working = asyncio.create_task(jobs.work(1))
            await asyncio.to_thread(cut_its_end_off)
            rescued = 0
            while not rescued:
                await asyncio.sleep(0.02)
                rescued = await jobs.rescue()
            await asyncio.to_thread(again.wait, 60)
            while await asyncio.to_thread(rows, url, "SELECT id FROM omoide_work.procrastinate_jobs"):
                await asyncio.sleep(0.02)
            working.cancel()
            return rescued + await jobs.rescue()

    assert asyncio.run(asyncio.wait_for(scene(), 120)) == 1
    assert lived == [[Scope("aoi", "me")]] * 2
    database.close()


def _waiting(url: str) -> list[Any]:
    return rows(url, WAITING)
