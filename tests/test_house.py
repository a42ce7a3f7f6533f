"""The house itself: imports go one way, the front door is light, and what was rejected is not there (Z1)."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from dataclasses import fields
from pathlib import Path

from omoide.domain.emotion import Emotion
from omoide.domain.ranking import Why
from omoide.domain.resonance import ResonanceRules, resonance
from omoide.settings import keys

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))


def test_imports_go_one_way() -> None:
    checked = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout


def test_a_wheel_tells_that_it_is_typed(tmp_path: Path) -> None:
    # I11: without the marker, whatever an installed omoide gives is Any to a type checker
    code = f"from hatchling.build import build_wheel; print(build_wheel({str(tmp_path)!r}))"
    built = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    with zipfile.ZipFile(tmp_path / built.stdout.strip()) as wheel:
        assert "omoide/py.typed" in wheel.namelist()


def test_importing_the_library_loads_nothing_heavy() -> None:
    # I3: a hook that only needs the name must not wait for NumPy
    code = (
        "import sys, omoide; print([m for m in ('numpy', 'msgspec', 'typer', 'rich', 'sqlite3') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_recall_in_a_new_process_loads_no_model_library(tmp_path: Path) -> None:
    # R12: no model is asked on the way to a memory
    code = (
        "import sys\nfrom omoide import open_mind\n"
        f"with open_mind({str(tmp_path)!r}) as mind: mind.recall('tea')\n"
        "heavy = ('pydantic', 'pydantic_ai', 'typer', 'rich', 'faiss', 'onnxruntime', 'tomlkit')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_files_stay_small() -> None:
    long = {
        str(path.relative_to(ROOT)): n for path in SOURCES if (n := len(path.read_text("utf-8").splitlines())) > 400
    }
    assert long == {}


def test_no_valence_is_favoured() -> None:
    # Z1 (002): no switch, no term and no formula that prefers negative over positive memories
    assert not [key for key in keys() if re.search(r"negativ|positiv|bias|asymmetr", key)]
    assert not [term.name for term in fields(Why) if "valence" in term.name]
    rules = ResonanceRules()
    same = {v: resonance(Emotion(v, 50, ()), Emotion(v, 50, ()), rules) for v in ("positive", "negative", "neutral")}
    assert len(set(same.values())) == 1
