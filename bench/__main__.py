"""Every benchmark in turn.

    python -m bench            about ten minutes the first time (villages are built), six afterwards
    python -m bench --full     a village of 1,000,000 memories too; building it takes a quarter of an hour more

Each is a process of its own, as each also runs alone: bench.night, bench.recall, bench.cold, bench.hooks,
bench.calibrate, bench.activity, bench.graph, bench.priming, bench.http, bench.proxy, bench.dashboard,
bench.emotion. The last two are left out where a browser, or ratings that are not part of this project, are not at hand.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.emotion import DEFAULT as EMOBANK
from bench.report import RESULTS
from bench.village import CACHE
from tests.doors.dashboard.browsing import chromium


def commands(full: bool, sizes: Sequence[int], cache: Path, results: Path) -> list[list[str]]:
    """What is run; smaller sizes than the usual ones serve to try it out."""
    places = ["--cache", str(cache), "--results", str(results)]
    some = ["--sizes", *map(str, sizes)] if sizes else []
    return [
        ["bench.night", *some, *places],
        ["bench.recall", *some, *(["--full"] if full else []), *places],
        ["bench.cold", *(["--size", str(sizes[-1])] if sizes else []), *places],
        ["bench.hooks", *(["--size", str(sizes[-1])] if sizes else []), *places],
        ["bench.calibrate"],
        ["bench.activity", *(["--events", str(sizes[-1])] if sizes else []), *places[2:]],
        ["bench.graph", *(["--nodes", str(sizes[-1]), "--edges", str(5 * sizes[-1])] if sizes else []), *places[2:]],
        ["bench.priming", *(["--size", str(sizes[-1])] if sizes else []), *places],
        ["bench.http", *(["--size", str(sizes[-1]), "--seconds", "1"] if sizes else []), *places],
        ["bench.proxy", *(["--size", str(sizes[-1])] if sizes else []), *places],
        *([["bench.dashboard", *(["--size", str(sizes[-1])] if sizes else []), *places]] if chromium() else []),
        *([["bench.emotion"]] if EMOBANK.exists() else []),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="1,000,000 memories too")
    parser.add_argument("--sizes", type=int, nargs="+", default=(), help="other numbers of memories")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    failed = 0
    for command in commands(chosen.full, chosen.sizes, chosen.cache, chosen.results):
        print(f"\n# python -m {' '.join(command)}", flush=True)
        failed += subprocess.run([sys.executable, "-m", *command], check=False).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
