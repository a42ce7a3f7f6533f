"""The page on the architecture is true to the code: its rooms, its order of a night, its tables, its imports."""

# D5, X1

from __future__ import annotations

import re
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path

from omoide import open_mind
from omoide.sleep.steps import STEPS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS = ROOT / "src" / "omoide"


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def first_cells(text: str) -> set[str]:
    """Names between backticks in the first column of the tables of a text."""
    return {name for row in re.findall(r"^\| (`.+?) \|", text, re.MULTILINE) for name in re.findall(r"`(.+?)`", row)}


def test_the_rooms_are_those_of_the_house() -> None:
    there = {path.name + "/" * path.is_dir() for path in ROOMS.iterdir() if not path.name.startswith(("_", "."))}
    assert first_cells(section("Rooms")) == {name for name in there if name != "py.typed"}


def test_files_that_are_named_exist() -> None:
    named = set(re.findall(r"`([a-z_/]+\.py)`", PAGE)) - {"adapters/models/embedders/yours.py"}
    places = (ROOT, ROOMS, ROOMS / "adapters" / "models", ROOMS / "adapters" / "models" / "embedders")
    assert [name for name in named if not any((place / name).exists() for place in places)] == []


def test_the_order_of_the_night() -> None:
    assert f"`{' → '.join(STEPS)}`" in PAGE
    told = PAGE.split("why texts come late")[1].split("\n### ")[0]
    assert re.findall(r"^- \*(\w+)\*:", told, re.MULTILINE) == list(STEPS)


def test_every_table_is_told(tmp_path: Path) -> None:
    with open_mind(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "omoide.db")) as database:
        rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    own = {name for (name,) in rows if not name.startswith("sqlite_") and not re.match(r"words_(?!found$)", name)}
    assert first_cells(section("Schema")) == own


def test_the_direction_of_imports() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    assert " → ".join(layers).replace("omoide.", "") in PAGE
