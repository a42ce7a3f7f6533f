"""Starting and ending processes that outlive us, and never ending one that is not ours."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

_PATIENCE_SECONDS = 60.0
_HIGHEST_PORT = 50_000  # SeaweedFS adds 10,000 to a port for its second one


@dataclass(frozen=True, slots=True)
class Process:
    """A number may be given to another process later: with the moment of its start it means one process alone."""

    pid: int
    started: str

    @property
    def alive(self) -> bool:
        return bool(self.started) and start_of(self.pid) == self.started

    def end(self, sign: signal.Signals) -> None:
        """Ask, wait, and insist."""
        for wish, seconds in ((sign, 10.0), (signal.SIGKILL, 10.0)):
            if not self.alive:
                return
            os.kill(self.pid, wish)
            until(lambda: not self.alive, seconds, f"the end of process {self.pid}", must=False)


def start_of(pid: int) -> str:
    """When a process started, as its system tells it; empty for one that is not there or has ended."""
    stat = Path(f"/proc/{pid}/stat")
    if Path("/proc/self/stat").exists():
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] == "Z" else fields[19]
    found = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.strip()


def spawn(command: Sequence[str], folder: Path, log: str, **how: object) -> Process:
    """A process of its own group, that talks into a file."""
    with (folder / log).open("ab") as out:
        child = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True, **how
        )  # type: ignore[call-overload]
    return Process(child.pid, start_of(child.pid))


def free_port(beside: int = 0) -> int:
    """A port that nobody listens on now; with `beside`, one whose neighbour that far above is free too."""
    while True:
        with socket.socket() as first:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
        # the system hands out high ones: move them below, where there is room for a neighbour
        port = 20_000 + port % (_HIGHEST_PORT - 20_000)
        if all(_is_free(number) for number in ((port, port + beside) if beside else (port,))):
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def listens(port: int) -> bool:
    with socket.socket() as tried:
        tried.settimeout(1.0)
        return tried.connect_ex(("127.0.0.1", port)) == 0


def until(true: Callable[[], bool], seconds: float = _PATIENCE_SECONDS, what: str = "", must: bool = True) -> bool:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            if must:
                raise TimeoutError(f"no sign of {what} after {seconds:.0f} seconds")
            return False
        time.sleep(0.02)
    return True
