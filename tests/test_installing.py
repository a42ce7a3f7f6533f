"""What `pip install` brings, and the lines that bring the rest: they work from a clone, a wheel and an address."""

# I11

from __future__ import annotations

import ast
import importlib.util
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from omoide.errors import MissingExtra
from omoide.extras import EXTRAS, install_line, libraries, pip_line

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OPTIONAL: dict[str, list[str]] = PROJECT["optional-dependencies"]


def test_every_extra_is_known_and_documented_in_both_languages() -> None:
    assert set(EXTRAS) == set(OPTIONAL) - {"all"}
    assert OPTIONAL["all"] == [f"omoide[{','.join(sorted(EXTRAS))}]"]
    english, _, japanese = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8").partition("\n---\n")
    for half in (english, japanese):
        assert re.findall(r"^\| `(\w+)` \|", half, re.MULTILINE) == [*sorted(EXTRAS), "all"]


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_line_for_an_extra_names_what_it_brings(extra: str) -> None:
    *command, _ = shlex.split(pip_line(["x"]))
    assert shlex.split(install_line(extra)) == [*command, *OPTIONAL[extra]]
    missing = MissingExtra("something", extra)
    assert all(f"omoide[{extra}]" in text and install_line(extra) in text for text in (missing.en, missing.ja))


def test_an_extra_that_the_installed_program_does_not_know_comes_from_the_checkout() -> None:
    assert libraries("of-tomorrow") == [f"{ROOT}[of-tomorrow]"]


def test_the_line_is_for_the_python_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    for folder in (own, other):
        folder.mkdir()
        (folder / "pip").write_text("#!/bin/sh\n")
        (folder / "pip").chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(own / "python"))
    monkeypatch.setenv("PATH", str(other))  # as with .venv/bin/omoide from a shell that knows nothing of .venv
    assert pip_line(["a>=1"]) == f"{own}/python -m pip install 'a>=1'"
    monkeypatch.setenv("PATH", f"{own}:{other}")
    assert pip_line(["a>=1", "b"]) == "pip install 'a>=1' b"
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)  # an environment that uv has made
    assert pip_line(["a>=1"]) == f"uv pip install --python {own}/python 'a>=1'"


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "plugin").glob("*"), *ROOT.glob("src/**/*.py")]


def test_no_line_that_is_shown_needs_what_is_not_published() -> None:
    for page in (page for page in PAGES if page.is_file()):
        shown = re.findall(r"pip install ('[^']*'|[^\s`'\"]+)", page.read_text(encoding="utf-8"))
        for what in (one.strip("'") for one in shown):
            assert not re.fullmatch(r"omoide(\[.*\])?", what), (page, what)
            for extras in re.findall(r"\[([a-z,]+)\]", what):
                assert set(extras.split(",")) <= set(OPTIONAL), (page, what)


def imported(room: Path) -> set[str]:
    """What the files of a room import of others, wherever it stands in them."""
    names: set[str] = set()
    for file in room.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names.add(node.module.partition(".")[0])
    return names - sys.stdlib_module_names - {"omoide"}


def test_what_up_is_made_of_comes_with_the_core() -> None:
    optional = {"mcp", "opentelemetry", "prometheus_client"}  # used where they are
    wanted = set.union(*(imported(ROOT / "src/omoide/doors" / room) for room in ("http", "dashboard", "wire")))
    of = packages_distributions()
    core = {re.match(r"[\w-]+", text)[0].lower() for text in PROJECT["dependencies"]}  # type: ignore[index]
    of_fastapi = {"anyio", "pydantic", "starlette"}
    assert {of[name][0].lower() for name in wanted - optional} - of_fastapi <= core
    assert "python-multipart" in core, "FastAPI reads forms and uploads with it"


_BARE = """
import importlib.util, sys
from pathlib import Path

absent = set(sys.argv[2].split(","))
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name.split(".")[0] in absent else find(name, *rest)
sys.modules.update(dict.fromkeys(absent))

from tests.doors.http.house import house

with house(Path(sys.argv[1])) as there:
    assert there.client.get("/").status_code == 200
    assert there.client.post("/v1/recall", json={"cue": "cats"}).status_code == 200
    told = there.client.post("/mcp", json={})
    assert (told.status_code, "pip install" in told.json()["detail"]) == (501, True), told.text
"""


def test_up_answers_without_a_single_extra_and_names_the_one_that_mcp_needs(tmp_path: Path) -> None:
    absent = ",".join({*EXTRAS.values(), "prometheus_client", "redis", "procrastinate"})
    command = [sys.executable, "-c", _BARE, str(tmp_path / "home"), absent]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr
