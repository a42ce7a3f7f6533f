"""A worker (F7, I6, D5): looks which nights are due, asks for them as shards of a queue, and lives what it is given.

Every worker does all of it; there is none that the others depend on. A job may be given out twice, a night is lived
once: the night of a scope is locked on the server, and what its record calls finished is not begun again.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from omoide import settings as settings_
from omoide.compose import open_mind
from omoide.domain.dates import night_of
from omoide.domain.sleeper import Sleeper, shards
from omoide.domain.turn import Scope
from omoide.errors import Busy, OmoideError
from omoide.fleet.clock import ServerClock
from omoide.fleet.parts import Parts, parts
from omoide.perceive import tell_doubt, watch_clock
from omoide.settings import Settings

_log = logging.getLogger("omoide.work")
_ASKING = "asking for nights"


class Unfinished(Exception):
    """Some nights of a shard wait; the queue gives it out again."""


class Workers:
    """One process; `concurrency` shards at a time. Nights mostly reckon, so more processes help more than threads,
    except where they wait for models."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._over = threading.Event()
        self._parts: Parts = parts(home, settings_.load(home), self._live)
        self.lived = 0
        self._told_doubt = ""

    def run(self, concurrency: int = 1, once: bool = False) -> int:
        """Until a signal ends it, or with `once` until no night is due. Returns how many nights were lived here."""
        try:
            asyncio.run(self._run(concurrency, once))
        finally:
            self._parts.database.close()
        return self.lived

    async def _run(self, concurrency: int, once: bool) -> None:
        async with self._parts.jobs.app.open_async():
            steps = (lambda: self._look(once), self._rescue, lambda: self._work(concurrency))
            looking, *others = (asyncio.create_task(self._again_and_again(step)) for step in steps)
            _on_signals(lambda: (self._over.set(), looking.cancel()))
            try:
                await asyncio.wait({looking, *others}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._over.set()
                for task in (looking, *others):
                    task.cancel()
            for task in (*others, looking):
                with suppress(asyncio.CancelledError):
                    await task

    async def _again_and_again(self, step: Callable[[], Awaitable[float | None]]) -> None:
        """A step says after how many seconds it is due again, and None when there is no more to do. While a server is
        away it is tried again soon, however long the step has waited for it; what is wrong is told once."""
        told = ""
        while True:
            try:
                pause = await step()
                told = ""
            except OmoideError as error:
                if str(error) != told:
                    told = str(error)
                    _log.warning("%s", told)
                pause = self._parts.settings.work.until_tried_again
            if pause is None:
                return
            await asyncio.sleep(pause)

    async def _work(self, concurrency: int) -> float:
        await self._parts.jobs.work(concurrency)
        return self._parts.settings.work.until_tried_again  # it stopped by itself: the server was away for a moment

    async def _rescue(self) -> float:
        if rescued := await self._parts.jobs.rescue():
            _log.warning("%d jobs that nobody worked on any more are given out again", rescued)
        return self._parts.settings.work.sign_seconds

    async def _look(self, once: bool) -> float | None:
        due, cost = await self.look()
        return None if once and not due else self._parts.settings.work.until_next_look(cost)

    async def look(self) -> tuple[int, float]:
        """Ask for what is due. Returns how many nights are, and how many seconds it took to reckon that."""
        due, cost = await asyncio.to_thread(self._due)
        with suppress(Busy):  # another worker is asking
            await self._ask(due)
        return len(due), cost

    def _due(self) -> tuple[list[tuple[Scope, int]], float]:
        began, clock = time.thread_time(), ServerClock(self._parts.due.now())
        if self._in_doubt(clock):
            return [], time.thread_time() - began
        due = due_nights(self._parts.due.sleepers(clock.now()), self._parts.settings, clock.now())
        return due, time.thread_time() - began

    def _in_doubt(self, clock: ServerClock) -> bool:
        """By a clock that has jumped no night is due (O6); that is told once."""
        rules = self._parts.settings.clock
        doubt = watch_clock(self._parts.state, clock, rules)
        told = tell_doubt(doubt, rules).en if doubt and not doubt.settled else ""
        if told not in ("", self._told_doubt):
            _log.warning("%s", told)
        self._told_doubt = told
        return bool(told)

    async def _ask(self, due: Sequence[tuple[Scope, int]]) -> None:
        rules = self._parts.settings.work
        with self._parts.locks.hold(_ASKING):
            known = await asyncio.to_thread(self._parts.due.asked, rules.again_minutes)
            new = [night for night in due if night not in known]
            if not new:
                return
            pieces = shards(new, rules.shard)
            asked = await self._parts.jobs.ask([scope for scope, _ in piece] for piece in pieces)
            await asyncio.to_thread(self._parts.due.mark_asked, new)
            await asyncio.to_thread(self._parts.due.forget_asked)
        _log.info("asked for %d nights in %d jobs", len(new), asked)

    # ------------------------------------------------------------ in a thread of the queue

    def _live(self, scopes: list[Scope]) -> None:
        clock = ServerClock(self._parts.due.now())
        settings = settings_.load(self._home)
        waiting = sum(not self._live_one(scope, settings, clock) for scope in scopes)
        if waiting:
            raise Unfinished(f"{waiting} of {len(scopes)} nights wait")

    def _live_one(self, scope: Scope, settings: Settings, clock: ServerClock) -> bool:
        """True when the night that is due is over, whoever lived it."""
        if self._over.is_set():
            return False
        try:
            with open_mind(
                self._home, persona=scope.persona, person=scope.person, settings=settings, clock=clock
            ) as mind:
                runs = mind.faculties.store.runs
                number = night_of(clock.now(), settings.night.hour, settings.zone(scope.person))
                run = runs.get(scope, number)
                if runs.last_night(scope) > number or (run and run.finished):
                    return True
                if scope not in runs.scopes(scope.persona):  # erased since the job was asked for
                    return True
                report = mind.sleep()
                if report.doubt:  # asked for again when it is over; one that is settled ends with somebody's backup
                    return not report.doubt.settled
                self.lived += report.lived
                run = runs.get(scope, number)
                return bool(run and run.finished)
        except OmoideError as error:
            _log.warning("%s · %s: %s", scope.persona, scope.person, error)
            return False


def due_nights(sleepers: Sequence[Sleeper], settings: Settings, now: datetime) -> list[tuple[Scope, int]]:
    found = ((one.scope, one.due(now, settings.night.hour, settings.zone(one.scope.person))) for one in sleepers)
    return [(scope, night) for scope, night in found if night is not None]


def _on_signals(end: Callable[[], object]) -> None:
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError, RuntimeError):  # Windows, or a thread: whoever started us ends us
            loop.add_signal_handler(sign, end)
