"""How the cost of a recall and of a night grows, in a file and on a server, side by side: with what a persona
remembers, with how many personas there are, and with how much is new.

    python -m bench.scale [--sizes 1000 10000 100000] [--personas 1 100 10000] [--changed 100 1000] [--full]

Villages (bench.village) and crowds (bench.crowd), with their rows in a file and then moved to PostgreSQL
(`make servers`). Growth is held against the smallest of the same place. What is found by meaning is held against a
comparison of all vectors. Without a server only files are measured. How nights are shared: bench.nights_of_many.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from bench import night, recall
from bench import village as villages
from bench.crowd import VILLAGE, crowd
from bench.report import RESULTS, Line, publish
from bench.tales import cues
from bench.village import CACHE, SEED, told, village, visit
from omoide.settings import build

SIZES = (1_000, 10_000, 100_000)
PERSONAS = (1, 100, 10_000)
CHANGED = (100, 1_000)
FULL = 1_000_000
GROWTH, FOUND = 30.0, 0.95
Figures = dict[str, Any]
Measured = dict[str, Figures]  # by place: file, and server where one runs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="memories of one persona")
    parser.add_argument("--personas", type=int, nargs="*", default=PERSONAS, help="in one database")
    parser.add_argument("--changed", type=int, nargs="+", default=CHANGED, help="new memories before a night")
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
    grown = {
        size: measure(
            village(size, chosen.cache), size, chosen.cues, chosen.changed if size == sizes[-1] else CHANGED[:1]
        )
        for size in sizes
    }
    crowded = {
        count: measure(crowd(count, chosen.cache), VILLAGE, chosen.cues, CHANGED[:1])
        for count in sorted(chosen.personas)
    }
    told_lines = lines(grown) + lines(crowded, "personas, ")
    publish(
        "scale", "Recall and night as memories and personas grow, in a file and on a server", told_lines, chosen.results
    )


def measure(home: Path, size: int, count: int, changed: Sequence[int]) -> Measured:
    """The one persona of that home that remembers so much."""
    with visit(home) as copy:
        asked = copy.parent / "cues.json"
        asked.write_text(json.dumps(cues(np.random.default_rng(SEED + 7), told(size), count)), encoding="utf-8")
        exact = _apart("exact", copy, asked)["nearest"]
        measured: Measured = {}
        with _server() as url:
            if url:
                moving = _moved(copy, url)
                measured["server"] = {"moving": moving} | _at(copy, asked, exact, changed, url)
        return {"file": _at(copy, asked, exact, changed, "")} | measured


def lines(measured: dict[int, Measured], what: str = "") -> list[Line]:
    told_lines, smallest = [], min(measured, default=0)
    for size, places in measured.items():
        for place, found in places.items():
            growth = found["p50"] / measured[smallest][place]["p50"]
            moving = f"; moved there in {found['moving']:.0f} s" if "moving" in found else ""
            name = f"{size:,} {what}{place}" if what else f"{size:,}, {place}"
            told_lines += [
                Line(f"{name}: recall, p50", found["p50"], "ms", note=f"p95 {found['p95']:.1f} ms{moving}"),
                Line(f"{name}: that, against {smallest:,}", growth, "×", GROWTH),
                Line(f"{name}: nearest against exact", found["found"], "", FOUND, at_least=True),
                *(Line(f"{name}: a night with {new:,} new", took, "s") for new, took in found["nights"].items()),
            ]
    return told_lines


def _at(home: Path, asked: Path, exact: list[list[int]], changed: Sequence[int], url: str) -> Figures:
    found = _apart("recall", home, asked, url)
    same = [len({*a} & {*b}) / max(len(b), 1) for a, b in zip(found.pop("nearest"), exact, strict=True)]
    days = home.parent / "days.json"
    nights = {}
    for day, new in enumerate(changed, 1):
        days.write_text(json.dumps([day, new]), encoding="utf-8")
        nights[new] = _apart("night", home, days, url)["night"]
    return found | {"found": float(np.mean(same)), "nights": nights}


def _apart(part: str, home: Path, asked: Path, url: str = "") -> Figures:
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


def _night(home: Path, day: list[int]) -> Figures:
    number, new = day
    return {"night": night.one_night(home, number, new)[0]}


@contextmanager
def _server() -> Iterator[str]:
    """The address of an empty database; none where no server runs."""
    from tests.servers import ground
    from tests.servers.databases import Databases

    standing = ground.running()
    if "database" not in standing:
        yield ""
        return
    databases = Databases(standing["database"].url)
    databases.prepare()
    url = databases.make()
    try:
        yield url
    finally:
        databases.drop(url)
        databases.drop_all()


PARTS = {"recall": recall._omoide, "exact": recall._scan, "night": _night}

if __name__ == "__main__":
    main()
