"""One worker per home (I1): a lock of the operating system says whether it runs, and a killed one frees it.

Nobody waits here. A hook that finds the lock taken leaves, because whoever holds it looks into the inbox once more
after letting go; a hook that finds it free starts a worker. So no job lies between two workers, and a hundred sessions
that end at once leave one. The lock library is not used: to load it takes longer than all the rest of a hook.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from omoide.home import make_folder

WORKER = "OMOIDE_WORKER"  # set in the worker: hooks of whatever it starts do nothing


def ensure_worker(home: Path) -> None:
    with sole_worker(home) as free:
        pass
    if free:
        _start(home)


@contextmanager
def sole_worker(home: Path, patience: float = 0.0) -> Iterator[bool]:
    """Hold the worker's lock; False when another process has it, and still has it after so many seconds."""
    folder = home / "locks"
    make_folder(folder)
    file = os.open(folder / "worker.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        until = time.monotonic() + patience
        while not (free := _lock(file)) and time.monotonic() < until:
            time.sleep(0.01)
        yield free
    finally:
        os.close(file)


def _lock(file: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the second is how Windows says it
        return False
    return True


def _start(home: Path) -> None:
    """Cut off from the session: a worker that shared its pipes or its group would be waited for, or killed with it."""
    import subprocess

    away: dict[str, object] = {"start_new_session": True}
    if sys.platform == "win32":
        away = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    subprocess.Popen(
        [sys.executable, "-P", "-m", "omoide.doors.hooks.worker", str(home)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {WORKER: "1"},
        cwd=home,
        **away,  # type: ignore[arg-type]
    )
