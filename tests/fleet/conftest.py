"""The database of workers that look again at once instead of every minute."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench.many_personas import QUICK
from tests.servers.databases import Databases


@pytest.fixture
def url(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Not one that is lent: the queue has tables of its own in it."""
    made = databases.make()
    for name, value in (QUICK | {"OMOIDE_DATABASE_URL": made}).items():
        monkeypatch.setenv(name, value)
    yield made
    databases.drop(made)
