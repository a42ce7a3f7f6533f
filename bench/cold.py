"""How long a shell waits: `omoide recall "…" --json` as a new process each time, the page cache warm, no daemon.

    python -m bench.cold [--size 36500] [--runs 20] [--explain]

Beside it: a Python that does nothing, and one that only imports NumPy. With --explain, what is imported longest.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bench.report import RESULTS, Line, publish
from bench.tales import cues
from bench.village import CACHE, PERSONA, SEED, told, village, visit

SIZE = 36_500
GOAL = 300.0  # milliseconds
_START = "import sys; from omoide.doors.cli import main; sys.exit(main())"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--explain", action="store_true", help="show the ten imports that take longest")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    asked = cues(np.random.default_rng(SEED + 9), told(chosen.size), chosen.runs)
    with visit(village(chosen.size, chosen.cache)) as home:
        environment = os.environ | {"OMOIDE_HOME": str(home), "OMOIDE_PERSONA": PERSONA, "OMOIDE_PERSON": "me"}
        lines = measure(chosen.size, asked, environment)
        publish("cold", f"A recall from the shell, {chosen.runs} new processes", lines, chosen.results)
        if chosen.explain:
            print(explain(asked[0], environment))


def measure(size: int, asked: Sequence[str], environment: dict[str, str]) -> list[Line]:
    """The three take turns, so that other work on the machine meets all of them alike."""
    commands = {
        "recall": lambda cue: [omoide(), "recall", cue, "--json"],
        "nothing": lambda _: [sys.executable, "-c", "pass"],
        "numpy": lambda _: [sys.executable, "-c", "import numpy"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for number, cue in enumerate([asked[0], *asked]):  # the first round only warms the page cache
        for name, command in commands.items():
            seconds = _run(command(cue), environment)
            if number:
                times[name].append(seconds * 1_000)
    p50 = {name: statistics.median(taken) for name, taken in times.items()}
    slowest = max(times["recall"])
    return [
        Line(f"{size:,}: omoide recall --json, p50", p50["recall"], "ms", GOAL, note=f"slowest {slowest:.0f} ms"),
        Line("baseline: python -c pass", p50["nothing"], "ms"),
        Line('baseline: python -c "import numpy"', p50["numpy"], "ms"),
    ]


def explain(cue: str, environment: dict[str, str]) -> str:
    """The ten modules that take longest by themselves, of all that a recall imports."""
    command = [sys.executable, "-X", "importtime", "-c", _START, "recall", cue, "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = re.findall(r"import time:\s+(\d+) \|\s+(\d+) \|\s*(\S+)", done.stderr)
    slowest = sorted(((int(own), name) for own, _, name in found), reverse=True)
    total = sum(own for own, _ in slowest) / 1e3
    rows = [f"{own / 1e3:8.1f} ms  {name}" for own, name in slowest[:10]]
    return "\n".join([f"\n{len(slowest)} modules are imported in {total:.0f} ms (measuring it slows it down):", *rows])


def omoide() -> str:
    """The command that was installed beside this Python."""
    return str(Path(sys.executable).with_name("omoide.exe" if os.name == "nt" else "omoide"))


def _run(command: list[str], environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, env=environment, capture_output=True, check=True)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
