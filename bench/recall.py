"""How long it takes until something comes to mind: `Mind.recall`, the cue's vector and marking included.

    python -m bench.recall [--sizes 1000 36500 180000] [--full]

Beside it, over the same texts and vectors: plain BM25 (FTS5, every term of the cue joined by OR) and a NumPy scan over
all vectors. Each runs in a process of its own, so that the peak memory is its own too. Two hundred cues, half of them
Japanese, half of them about what was never told.
"""

from __future__ import annotations

import argparse
import json
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bench.report import RESULTS, Line, publish
from bench.tales import cues
from bench.village import CACHE, SEED, open_village, told, village, visit

SIZES = (1_000, 36_500, 180_000)
FULL = 1_000_000
GOALS = {36_500: 8.0, 1_000_000: 30.0}  # milliseconds, the middle one of all cues
MEMORY_GOALS = {36_500: 250.0}
BEST = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--full", action="store_true", help="a village of 1,000,000 too: a quarter of an hour to build")
    parser.add_argument("--cues", type=int, default=200)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--asked", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.part:
        return print(json.dumps(_part(chosen.part, chosen.home, json.loads(chosen.asked.read_text("utf-8")))))
    lines: list[Line] = []
    for size in (*chosen.sizes, FULL) if chosen.full else chosen.sizes:
        lines += measure(size, chosen.cues, chosen.cache)
    publish(
        "recall", f"Recall from end to end, {chosen.cues} cues, half about what was never told", lines, chosen.results
    )


def measure(size: int, count: int, cache: Path) -> list[Line]:
    with visit(village(size, cache)) as home:
        asked = home.parent / "cues.json"
        asked.write_text(json.dumps(cues(np.random.default_rng(SEED + 7), told(size), count)), encoding="utf-8")
        part = {name: _in_own_process(name, home, asked) for name in PARTS}
    ours, scan, bm25 = part["omoide"], part["scan"], part["bm25"]
    same = [len({*a} & {*b}) / max(len(b), 1) for a, b in zip(ours["nearest"], scan["nearest"], strict=True)]
    return [
        Line(f"{size:,}: recall, p50", ours["p50"], "ms", GOALS.get(size), note=f"p95 {ours['p95']:.1f} ms"),
        Line(f"{size:,}: baseline, BM25 alone", bm25["p50"], "ms", note=f"p95 {bm25['p95']:.1f} ms"),
        Line(f"{size:,}: baseline, NumPy scan alone", scan["p50"], "ms", note=f"p95 {scan['p95']:.1f} ms"),
        Line(f"{size:,}: nearest {BEST} against exact", float(np.mean(same)), "", 0.95, at_least=True),
        Line(f"{size:,}: peak memory", ours["megabytes"], "MB", MEMORY_GOALS.get(size),
             note=f"BM25 {bm25['megabytes']:.0f} MB, scan {scan['megabytes']:.0f} MB"),
        Line(f"{size:,}: the first recall", ours["first"], "ms", note="a process that has just started"),
    ]  # fmt: skip


def _in_own_process(name: str, home: Path, asked: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.recall", "--part", name, "--home", str(home), "--asked", str(asked)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{name} failed: {done.stderr}")
    return json.loads(done.stdout)


def _part(name: str, home: Path, asked: list[str]) -> dict[str, Any]:
    return PARTS[name](home, asked) | {"megabytes": _peak_megabytes()}


def _peak_megabytes() -> float:
    """Of this process alone: what getrusage tells of a new process on Linux still counts the one that started it."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1e3
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)  # macOS counts bytes


def _omoide(home: Path, asked: list[str]) -> dict[str, Any]:
    with open_village(home) as mind:
        times = _timed(mind.recall, asked)
        f = mind.faculties
        vectors = f.embedder.embed(asked, "cue")
        nearest = [f.nearest.search(f.scope, vector, BEST)[0].tolist() for vector in vectors]
    return times | {"nearest": nearest}


def _bm25(home: Path, asked: list[str]) -> dict[str, Any]:
    """The terms are cut as we cut them: FTS5 itself would take a Japanese sentence for one word."""
    from omoide.language.terms import terms

    source = sqlite3.connect(home / "omoide.db")
    index = sqlite3.connect(home.parent / "bm25.db")
    index.execute("CREATE VIRTUAL TABLE plain USING fts5(terms, content='')")
    rows = source.execute("SELECT row, trigger, content FROM texts")
    cut = ((row, " ".join(terms(f"{trigger} {content}"))) for row, trigger, content in rows)
    index.executemany("INSERT INTO plain (rowid, terms) VALUES (?, ?)", cut)
    index.commit()

    def search(cue: str) -> list[Any]:
        match = " OR ".join('"' + term.replace('"', '""') + '"' for term in dict.fromkeys(terms(cue)))
        sql = f"SELECT rowid, rank FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT {BEST}"
        return index.execute(sql, (match,)).fetchall()

    return _timed(search, asked)


def _scan(home: Path, asked: list[str]) -> dict[str, Any]:
    with open_village(home) as mind:
        embedder, vectors = mind.faculties.embedder, mind.faculties.store.vectors
        rows, matrix, _ = vectors.since(mind.scope, embedder.name, 0)

    def search(cue: str) -> list[int]:
        cosines = matrix @ embedder.embed([cue], "cue")[0]
        best = np.argpartition(cosines, -min(BEST, len(rows)))[-BEST:]
        return rows[best[np.argsort(-cosines[best])]].tolist()

    return _timed(search, asked) | {"nearest": [search(cue) for cue in asked]}


PARTS: dict[str, Callable[[Path, list[str]], dict[str, Any]]] = {"omoide": _omoide, "bm25": _bm25, "scan": _scan}


def _timed(search: Callable[[str], Any], asked: list[str]) -> dict[str, float]:
    """Milliseconds per cue; the first one opens files and is told apart."""
    times = []
    for cue in [asked[0], *asked[1:], asked[0]]:
        began = time.perf_counter()
        search(cue)
        times.append((time.perf_counter() - began) * 1_000)
    p50, p95 = np.percentile(times[1:], [50, 95])
    return {"first": times[0], "p50": float(p50), "p95": float(p95)}


if __name__ == "__main__":
    main()
