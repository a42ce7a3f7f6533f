"""Nights of many personas on one PostgreSQL server (F7, D5): workers share them, one is killed, and the result is held
against that of a run which nobody disturbed.

    python -m bench.nights_of_many [--personas 10000] [--workers 4]

takes the server that `make servers` started. The stores are small (two things were said in each), so this measures
what a night costs at least, and the queue. Beside it: the same nights in a file, one after the other in one process.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from bench.many_personas import OVER, QUICK, fingerprint, rows, settle, two_days_ago, worker
from bench.report import RESULTS, Line, publish

SETTLERS = 2
IN_A_FILE = 100  # personas whose nights are lived in a file, for comparison
KILLED_AT = 0.1  # of all nights
_ANALYSE_SECONDS = 15.0
GOAL = 25.0


@dataclass(frozen=True, slots=True)
class Lived:
    """Seconds that passed, and seconds of processors that the workers and the server took."""

    seconds: float
    workers: float
    server: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--personas", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--settle", nargs=4, metavar=("HOME", "COUNT", "FIRST", "THEN"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.settle:
        home, count, first, then = chosen.settle
        return settle(Path(home), int(count), int(first), datetime.fromisoformat(then))
    figures = measure(chosen.personas, chosen.workers)
    title = f"Nights of {chosen.personas:,} personas on PostgreSQL, {chosen.workers} workers, one of them killed"
    publish("nights_of_many", title, lines(figures), chosen.results)


def measure(personas: int, workers: int) -> dict[str, Any]:
    """Two runs over copies of one database: undisturbed, and with a worker killed when a tenth is done."""
    with _databases() as (databases, url), tempfile.TemporaryDirectory() as folder:
        home, copy = Path(folder) / "home", Path(folder) / "copy"
        os.environ.update(QUICK | {"OMOIDE_WORK__SHARD": "20"})
        in_a_file = _in_a_file(Path(folder) / "file", min(IN_A_FILE, personas))
        os.environ["OMOIDE_DATABASE_URL"] = url
        settled = _timed(lambda: _settled(home, personas))
        shutil.copytree(home, copy)
        databases.administer("VACUUM ANALYZE", url)
        other = databases.copy(url)
        looked, asked = _asked(home)
        calm = _lived(databases, home, url, workers, 0)
        killed = _lived(databases, copy, other, workers, max(int(KILLED_AT * personas), 1))
        return {
            "personas": personas, "in_a_file": in_a_file, "settled": settled, "looked": looked, "asked": asked,
            "calm": calm, "killed": killed, "once": rows(url, OVER) == rows(other, OVER) == [[personas]],
            "same": fingerprint(url) == fingerprint(other),
        }  # fmt: skip


def lines(found: dict[str, Any]) -> list[Line]:
    calm, killed, count = found["calm"], found["killed"], found["personas"]
    took = f"workers {1_000 * calm.workers / count:.0f} ms, server {1_000 * calm.server / count:.0f} ms"
    return [
        Line("settling", found["settled"], "s", note=f"{SETTLERS} processes, {count / found['settled']:.0f} a second"),
        Line("looking whose night is due", found["looked"], "s", 1.0),
        Line("asking for all of them", found["asked"], "s", 10.0),
        Line("nights, undisturbed", count / calm.seconds, "/s", GOAL, at_least=True, note=f"{calm.seconds:.0f} s"),
        Line("processor time of a night", 1_000 * (calm.workers + calm.server) / count, "ms", note=took),
        Line("nights, one worker killed", count / killed.seconds, "/s", note=f"{killed.seconds:.0f} s"),
        Line("every night lived once", float(found["once"]), "", 1.0, at_least=True),
        Line("result as if nobody was killed", float(found["same"]), "", 1.0, at_least=True),
        Line("baseline, in a file, one process", 1 / found["in_a_file"], "/s"),
    ]


def _in_a_file(home: Path, count: int) -> float:
    """Seconds of one night; the first, for which everything is loaded, does not count."""
    from omoide import open_mind
    from omoide.settings import load

    settle(home, count)
    settings = load(home)

    def live(number: int) -> None:
        with open_mind(home, persona=f"persona{number:05}", person=f"person{number:05}", settings=settings) as mind:
            mind.sleep()

    live(0)
    return _timed(lambda: [live(number) for number in range(1, count)]) / max(count - 1, 1)


def _settled(home: Path, count: int) -> None:
    """One first, who makes the home; then all at once."""
    then = two_days_ago()
    settle(home, 1, 0, then)
    share = -(-(count - 1) // SETTLERS)
    places = [(first, min(share, count - first)) for first in range(1, count, max(share, 1))]
    command = [sys.executable, "-m", "bench.nights_of_many", "--settle", str(home)]
    started = [subprocess.Popen([*command, str(some), str(first), then.isoformat()]) for first, some in places]
    for one in started:
        one.wait()
    if any(one.returncode for one in started):
        raise RuntimeError("not all personas could be settled")


def _asked(home: Path) -> tuple[float, float]:
    """Seconds for a look at all personas, and for that and asking for their nights."""
    import asyncio

    from omoide.fleet import Workers, how_far

    looked = _timed(lambda: how_far(home))
    first = Workers(home)

    async def ask() -> None:
        async with first._parts.jobs.app.open_async():
            await first.look()

    try:
        return looked, _timed(lambda: asyncio.run(ask()))
    finally:
        first._parts.database.close()


def _lived(databases: Any, home: Path, url: str, workers: int, kill_after: int) -> Lived:
    began, before = time.monotonic(), (_children(), databases.processor_seconds())
    started = [worker(home, url) for _ in range(workers)]
    analysed = began
    while any(one.poll() is None for one in started):
        time.sleep(0.2)
        if kill_after and rows(url, OVER)[0][0] >= kill_after:
            started[0].send_signal(signal.SIGKILL)
            kill_after = 0
        if time.monotonic() - analysed > _ANALYSE_SECONDS:  # as servers do by themselves, but not that of the tests
            databases.administer("ANALYZE", url)
            analysed = time.monotonic()
    for one in started:
        one.communicate()
    after = (_children(), databases.processor_seconds())
    return Lived(time.monotonic() - began, after[0] - before[0], after[1] - before[1])


def _children() -> float:
    took = os.times()
    return took.children_user + took.children_system


def _timed(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


@contextmanager
def _databases() -> Iterator[tuple[Any, str]]:
    from bench.lent_databases import LentDatabases

    databases = LentDatabases()
    try:
        yield databases, databases.make()
    finally:
        databases.drop_all()


if __name__ == "__main__":
    main()
