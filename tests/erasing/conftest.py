"""One life for all tests of erasing; each gets a copy of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .lives import live, live_a_day


@pytest.fixture(scope="session")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("lived") / "home"
    live(home)
    return home


@pytest.fixture
def home(lived: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(lived, tmp_path / "home"))


@pytest.fixture(scope="session")
def lived_a_day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("day") / "home"
    live_a_day(home)
    return home


@pytest.fixture
def small(lived_a_day: Path, tmp_path: Path) -> Path:
    """A home without nights, pages and backups."""
    return Path(shutil.copytree(lived_a_day, tmp_path / "small"))
