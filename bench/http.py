"""How long a client of the server waits: `POST /v1/prime` at fifty requests a second (I3).

    python -m bench.http [--size 36500] [--rate 50] [--seconds 20]

A village behind a real server in a process of its own, asked over loopback by one client with open connections.
Requests leave on time whether or not the earlier ones are answered, so that one which falls behind is seen to; each
counts from the moment at which it should have left.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import numpy as np

from bench.report import RESULTS, Line, publish
from bench.tales import cues
from bench.village import CACHE, PERSONA, SEED, told, village, visit

SIZE = 36_500
GOAL = 40.0  # milliseconds, 95 of 100 requests
PROGRAM = [sys.executable, "-c", "from omoide.doors.cli import main; main()", "up", "--no-browser", "--empty", "--json"]
WARM = 40


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--rate", type=float, default=50.0, help="requests a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    messages = cues(np.random.default_rng(SEED + 9), told(chosen.size), 200)
    lines: list[Line] = []
    with visit(village(chosen.size, chosen.cache)) as home, serving(home) as (url, server):
        for path, name in (("/v1/prime", "message"), ("/v1/recall", "cue")):
            lines += asyncio.run(measured(url, server, path, name, messages, chosen.rate, chosen.seconds))
    publish("http", f"{chosen.rate:g} requests a second, {chosen.size:,} memories", lines, chosen.results)


@contextmanager
def serving(home: Path) -> Iterator[tuple[str, int]]:
    """Without nights and heartbeats of its own: the last day of a village is long past."""
    quiet = {"OMOIDE_NIGHT__MISSED_AFTER_HOURS": "1000000", "OMOIDE_AUTONOMY__ENABLED": "false"}
    variables = {**os.environ, **quiet, "OMOIDE_HOME": str(home), "OMOIDE_PERSONA": PERSONA, "OMOIDE_PERSON": "me"}
    server = subprocess.Popen([*PROGRAM, "--port", "0"], stdout=subprocess.PIPE, text=True, env=variables)
    with server:
        try:
            assert server.stdout is not None
            yield json.loads("".join(server.stdout.readline() for _ in range(3)))["url"].rstrip("/"), server.pid
        finally:
            server.terminate()


def cpu_seconds(process: int) -> float:
    """What a process has spent so far; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measured(
    url: str, server: int, path: str, name: str, messages: list[str], rate: float, seconds: float
) -> list[Line]:
    taken: list[float] = []

    async def ask(message: str, due: float) -> None:
        answer = await client.post(path, json={name: message})
        answer.raise_for_status()
        taken.append((time.perf_counter() - due) * 1_000)

    async with httpx.AsyncClient(base_url=url, timeout=60.0, limits=httpx.Limits(max_connections=100)) as client:
        # The home is opened, which may upgrade it, and threads have their connections.
        await asyncio.gather(*(ask(message, time.perf_counter()) for message in messages[:WARM]))
        taken.clear()
        began, spent = time.perf_counter(), cpu_seconds(server)
        async with asyncio.TaskGroup() as tasks:
            for number in range(int(rate * seconds)):
                due = began + number / rate
                await asyncio.sleep(max(due - time.perf_counter(), 0))
                tasks.create_task(ask(messages[number % len(messages)], due))
    each = (cpu_seconds(server) - spent) * 1_000 / len(taken)
    p50, p95 = np.percentile(taken, [50, 95])
    note = f"p50 {p50:.1f} ms, slowest {max(taken):.0f} ms, {len(taken)} requests"
    core = f"{each * rate / 10:.0f} % of one core; other work on the machine moves it less"
    return [
        Line(f"POST {path}, p95", float(p95), "ms", GOAL if path == "/v1/prime" else None, note=note),
        Line(f"POST {path}, processor time", each, "ms", note=core),
    ]


if __name__ == "__main__":
    main()
