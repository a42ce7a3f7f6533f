"""The worker: lives through what hooks left in the inbox, then a night that was missed, then ends (I1, F7).

Started by a hook, cut off from it, one per home. What fails now lies aside for the next worker; turns that a model
could not judge wait in the ledger. Nothing here is in a hurry, so it steps back behind whatever else the machine does.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.doors.hooks import inbox
from omoide.doors.hooks.clock import CLOCK
from omoide.doors.hooks.inbox import Job
from omoide.doors.hooks.launching import WORKER, sole_worker
from omoide.doors.hooks.log import Log
from omoide.errors import Busy, InvalidInput

if TYPE_CHECKING:
    from omoide.encode import Encoded
    from omoide.mind import Mind

NAME = "worker"
STILL, PATIENCE = 0.5, 5.0  # seconds without a change after which a transcript is all there; how long to wait for that
LOOKERS = 0.5  # seconds: whoever only looks whether a worker is there holds its lock for an instant
SHOWN = 3  # problems of one job that go to the log


def main(home: Path) -> None:
    """Work until nothing comes any more. Whoever leaves a job while we leave has seen our lock: so look once more."""
    os.environ[WORKER] = "1"
    log = Log(home)
    try:
        first = True
        while first or not inbox.is_empty(home):
            with sole_worker(home, LOOKERS) as free:
                if not free:
                    return
                Work(home, log).do(bring_back=first)
            first = False
    except Exception as error:  # noqa: BLE001
        log.problem(NAME, error)


class Work:
    """One round: every job, then what waits in the ledger, then the night."""

    def __init__(self, home: Path, log: Log) -> None:
        self._home, self._log = home, log
        self._minds: dict[tuple[str | None, str | None], Mind] = {}
        self._well = True

    def do(self, bring_back: bool) -> None:
        if bring_back:
            inbox.bring_back(self._home)
        with ExitStack() as open_minds:
            for file, job in inbox.take(self._home):
                if job is None:
                    inbox.done(file)  # nothing can be made of it, and the next sweep finds what it meant
                elif self._try(partial(self._live_through, job, open_minds)):
                    inbox.done(file)
                else:
                    inbox.lay_aside(file)
            for mind in self._minds.values():
                self._try(partial(self._round_off, mind))
        if self._well:
            self._log.fine(NAME)

    def _try(self, step: Callable[[], bool]) -> bool:
        """Whether it is done. One job that fails, whatever the reason, must not keep the others."""
        try:
            return step()
        except InvalidInput as error:  # a transcript that cannot be read; once it can, the sweep finds it
            self._complain(error)
            return True
        except Exception as error:  # noqa: BLE001
            self._complain(error)
            return False

    def _live_through(self, job: Job, open_minds: ExitStack) -> bool:
        """Whether it is done. During a pause nothing is taken in: what was said before it waits until it is over."""
        mind, path = self._mind(job, open_minds), Path(job.path)
        if mind.paused():
            return job.sweep
        if job.sweep:
            self._tell(mind.catch_up(path, Path(job.live) if job.live else None))
        elif path.exists():  # a session in which nothing was said has left none
            if job.over:
                _wait_until_written(path)
            self._tell(mind.live_through(path, over=job.over))
        return True

    def _mind(self, job: Job, open_minds: ExitStack) -> Mind:
        whose = (job.persona, job.person)
        if whose not in self._minds:
            from omoide.compose import open_mind

            self._minds[whose] = open_minds.enter_context(open_mind(self._home, persona=job.persona, person=job.person))
        return self._minds[whose]

    def _round_off(self, mind: Mind) -> bool:
        """Turns that failed before get another chance, unless the mind that failed has just failed again."""
        if self._well and not mind.paused():
            self._tell(mind.finish_idle(retry=True))
        if mind.clock_in_doubt():
            return True
        self._log.fine(CLOCK)
        if mind.night_missed():
            with suppress(Busy):  # somebody else is living it
                mind.sleep()
        return True

    def _tell(self, done: Encoded) -> None:
        for problem in done.problems[:SHOWN]:
            self._complain(problem)

    def _complain(self, error: Exception) -> None:
        self._well = False
        self._log.problem(NAME, error)


def _wait_until_written(path: Path) -> None:
    """The client may still write the last lines when it calls the hook."""
    until = time.monotonic() + PATIENCE
    while time.time() - path.stat().st_mtime < STILL and time.monotonic() < until:
        time.sleep(0.05)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(5)
    main(Path(sys.argv[1]))
