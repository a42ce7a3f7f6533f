"""Nights that a server lives in the background: begun by a request, watched by others, cancelled between two steps.

A night that is cancelled is one that was cut short: what its steps did stays, and the next call goes on from there.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from omoide.domain.turn import Scope
from omoide.errors import Busy, NotFound, OmoideError
from omoide.sleep import refuse_in_doubt

if TYPE_CHECKING:
    from omoide.doors.wire.minds import Minds
    from omoide.mind import Mind
    from omoide.ports import Progress

Work = Literal["sleep", "episodes"]
State = Literal["running", "done", "cancelled", "failed"]
MOST_KEPT = 100  # runs that are over, for whoever asks later
LOOK_EVERY = 0.2  # seconds


class _Cancelled(Exception):
    """Raised where progress is told, and caught by the run itself."""


@dataclass
class NightRun:
    """`result` is what the steps did; `error` is what ended it."""

    id: str
    scope: Scope
    work: Work
    started: datetime
    state: State = "running"
    done: int = 0
    total: int = 0
    result: dict[str, Any] = field(default_factory=dict)
    error: OmoideError | None = None
    stop: threading.Event = field(default_factory=threading.Event)

    @property
    def step(self) -> str:
        """The step that it has reached: each has a hundred parts."""
        from omoide.sleep.steps import STEPS

        names = list(STEPS) if self.work == "sleep" else ["episodes"]
        return names[min(self.done * len(names) // max(self.total, 1), len(names) - 1)]

    def plain(self, language: str = "en") -> dict[str, Any]:
        return {
            "id": self.id, "persona": self.scope.persona, "person": self.scope.person, "work": self.work,
            "started": self.started.isoformat(), "state": self.state, "done": self.done, "total": self.total,
            "step": self.step, "steps": self.result,
            "error": " ".join(self.error.text(language).split()) if self.error else None,
        }  # fmt: skip


class NightRuns:
    def __init__(self, minds: Minds) -> None:
        self._minds = minds
        self._lock = threading.Lock()
        self._runs: OrderedDict[str, NightRun] = OrderedDict()
        self._threads: list[threading.Thread] = []

    def start(self, scope: Scope, work: Work = "sleep", level: Any = 1) -> NightRun:
        """Begin it; Busy when this server lives one of these two already."""
        with self._minds.mind(scope.persona, scope.person) as mind:
            now = mind.faculties.clock.now()
        with self._lock:
            if self._running(scope):
                raise Busy(
                    "a night is being lived already: wait until it is over.",
                    "夜の処理がすでに進んでいます。終わるのを待ってください。",
                )
            run = NightRun(secrets.token_urlsafe(12), scope, work, now)
            self._runs[run.id] = run
            over = [name for name, old in self._runs.items() if old.state != "running"]
            for name in over[: max(len(self._runs) - MOST_KEPT, 0)]:
                del self._runs[name]
        thread = threading.Thread(target=self._live, args=(run, level), name=f"night-{run.id}")
        self._threads = [old for old in self._threads if old.is_alive()] + [thread]
        thread.start()
        return run

    def get(self, run_id: str) -> NightRun:
        with self._lock:
            run = self._runs.get(run_id)
        if run is None:
            raise NotFound(f"there is no run {run_id}.", f"{run_id} という実行はありません。")
        return run

    def running(self, scope: Scope) -> NightRun | None:
        with self._lock:
            return self._running(scope)

    def cancel(self, run_id: str) -> NightRun:
        """It ends after the step that it is in."""
        run = self.get(run_id)
        run.stop.set()
        return run

    def close(self, seconds: float = 2.0) -> bool:
        """Ask all to end, and wait for the steps that they are in, a little. False when one goes on for longer."""
        for run in list(self._runs.values()):
            run.stop.set()
        until = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(until - time.monotonic(), 0))
        return not any(thread.is_alive() for thread in self._threads)

    def _running(self, scope: Scope) -> NightRun | None:
        return next((run for run in self._runs.values() if run.scope == scope and run.state == "running"), None)

    def _live(self, run: NightRun, level: Any) -> None:
        def tell(done: int, total: int) -> None:
            run.done, run.total = done, total
            if run.stop.is_set() and done % 100 == 0:
                raise _Cancelled

        try:
            with self._minds.mind(run.scope.persona, run.scope.person) as mind:
                run.result = _WORK[run.work](mind, tell, level)
        except _Cancelled:
            run.state = "cancelled"
        except OmoideError as error:
            run.error, run.state = error, "failed"
        else:
            run.done = run.total = max(run.total, 1)
            run.state = "done"
        finally:
            if run.state == "running":  # an error of our own: the thread reports it, and nobody waits for ever
                run.state = "failed"


def _sleep(mind: Mind, tell: Progress, level: Any) -> dict[str, Any]:
    report = mind.sleep(progress=tell, level=level)
    refuse_in_doubt(report.doubt, mind.settings)
    return report.steps


def _episodes(mind: Mind, tell: Progress, level: Any) -> dict[str, Any]:
    return mind.update_episodes(progress=tell, merge=True)


_WORK: dict[Work, Callable[[Mind, Progress, Any], dict[str, Any]]] = {"sleep": _sleep, "episodes": _episodes}


async def watch(run: NightRun, language: str = "en") -> AsyncIterator[dict[str, Any]]:
    """The run as it is now, then again whenever it has moved, until it is over. No thread waits for it."""
    before: tuple[object, ...] = ()
    while True:
        now = (run.state, run.done, run.total)
        if now != before:
            before = now
            yield run.plain(language)
        if now[0] != "running":
            return
        await asyncio.sleep(LOOK_EVERY)
