"""A real store for every test of this room: on SQLite in a folder, and on PostgreSQL in a database of its own.

A test that asks for `store`, or for its `place`, runs on both (X2). One that is about a file asks for `path` or
`file_store` and is about SQLite alone.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from omoide.adapters.sql.store import SqlStore
from tests.adapters.sql.store_things import opened
from tests.servers.databases import Databases

Open = Callable[[], SqlStore]
Start = Callable[..., subprocess.Popen[str]]
ROOT = Path(__file__).parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "omoide.db"


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, path: Path) -> Iterator[str]:
    """Where a store is: a file, or the address of a database."""
    if request.param == "sqlite":
        yield str(path)
        return
    databases: Databases = request.getfixturevalue("databases")
    url = databases.lend()
    yield url
    databases.take_back(url)


@pytest.fixture
def open_store(place: str) -> Iterator[Open]:
    """Opens the same store as often as it is called."""
    stores: list[SqlStore] = []

    def again() -> SqlStore:
        stores.append(opened(place))
        return stores[-1]

    yield again
    for store in stores:
        store.close()


@pytest.fixture
def store(open_store: Open) -> SqlStore:
    return open_store()


@pytest.fixture
def file_store(path: Path) -> Iterator[SqlStore]:
    """On SQLite alone, for what only a file can do or suffer."""
    store = SqlStore(path)
    yield store
    store.close()


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a writer; it is ready, and waits for a line to begin."""
    started: list[subprocess.Popen[str]] = []

    def begin(task: str, path: Path | str, name: str = "w", count: int = 1, size: int = 10) -> subprocess.Popen[str]:
        command = [
            sys.executable,
            "-m",
            "tests.adapters.sql.store_writer",
            task,
            str(path),
            name,
            str(count),
            str(size),
        ]
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        started.append(child)
        return child

    yield begin
    for child in started:
        child.kill()
        child.communicate()
