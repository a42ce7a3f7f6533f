"""How the cost of a recall and of a night grows with what a persona remembers, in a file and on a server, side by side.

    python -m bench.scale [--sizes 1000 10000 36500] [--full]

The villages of bench.recall and bench.night, with their rows in a file and then moved to PostgreSQL (`make servers`).
Growth is held against the smallest village of the same place. What is found by meaning is held against a comparison of
all vectors. Without a server only files are measured. How nights of many personas are shared: bench.nights_of_many.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench import night, recall
from bench import village as villages
from bench.report import RESULTS, Line, publish
from bench.tales import cues
from bench.village import CACHE, SEED, told, village, visit
from omoide.settings import build

SIZES = (1_000, 10_000, 36_500)
FULL = 1_000_000
GROWTH, FOUND = 30.0, 0.95
Measured = dict[str, dict[str, Any]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--full", action="store_true", help="a village of 1,000,000 too: a quarter of an hour to build")
    parser.add_argument("--cues", type=int, default=100)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--asked", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--url", default="", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.part:
        _move_to(chosen.url)
        return print(json.dumps(PARTS[chosen.part](chosen.home, json.loads(chosen.asked.read_text("utf-8")))))
    sizes = sorted({*chosen.sizes, *((FULL,) if chosen.full else ())})
    measured = {size: measure(size, chosen.cues, chosen.cache) for size in sizes}
    publish("scale", "Recall and night as memories grow, in a file and on a server", lines(measured), chosen.results)


def measure(size: int, count: int, cache: Path) -> Measured:
    """By place: file, and server where one runs."""
    with visit(village(size, cache)) as home:
        asked = home.parent / "cues.json"
        asked.write_text(json.dumps(cues(np.random.default_rng(SEED + 7), told(size), count)), encoding="utf-8")
        exact = _apart("exact", home, asked)["nearest"]
        measured: Measured = {}
        databases = _databases()
        if databases:
            url = databases.make()
            try:
                measured["server"] = {"moving": _moved(home, url)} | _both(home, asked, exact, url)
            finally:
                databases.drop(url)
                databases.drop_all()
        return {"file": _both(home, asked, exact, "")} | measured


def lines(measured: dict[int, Measured]) -> list[Line]:
    told_lines, smallest = [], min(measured)
    for size, places in measured.items():
        for place, found in places.items():
            least = measured[smallest][place]
            growth = found["p50"] / least["p50"]
            moving = f"; moved there in {found['moving']:.0f} s" if "moving" in found else ""
            told_lines += [
                Line(f"{size:,}, {place}: recall, p50", found["p50"], "ms", note=f"p95 {found['p95']:.1f} ms{moving}"),
                Line(f"{size:,}, {place}: that, against {smallest:,}", growth, "×", GROWTH),
                Line(f"{size:,}, {place}: nearest against exact", found["found"], "", FOUND, at_least=True),
                Line(f"{size:,}, {place}: a night with 100 new", found["night"], "s"),
            ]
    return told_lines


def _both(home: Path, asked: Path, exact: list[list[int]], url: str) -> dict[str, Any]:
    found = _apart("recall", home, asked, url)
    same = [len({*a} & {*b}) / max(len(b), 1) for a, b in zip(found.pop("nearest"), exact, strict=True)]
    return found | {"found": float(np.mean(same))} | _apart("night", home, asked, url)


def _apart(part: str, home: Path, asked: Path, url: str = "") -> dict[str, Any]:
    """In a process of its own, which has opened nothing else."""
    command = [sys.executable, "-m", "bench.scale", "--part", part, "--home", str(home), "--asked", str(asked)]
    done = subprocess.run([*command, "--url", url], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{part} failed: {done.stderr[-2_000:]}")
    return json.loads(done.stdout)


def _move_to(url: str) -> None:
    """The villagers' settings, with their rows on a server."""
    tree = {"backup": {"every_days": 0, "every_days_on_server": 0}, "database": {"url": url}}
    villages.quiet_settings = lambda: build(tree)


def _moved(home: Path, url: str) -> float:
    from omoide.move_house import move_house

    began = time.monotonic()
    move_house(home, url)
    return time.monotonic() - began


def _night(home: Path, asked: list[str]) -> dict[str, Any]:
    return {"night": night._one_night(home, 1)[0]}


def _databases() -> Any:
    from tests.servers import ground
    from tests.servers.databases import Databases

    standing = ground.running()
    if "database" not in standing:
        return None
    databases = Databases(standing["database"].url)
    databases.prepare()
    return databases


PARTS = {"recall": recall._omoide, "exact": recall._scan, "night": _night}

if __name__ == "__main__":
    main()
