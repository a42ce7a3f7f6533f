"""Every test lives alone: no network but loopback, an empty home, a fixed clock zone and language, no settings.

A test that wants another zone or a setting of its own uses monkeypatch as usual; the next test starts clean again.
"""

from __future__ import annotations

import ipaddress
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest_plugins = [
    "tests.servers.fixtures", "tests.servers.databases", "tests.servers.disks", "tests.servers.folders",
    "tests.servers.minds",
]  # fmt: skip

# Hundreds of programs are started: what one has compiled the next need not compile again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Homes lie in memory where there is much of it: they are synced ten thousand times, and nobody reads them afterwards.
MEMORY, ROOM = Path("/dev/shm"), 8 << 30
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
# Several tests run at once: threads of one that wait for each other take the processors from the others.
os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
# A run in the background of a shell ignores Ctrl-C, and so would every program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Keys and addresses of providers must not leak into a test from the machine it runs on.
PRIVATE_ENDINGS = ("_API_KEY", "_BASE_URL", "_AUTH_TOKEN", "_PROXY")


class NetworkForbidden(RuntimeError):
    """Not an OSError: code that copes with a failing network must not swallow it."""


def is_local(host: Any) -> bool:
    if host in (None, "", "localhost", b"localhost"):
        return True
    try:
        return ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host)).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session", autouse=True)
def _only_loopback() -> Iterator[None]:
    connect, connect_ex, look_up = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def allow(family: int, address: Any) -> None:
        if family in (socket.AF_INET, socket.AF_INET6) and not is_local(address[0]):
            raise NetworkForbidden(f"a test tried to reach {address[0]}; only loopback is allowed")

    def guarded_connect(self: socket.socket, address: Any) -> None:
        allow(self.family, address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        allow(self.family, address)
        return connect_ex(self, address)

    def guarded_look_up(host: Any, *args: Any, **kwargs: Any) -> Any:
        if not is_local(host):
            raise NetworkForbidden(f"a test tried to look up {host!r}; only loopback is allowed")
        return look_up(host, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded_connect)
        patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
        patch.setattr(socket, "getaddrinfo", guarded_look_up)
        yield


@pytest.fixture(scope="session")
def _homes() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="omoide-homes-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def _own_surroundings(_homes: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    home = tempfile.mkdtemp(dir=_homes)
    for name in list(os.environ):
        if name.startswith(("OMOIDE_", "XDG_", "LC_", "LANGUAGE")) or name.upper().endswith(PRIVATE_ENDINGS):
            monkeypatch.delenv(name)
    for name, value in {
        "HOME": home,
        "USERPROFILE": home,
        "TZ": "UTC",
        "LANG": "C.UTF-8",
        "HF_HUB_OFFLINE": "1",
    }.items():
        monkeypatch.setenv(name, value)
    _apply_zone()
    # Importing the model library here would cost every run half a second; the network guard covers a later import.
    if "pydantic_ai.models" in sys.modules:
        monkeypatch.setattr(sys.modules["pydantic_ai.models"], "ALLOW_MODEL_REQUESTS", False)
    yield
    # By now monkeypatch may or may not have put TZ back; the next test sets it again in any case.
    _apply_zone()


def _apply_zone() -> None:
    if hasattr(time, "tzset"):
        time.tzset()
