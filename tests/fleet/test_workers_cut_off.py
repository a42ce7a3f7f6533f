"""A worker whose database goes away in the middle of its nights, and comes back (X2, F7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.many_personas import QUICK, rows, settle, worker
from omoide.sleep.steps import STEPS
from tests.servers.cable import Cable
from tests.servers.databases import Databases
from tests.servers.processes import until

COUNT = 5


def test_a_worker_goes_on_when_its_database_is_back(
    databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X2, F7: nothing is lived twice, nothing is left out, and nobody has to start the worker again
    url = databases.make()
    cable = Cable(url)
    for name, value in (QUICK | {"OMOIDE_DATABASE_URL": cable.url}).items():
        monkeypatch.setenv(name, value)
    settle(tmp_path, COUNT)
    over = "SELECT COUNT(*) FROM nights WHERE finished > 0"
    process = worker(tmp_path, cable.url)
    until(lambda: rows(url, over)[0][0] >= 1, 60, what="the first night")
    cable.cut()
    cable.mend()
    _, logged = process.communicate(timeout=120)
    assert process.returncode == 0, logged
    assert rows(url, over) == [[COUNT]]
    steps = rows(url, "SELECT persona, COUNT(*) FROM steps GROUP BY persona ORDER BY persona")
    assert steps == [[f"persona{number:05}", len(STEPS)] for number in range(COUNT)]
    cable.cut()
    databases.drop(url)
