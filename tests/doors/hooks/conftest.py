"""A session of its own for every test, and a mind to look into its home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .session import Session


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    spare = tmp_path / "tmp"
    spare.mkdir()
    monkeypatch.setenv("TMPDIR", str(spare))
    session = Session(tmp_path / "home", tmp_path / "projects" / "-home-me-garden")
    yield session
    if (session.home / "inbox").exists():
        session.settle()  # no worker outlives its test
