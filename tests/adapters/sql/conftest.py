"""A real store in a folder of its own, for every test of this room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide.adapters.sql.store import SqlStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "omoide.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqlStore]:
    opened = SqlStore(path)
    yield opened
    opened.close()
