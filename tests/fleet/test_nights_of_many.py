"""Nights of many personas, shared by workers, one of which is killed (F7, D5, I6)."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.many_personas import QUICK, left, name_of, rows, settle, worker
from omoide.fleet import Workers, how_far
from omoide.sleep.steps import STEPS
from tests.servers.databases import ROLE, Databases
from tests.servers.processes import until

COUNT = 24


@pytest.fixture
def urls(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """Two databases; the second is made as a copy of the first later."""
    for name, value in QUICK.items():
        monkeypatch.setenv(name, value)
    first = databases.make()
    second = first.replace(name_of(first), f"{name_of(first)}_copy")
    monkeypatch.setenv("OMOIDE_DATABASE_URL", first)
    yield first, second
    for url in (first, second):
        databases.drop(url)


def test_every_night_is_lived_once_though_a_worker_is_killed(
    urls: tuple[str, str], databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # F7, D5, I6: three workers, one gone in the middle, and the same result as by one that nobody disturbed
    first, second = urls
    home, other = tmp_path / "home", tmp_path / "other"
    settle(home, COUNT)
    shutil.copytree(home, other)
    databases.administer(f"CREATE DATABASE {name_of(second)} TEMPLATE {name_of(first)} OWNER {ROLE}")

    workers = [worker(other, second) for _ in range(3)]
    over = "SELECT COUNT(*) FROM nights WHERE finished > 0"
    until(lambda: rows(second, over)[0][0] >= 3, 60, what="the first nights")
    workers[0].send_signal(signal.SIGKILL)
    assert rows(second, over)[0][0] < COUNT
    assert Workers(home).run(once=True) == COUNT
    for one in workers[1:]:
        out, err = one.communicate(timeout=120)
        assert one.returncode == 0, err
        assert "lived" in out
    workers[0].communicate()

    steps = rows(second, "SELECT persona, COUNT(*) FROM steps GROUP BY persona ORDER BY persona")
    assert steps == [[f"persona{number:05}", len(STEPS)] for number in range(COUNT)]
    assert rows(second, over) == [[COUNT]]
    assert left(second) == left(first)
    monkeypatch.setenv("OMOIDE_DATABASE_URL", second)
    assert how_far(other) | {"workers": 0} == {
        "scopes": COUNT, "due": 0, "over": COUNT,
        "jobs_waiting": 0, "jobs_working": 0, "jobs_given_up": 0, "workers": 0,
    }  # fmt: skip
