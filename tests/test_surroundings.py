"""The fence around the tests themselves: without it a forgotten call would reach a real provider and cost money."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

import pytest


def test_only_loopback_can_be_reached() -> None:
    # F10: a test that "works offline" must be offline.
    for address in ("93.184.216.34", "2606:2800:220:1::1"):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family) as outside, pytest.raises(RuntimeError, match="only loopback"):
            outside.connect((address, 443))
        with socket.socket(family) as outside, pytest.raises(RuntimeError, match="only loopback"):
            outside.connect_ex((address, 443))
    with pytest.raises(RuntimeError, match="only loopback"):
        socket.getaddrinfo("api.anthropic.com", 443)

    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass


def test_home_zone_and_language_are_fixed() -> None:
    # I7, N3: neither the machine's settings nor its clock decide a test.
    assert list(Path.home().iterdir()) == []
    assert [name for name in os.environ if name.startswith("OMOIDE_")] == []
    assert (os.environ["TZ"], os.environ["LANG"]) == ("UTC", "C.UTF-8")
    assert time.localtime(0)[:6] == (1970, 1, 1, 0, 0, 0)
