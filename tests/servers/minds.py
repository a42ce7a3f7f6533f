"""Tests that were written for a mind in a folder, run unchanged with its rows on a server (X2).

`pytest --on-server tests/mind` runs any of them so. Those that start processes of their own are about files: they know
nothing of the database that belongs to the home of a test.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers.databases import Databases


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--on-server", action="store_true", help="keep the rows of every home on a PostgreSQL server")


@pytest.fixture
def on_server(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every home that a test opens has a database of its own."""
    from omoide import compose
    from omoide.adapters.sql.postgres import PostgresDatabase

    made: dict[str, str] = {}
    opening: list[str] = [""]
    make_home, server = compose.make_home, compose._server

    def noted(home: Path) -> Path:
        opening[0] = str(make_home(home))
        return Path(opening[0])

    def for_home(settings: Any, scope: Any) -> Any:
        if settings.database.url:
            return server(settings, scope)
        if opening[0] not in made:
            made[opening[0]] = databases.lend()
        return PostgresDatabase(made[opening[0]], scope)

    monkeypatch.setattr(compose, "make_home", noted)
    monkeypatch.setattr(compose, "_server", for_home)
    yield
    for url in made.values():
        databases.take_back(url)


@pytest.fixture(autouse=True)
def _where_asked_for(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--on-server"):
        request.getfixturevalue("on_server")
