"""A shell with a home of its own for every test."""

from __future__ import annotations

from pathlib import Path

import pytest

from .shell import Shell


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    home = tmp_path / "home"
    monkeypatch.setenv("OMOIDE_HOME", str(home))
    monkeypatch.setenv("OMOIDE_LANG", "en")
    return Shell(home)
