"""What only a real server shows: its start, its end, its clients that leave, and agents beside programs."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from mcp import Client

from omoide import open_mind

PROGRAM = [sys.executable, "-c", "from omoide.doors.cli import main; main()", "up", "--no-browser", "--empty"]


@contextmanager
def running(home: Path, *options: str, **variables: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address as it is printed, and the process."""
    server = subprocess.Popen(
        [*PROGRAM, "--port", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "OMOIDE_HOME": str(home), "OMOIDE_PERSONA": "aoi", **variables},
    )  # fmt: skip
    with server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip(), server
        finally:
            server.kill()


def ask(url: str, path: str, method: str = "GET", **headers: str) -> tuple[int, str]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def refusal(home: Path, *options: str) -> tuple[int, str]:
    done = subprocess.run(
        [*PROGRAM, *options], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60,
        env={**os.environ, "OMOIDE_LANG": "en", "OMOIDE_HOME": str(home)},
    )  # fmt: skip
    assert (done.stdout, done.stderr.count("\n")) == ("", 1), done
    return done.returncode, done.stderr


@pytest.mark.anyio
async def test_it_prints_its_address_answers_and_ends_by_ctrl_c(tmp_path: Path) -> None:
    # I3, I2: API, pages and agents by one server; a stream that is open does not keep it
    with open_mind(tmp_path, persona="aoi") as mind:  # now: no night was missed
        mind.remember("My cat is called Mochi.")
    with running(tmp_path) as (url, server):
        assert url.startswith("http://127.0.0.1:")
        assert url.endswith("/")
        assert json.loads(ask(url, "/healthz")[1])["ok"] is True
        assert json.loads(ask(url, "/openapi.json")[1])["openapi"].startswith("3.1")
        assert ask(url, "/")[0] == 200
        assert ask(url, "/healthz", Host="evil.example")[0] == 421
        async with Client(f"{url}mcp") as client:
            answer = await client.call_tool("recall_memories", {"cue": "Mochi"})
            assert len(answer.structured_content["memories"]) == 1
        code, line = refusal(tmp_path, "--port", str(urlsplit(url).port))  # it is taken
        assert (code, "--port" in line) == (4, True)
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
        assert (server.returncode, out, err) == (0, "", "")


def test_beyond_this_machine_it_needs_a_token(tmp_path: Path) -> None:
    # I3
    code, line = refusal(tmp_path, "--host", "0.0.0.0", "--port", "0")
    assert (code, "omoide token create" in line) == (4, True)
    from omoide.compose import passes
    from omoide.domain.access import Pass
    from tests.mind.world import at

    token = passes(tmp_path).issue(Pass("web", "read"), at("2026-01-18T18:00:00"))
    with running(tmp_path, "--host", "0.0.0.0") as (url, _):
        here = url.replace("0.0.0.0", "127.0.0.1")
        assert ask(here, "/v1/memories")[0] == 401  # also from here
        assert ask(here, "/v1/memories", Authorization=f"Bearer {token}")[0] == 200
        assert ask(here, "/v1/settings", Authorization=f"Bearer {token}")[0] == 403
        assert ask(here, "/healthz")[0] == 200


def test_clients_that_watch_and_leave_keep_nothing(tmp_path: Path) -> None:
    # 1,000 open event streams: so many as the settings say, and those that leave make room
    with open_mind(tmp_path, persona="aoi") as mind:  # now: no night was missed
        mind.remember("My cat is called Mochi.")
    (tmp_path / "settings.toml").write_text("[http]\nmost_streams = 5\nrequests_per_second = 0\n")
    with running(tmp_path) as (url, _):
        run = _start(url)
        parts = urlsplit(url)
        request = f"GET /v1/sleep/{run['id']}/events HTTP/1.1\r\nHost: 127.0.0.1:{parts.port}\r\n\r\n".encode()
        for _ in range(50):  # each leaves in the middle, or as soon as the run is over
            with socket.create_connection((parts.hostname, parts.port), timeout=60) as watching:
                watching.sendall(request)
                assert watching.recv(12) in (b"HTTP/1.1 200", b"HTTP/1.1 503")
        assert ask(url, "/healthz")[0] == 200
        status = 503
        while status == 503:  # until the server has noticed that they left
            status, told = ask(url, f"/v1/sleep/{run['id']}/events")
        assert (status, "event: over" in told) == (200, True)


def _start(url: str) -> dict[str, str]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        connection.request("POST", "/v1/sleep", "{}", {"Content-Type": "application/json"})
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()
