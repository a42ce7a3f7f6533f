"""What a session with Claude Code waits for: at every prompt, cold and warm, and when it ends.

    python -m bench.hooks [--size 36500] [--runs 20]

Cold is `omoide hook user-prompt-submit`, a new process each time; warm is a real `omoide mcp` that is asked over stdio,
as the plugin does (left out where the extra `mcp` is not installed). Beside them a Python that does nothing. Half of
the prompts are about what was never told.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from bench.cold import omoide
from bench.report import RESULTS, Line, publish
from bench.tales import cues
from bench.village import CACHE, PERSONA, SEED, told, village, visit
from omoide.doors.hooks import inbox
from omoide.doors.hooks.launching import sole_worker
from omoide.doors.hooks.log import Log

SIZE = 36_500
COLD, WARM, END, MEGABYTES = 250.0, 30.0, 150.0, 150.0  # goals: milliseconds, and megabytes of the warm process


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    asked = cues(np.random.default_rng(SEED + 9), told(chosen.size), chosen.runs)
    with visit(village(chosen.size, chosen.cache)) as home:
        environment = os.environ | {"OMOIDE_HOME": str(home), "OMOIDE_PERSONA": PERSONA, "OMOIDE_PERSON": "me"}
        lines = cold(chosen.size, asked, environment, home)
        lines += ends(chosen.runs, environment, home)
        if find_spec("mcp"):
            lines += asyncio.run(warm(chosen.size, asked * 5, environment))
        publish("hooks", f"Hooks of Claude Code, {chosen.runs} sessions", lines, chosen.results)


def cold(size: int, asked: Sequence[str], environment: dict[str, str], home: Path) -> list[Line]:
    """A hook and a Python that does nothing take turns, so that other work on the machine meets both alike."""
    hook: list[float] = []
    nothing: list[float] = []
    answered = 0
    for number, cue in enumerate([asked[0], *asked]):  # the first round only warms the page cache
        seconds, out = _run([omoide(), "hook", "user-prompt-submit"], environment, {"prompt": cue, "session_id": "s"})
        bare, _ = _run([sys.executable, "-c", "pass"], environment, {})
        if number:
            hook.append(seconds * 1_000)
            nothing.append(bare * 1_000)
            answered += bool(out)
    late = sum(line["what"] == "Late" for line in Log(home).lines())
    note = f"{answered} of {len(asked)} had something come to mind, {late} came too late"
    return [
        Line(f"{size:,}: a prompt, cold, p50", statistics.median(hook), "ms", COLD, note=note),
        Line(f"{size:,}: a prompt, cold, p95", _p95(hook), "ms"),
        Line("baseline: python -c pass, p50", statistics.median(nothing), "ms"),
    ]


def ends(runs: int, environment: dict[str, str], home: Path) -> list[Line]:
    """Each end starts a worker, as most do; it is let finish before the next."""
    taken: list[float] = []
    for number in range(runs):
        path = home / f"session-{number}.jsonl"
        line = {"type": "user", "uuid": f"u{number}", "message": {"role": "user", "content": "The kettle is blue."}}
        path.write_text(json.dumps(line) + "\n", encoding="utf-8")
        event = {"session_id": str(number), "transcript_path": str(path), "reason": "other"}
        taken.append(_run([omoide(), "hook", "session-end"], environment, event)[0] * 1_000)
        while not _settled(home):
            time.sleep(0.01)
    return [Line("the end of a session, p50", statistics.median(taken), "ms", END, note=f"slowest {max(taken):.0f} ms")]


def _settled(home: Path) -> bool:
    with sole_worker(home) as free:
        return free and not inbox.waiting(home)


async def warm(size: int, asked: Sequence[str], environment: dict[str, str]) -> list[Line]:
    from mcp import Client, StdioServerParameters

    server = StdioServerParameters(command=omoide(), args=["mcp"], env=environment)
    taken: list[float] = []
    async with Client(server) as client:
        for number, cue in enumerate([asked[0], *asked]):  # the first opens the home
            began = time.perf_counter()
            event = {"prompt": cue, "session_id": "s", "cwd": "/", "transcript_path": ""}
            await client.call_tool("prime_prompt", event)
            if number:
                taken.append((time.perf_counter() - began) * 1_000)
        status = await client.call_tool("status", {})
    resident = (status.structured_content or {}).get("resident_mb", 0.0)
    return [
        Line(f"{size:,}: a prompt, warm, p50", statistics.median(taken), "ms"),
        Line(f"{size:,}: a prompt, warm, p95", _p95(taken), "ms", WARM),
        Line(f"{size:,}: memory of the warm process", resident, "MB", MEGABYTES),
    ]


def _p95(taken: Sequence[float]) -> float:
    return float(np.percentile(taken, 95))


def _run(command: list[str], environment: dict[str, str], event: dict[str, str]) -> tuple[float, bytes]:
    began = time.perf_counter()
    done = subprocess.run(command, env=environment, input=json.dumps(event).encode(), capture_output=True, check=True)
    return time.perf_counter() - began, done.stdout


if __name__ == "__main__":
    main()
