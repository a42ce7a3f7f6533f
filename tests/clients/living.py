"""What is left behind by a session, once everything that it set off has come to rest."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from omoide.doors.hooks.launching import sole_worker

from .claude import PATIENCE, Claude


def until(true: Callable[[], object], what: str) -> None:
    """Wait for something to become true; the bound only ends a test that would hang."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def at_rest(claude: Claude) -> None:
    """The inbox is empty and nobody works on it: a hook leaves its job there before the client ends."""

    def still() -> bool:
        if any((claude.memory / "inbox").glob("*")):
            return False
        with sole_worker(claude.memory) as free:
            return free

    if claude.memory.is_dir():
        until(still, "the worker does not come to an end")


def processes(claude: Claude) -> list[str]:
    """Whatever still runs of what this user started: workers, servers, the client itself."""
    mark = f"OMOIDE_HOME={claude.memory}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if folder.name != str(os.getpid()) and mark in (folder / "environ").read_bytes().split(b"\0"):
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
    return found


def turns(claude: Claude) -> list[tuple[str, str, str]]:
    """(said, replied, state) of every turn in the ledger, in order."""
    if not (claude.memory / "omoide.db").exists():
        return []
    with closing(sqlite3.connect(claude.memory / "omoide.db")) as database:
        return database.execute("SELECT said, replied, state FROM turns ORDER BY time").fetchall()


def told(request: str) -> list[str]:
    """The memories that a request to the model holds."""
    return [line for line in request.splitlines() if line.startswith("- [20") and " → " in line]
