"""Nights in processes of their own, which may be killed inside a step.

`python -m tests.mind.nights` loads everything once, reads lines of [home, step, now] and answers each with how that
night ended: each is a fork, so that a real SIGKILL costs a fraction of a second and not a start of Python.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from omoide.sleep import steps
from tests.mind.world import Clock, at, mind_in

ROOT = Path(__file__).parents[2]


class Nights:
    """The other side: asks such a process for nights."""

    def __init__(self, module: str = "tests.mind.nights") -> None:
        command = [sys.executable, "-m", module]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def live(self, home: Path, *how: Any) -> int:
        """How it ended: 0, or minus the signal."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps([str(home), *how]), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


def serve(night: Callable[..., None], *warm_up: Any) -> None:
    with tempfile.TemporaryDirectory() as home:
        night(Path(home), *warm_up)  # what a night loads is loaded once
    for line in sys.stdin:
        home, *how = json.loads(line)
        child = os.fork()
        if not child:
            night(Path(home), *how)
            os._exit(0)
        print(json.dumps(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])), flush=True)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def night_of(home: Path, victim: str, now: str) -> None:
    """Killed when the victim has done its work and before it is recorded."""
    if victim:
        step = steps.STEPS[victim]

        def dying(night: steps.Night) -> steps.Result:
            result = step(night)
            die()
            return result

        steps.STEPS[victim] = dying
    with mind_in(home, Clock(at(now)), night={"batch": 7}) as mind:
        mind.sleep()


if __name__ == "__main__":
    serve(night_of, "", "2026-01-19T03:00:00")
