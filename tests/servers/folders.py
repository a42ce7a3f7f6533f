"""What keeps the files of a home, for tests of whatever is made of files: on a disk, and on a server (X2).

A test that asks for `files` runs on both; `again` gives the same files as another process sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers.databases import Databases

Again = Callable[[], Any]


@pytest.fixture
def url(databases: Databases) -> Iterator[str]:
    """The address of a database with all tables and no rows."""
    made = databases.lend()
    yield made
    databases.take_back(made)


@pytest.fixture
def empty_url(databases: Databases) -> Iterator[str]:
    """The address of a database with nothing in it."""
    made = databases.make(empty=True)
    yield made
    databases.drop(made)


@pytest.fixture(params=["disk", "server"])
def again(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Again]:
    if request.param == "disk":
        from omoide.adapters.files.local_folder import LocalFolder

        yield lambda: LocalFolder(tmp_path)
        return
    from omoide.adapters.sql.postgres import PostgresDatabase
    from omoide.adapters.sql.server_folder import ServerFolder

    address, opened = request.getfixturevalue("url"), list[PostgresDatabase]()

    def open_again() -> ServerFolder:
        opened.append(PostgresDatabase(address))
        return ServerFolder(opened[-1])

    yield open_again
    for database in opened:
        database.close()


@pytest.fixture
def files(again: Again) -> Any:
    return again()
