"""Over HTTP: the same tools, and only for those who may ask."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from .agents import PROGRAM, Agent

TOKEN = "correct-horse-battery-staple"
PING = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})


@contextmanager
def listening(home: Path, *options: str, **variables: str) -> Iterator[str]:
    """A real server on a free port of this machine; its address, once it is there."""
    server = subprocess.Popen(
        [*PROGRAM, "--http", "--port", "0", "--json", *options], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "OMOIDE_HOME": str(home), "OMOIDE_PERSONA": "aoi", **variables},
    )  # fmt: skip
    with server:
        try:
            assert server.stdout is not None
            told = "".join(server.stdout.readline() for _ in range(3))
            yield json.loads(told)["url"]
        finally:
            server.terminate()
            server.wait(60)


def status_of(url: str, **headers: str) -> int:
    """What a bare request is answered with. Header names are written with _ for -."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.putrequest("POST", parts.path, skip_host="Host" in named)
        accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        for name, value in {**accepted, **named, "Content-Length": str(len(PING))}.items():
            connection.putheader(name, value)
        connection.endheaders(PING.encode())
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.anyio
async def test_tools_over_http_with_a_token(home: Path, tmp_path: Path) -> None:
    # I2
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    with listening(home, "--token-file", str(file)) as url:
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        async with (
            create_mcp_http_client(headers=bearer) as web,
            Client(streamable_http_client(url, http_client=web)) as client,
        ):
            agent = Agent(client)
            assert (await agent.data("status"))["memories"] == 3
            assert len((await agent.data("recall_memories", cue="Mochi", limit=1))["memories"]) == 1
            assert "mem_x" in await agent.refused("why", memory_id="mem_x")
        assert status_of(url) == 401
        for wrong in (
            "Bearer",
            "Bearer ",
            f"Bearer {TOKEN}x",
            f"Bearer {TOKEN[:-1]}",
            f"Basic {TOKEN}",
            TOKEN,
            "Bearer é",
        ):
            assert status_of(url, Authorization=wrong) == 401, wrong
        assert status_of(url, Authorization=f"Bearer {TOKEN}") not in (401, 403, 421)


@pytest.mark.anyio
async def test_this_machine_needs_no_token_but_a_name_of_ours(home: Path) -> None:
    # I2: a web page that points its name at this machine is turned away
    with listening(home) as url:
        async with Client(url) as client:
            assert (await Agent(client).data("status"))["memories"] == 3
        port = urlsplit(url).port
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}", "127.0.0.1"):
            assert status_of(url, Host=host) not in (401, 403, 421), host
        for host in (
            "evil.example",
            f"evil.example:{port}",
            f"localhost.evil.example:{port}",
            f"127.0.0.1.evil:{port}",
            "",
        ):
            assert status_of(url, Host=host) == 421, host
        for origin in (f"http://localhost:{port}", f"http://127.0.0.1:{port}"):
            assert status_of(url, Origin=origin) not in (401, 403, 421), origin
        for origin in ("http://evil.example", "https://localhost.evil.example", "null", "http://[::1"):
            assert status_of(url, Origin=origin) == 403, origin


def test_a_name_can_be_added(home: Path) -> None:
    # I2
    with listening(home, "--allow-host", "memory.home.example") as url:
        assert status_of(url, Host="memory.home.example") not in (401, 403, 421)
        assert status_of(url, Host="other.home.example") == 421


def refusal(*options: str, **variables: str) -> tuple[int, str]:
    done = subprocess.run(
        [*PROGRAM, *options], capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL,
        env={**os.environ, "OMOIDE_LANG": "en", **variables}, timeout=60,
    )  # fmt: skip
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.returncode, done.stderr


def test_what_listens_beyond_this_machine_needs_a_token(tmp_path: Path) -> None:
    # I2
    code, line = refusal("--http", "--host", "0.0.0.0", "--port", "0")
    assert (code, "OMOIDE_TOKEN" in line) == (4, True)
    code, line = refusal("--http", "--host", "::", "--port", "0", OMOIDE_LANG="ja")
    assert (code, "トークンが必要です" in line) == (4, True)
    code, line = refusal("--http", "--host", "", "--port", "0")
    assert (code, "OMOIDE_TOKEN" in line) == (4, True)


def test_odd_options_are_told(tmp_path: Path) -> None:
    # I3
    (tmp_path / "empty").write_text("\n")
    for code, says, options in (
        (2, "need --http", ("--port", "80")),
        (2, "65535", ("--http", "--port", "99999")),
        (2, "16", ("--http", "--token-file", str(tmp_path / "empty"))),
        (2, "cannot be read", ("--http", "--token-file", str(tmp_path / "missing"))),
    ):
        answered, line = refusal(*options)
        assert (answered, says in line) == (code, True), line
    assert "16" in refusal("--http", OMOIDE_TOKEN="short")[1]


def test_a_port_that_is_taken_is_told(home: Path) -> None:
    # I2
    with listening(home) as url:
        code, line = refusal("--http", "--port", str(urlsplit(url).port))
        assert (code, "--port" in line) == (4, True)
