"""Nights that were asked for and not lived (D5, F7): tried again soon, given up in the end, asked for anew later."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from bench.many_personas import rows, settle
from omoide.adapters.queue.jobs import QUEUE
from omoide.domain.turn import Scope
from omoide.fleet import Workers, how_far

_GONE = "WITH gone AS (DELETE FROM omoide_work.procrastinate_jobs RETURNING 1) SELECT COUNT(*) FROM gone"
_LATER = "WITH old AS (UPDATE omoide_work.asked SET at = at - interval '{}' RETURNING 1) SELECT COUNT(*) FROM old"


@pytest.fixture
def worker(url: str, tmp_path: Path) -> Iterator[Workers]:
    settle(tmp_path, 1)
    made = Workers(tmp_path)
    yield made
    made._parts.database.close()


def within(worker: Workers, work: Callable[[], Awaitable[object]]) -> object:
    async def done() -> object:
        async with worker._parts.jobs.app.open_async():
            return await work()

    return asyncio.run(done())


def jobs(home: Path) -> dict[str, int]:
    return {name: count for name, count in how_far(home).items() if name.startswith("jobs_")}


def test_what_is_under_way_or_was_given_up_is_asked_for_anew_after_a_while_only(
    worker: Workers, url: str, tmp_path: Path
) -> None:
    # D5: `work.again_minutes` is an hour
    def waiting() -> int:
        within(worker, worker.look)
        return jobs(tmp_path)["jobs_waiting"]

    assert waiting() == 1
    assert rows(url, _GONE) == [[1]]  # given up, or in the hands of a worker: it waits no longer
    assert waiting() == 0
    rows(url, _LATER.format("59 minutes"))
    assert waiting() == 0
    rows(url, _LATER.format("2 minutes"))
    assert waiting() == 1


def test_a_night_that_cannot_be_lived_now_is_tried_again_by_the_queue(worker: Workers, tmp_path: Path) -> None:
    # D5, F7: somebody else holds the night; the job is neither done nor given up
    async def work_off() -> None:
        await worker.look()
        await worker._parts.jobs.app.run_worker_async(queues=[QUEUE], wait=False, install_signal_handlers=False)

    with worker._parts.locks.hold(Scope("persona00000", "person00000").key("night")):
        within(worker, work_off)
    assert worker.lived == 0
    assert jobs(tmp_path) == {"jobs_waiting": 1, "jobs_working": 0, "jobs_given_up": 0}
