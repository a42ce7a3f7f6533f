"""The benchmarks run, at a size that takes a moment: figures are for people, so none is asserted here."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bench import cold, hooks, http, night, priming, recall
from bench.__main__ import commands
from bench.report import Line, table
from bench.village import open_village, village
from omoide.sleep.steps import STEPS

ROOT = Path(__file__).parents[1]
SIZE = 200


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    village(SIZE, folder)
    return folder


def test_a_village_is_whole_and_built_once(cache: Path) -> None:
    # F3: levels as the rules leave them; every memory can be found by meaning and by words
    home = village(SIZE, cache)
    assert [path.name for path in cache.iterdir()] == [home.name]
    with open_village(home) as mind:
        counts = mind.counts()
        assert (counts.total, counts.texts_waiting, counts.retired) == (SIZE, 0, 0)
        assert [counts.by_level[level] <= most for level, most in ((1, 30), (2, 60), (3, 70))] == [True] * 3
        oldest = mind.list()[-1]
        found = mind.recall(" ".join(oldest.keywords), limit=SIZE, mark=False)
        assert oldest.id in [recollection.memory.id for recollection in found.memories]


def figures(module: ModuleType, cache: Path, results: Path, *options: str) -> list[dict[str, Any]]:
    """Run a benchmark as a person does, and read what it leaves."""
    command = [sys.executable, "-m", module.__name__, *options, "--cache", str(cache), "--results", str(results)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    record = json.loads((results / f"{module.__name__.rpartition('.')[2]}.json").read_text(encoding="utf-8"))
    assert {"cores", "python", "numpy", "sqlite"} <= record["machine"].keys()
    assert all(figure["what"] in done.stdout for figure in record["figures"])
    return record["figures"]


def test_a_night_is_measured_step_by_step_beside_the_plain_way(cache: Path, tmp_path: Path) -> None:
    arithmetic = ("age", "levels", "shares", "revival")
    steps = [f"  {step}" for step in STEPS if step not in arithmetic]
    assert [line["what"] for line in figures(night, cache, tmp_path, "--sizes", str(SIZE), "--nights", "1")] == [
        f"{SIZE}: {what}"
        for what in (
            "a whole night", "baseline, loop and write all", f"  {', '.join(arithmetic)}", *steps,
            "link 100 new to all", "baseline, vector by vector", "weekly backup",
        )
    ]  # fmt: skip


def test_recall_is_measured_beside_bm25_and_a_scan(cache: Path, tmp_path: Path) -> None:
    # R12: below the limit search by meaning is exact
    lines = figures(recall, cache, tmp_path, "--sizes", str(SIZE), "--cues", "8")
    assert {line["what"]: line["value"] for line in lines}[f"{SIZE}: nearest 10 against exact"] == 1.0
    assert len(lines) == 6


def test_a_cold_recall_is_measured(cache: Path, tmp_path: Path) -> None:
    lines = figures(cold, cache, tmp_path, "--size", str(SIZE), "--runs", "1", "--explain")
    assert [line["unit"] for line in lines] == ["ms", "ms", "ms"]


def test_hooks_are_measured(cache: Path, tmp_path: Path) -> None:
    lines = figures(hooks, cache, tmp_path, "--size", str(SIZE), "--runs", "1")
    assert [line["unit"] for line in lines] == ["ms", "ms", "ms", "ms", "ms", "ms", "MB"]


def test_spreading_is_measured_beside_the_plain_way(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench.graph", "--nodes", "200", "--edges", "1000", "--runs", "3"]
    done = subprocess.run([*command, "--results", str(tmp_path)], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    lines = json.loads((tmp_path / "graph.json").read_text(encoding="utf-8"))["figures"]
    assert {"spread in memory", "spread from the store, cold"} <= {line["what"] for line in lines}


def test_priming_is_measured_with_and_without_channels(cache: Path, tmp_path: Path) -> None:
    # R1
    options = ("--size", str(SIZE), "--pages", "5", "--procedures", "2", "--messages", "4")
    lines = figures(priming, cache, tmp_path, *options)
    assert [line["what"] for line in lines] == [
        f"context, {what}, p50"
        for what in (
            "all four channels", "no channels", "people alone", "activity alone", "knowledge alone", "procedures alone",
        )
    ]  # fmt: skip


def test_the_server_is_measured_at_a_rate(cache: Path, tmp_path: Path) -> None:
    # I3
    lines = figures(http, cache, tmp_path, "--size", str(SIZE), "--rate", "5", "--seconds", "1")
    assert [line["what"] for line in lines] == [
        f"POST /v1/{name}, {what}" for name in ("prime", "recall") for what in ("p95", "processor time")
    ]


def test_the_log_of_events_is_measured_beside_reading_all_of_it(tmp_path: Path) -> None:
    # L1: the two ways tell the same lines, and no event is lost; else it fails
    command = [sys.executable, "-m", "bench.activity", "--events", "2000", "--each", "50", "--runs", "2"]
    done = subprocess.run([*command, "--results", str(tmp_path)], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    lines = json.loads((tmp_path / "activity.json").read_text(encoding="utf-8"))["figures"]
    assert [line["unit"] for line in lines] == ["events/s", "ms", "ms", "ms"]


def test_all_benchmarks_are_run_in_turn(tmp_path: Path) -> None:
    every = commands(full=True, sizes=[SIZE], cache=tmp_path, results=tmp_path)
    names = [
        "bench.night",
        "bench.recall",
        "bench.cold",
        "bench.hooks",
        "bench.calibrate",
        "bench.activity",
        "bench.graph",
        "bench.priming",
        "bench.http",
        "bench.proxy",
    ]
    # bench.dashboard and bench.emotion come last, where a browser and ratings are at hand
    assert [command[0] for command in every][: len(names)] == names
    assert all(find_spec(command[0]) for command in every)
    assert "--full" in every[1]


def test_a_goal_is_met_or_missed() -> None:
    lines = [Line("fast", 1.0, "s", 2.0), Line("slow", 3.0, "s", 2.0), Line("sure", 0.9, "", 0.95, at_least=True)]
    assert [line.verdict for line in lines] == ["met", "MISSED", "MISSED"]
    assert table(lines).splitlines()[2].split() == ["slow", "3", "s", "≤", "2", "s", "MISSED"]
