"""Serving many from servers: waiting for them, readiness, metrics, logs for machines (X2, O3)."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from bench.many_personas import rows, settle
from omoide.domain.turn import Scope
from omoide.doors.http.app import make_app
from omoide.doors.wire.minds import Minds
from omoide.errors import InvalidSettings, OmoideError, Unavailable
from omoide.fleet import ready, wait_for_servers
from omoide.settings import load
from tests.servers.cable import Cable
from tests.servers.databases import PASSWORD, Databases
from tests.servers.fixtures import ServerAt
from tests.servers.processes import until

PROGRAM = [sys.executable, "-c", "from omoide.doors.cli import main; main()", "serve", "--port", "0"]


@contextmanager
def serving(home: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    server = subprocess.Popen(
        [*PROGRAM, "--home", str(home), *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=dict(os.environ),
    )  # fmt: skip
    with server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip(), server
        finally:
            server.kill()


def ask(url: str, path: str, **headers: str) -> tuple[int, str]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.fixture
def cable(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cable]:
    url = databases.lend()
    cable = Cable(url)
    monkeypatch.setenv("OMOIDE_DATABASE_URL", cable.url)
    yield cable
    cable.cut()
    databases.drop(url)


def test_a_server_process_tells_how_it_is(
    cable: Cable, server_at: ServerAt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X2, O3: readiness of each server, nights of all as metrics, logs for machines; and it notices who goes away
    monkeypatch.setenv("OMOIDE_REDIS_URL", server_at("redis"))
    settle(tmp_path, 1)
    with serving(tmp_path, "--profile", "server") as (url, process):
        assert ask(url, "/readyz") == (200, '{"ready":true,"servers":{"database":"ready","redis":"ready"}}')
        assert ask(url, "/v1/memories")[0] == 200
        beaten = f"SELECT 1 FROM state WHERE key = '{Scope('persona00000', 'person00000').key('beat')}'"
        until(lambda: rows(os.environ["OMOIDE_DATABASE_URL"], beaten) != [], what="a look at everybody")
        assert ask(url, "/v1/memories", Host="elsewhere.example")[0] == 421
        status, metrics = ask(url, "/metrics")
        cable.cut()
        away = ask(url, "/readyz")
        alive = ask(url, "/healthz")[0]
        cable.mend()
        back = ask(url, "/readyz")[0]
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        logged = process.stderr.read()
    assert rows(os.environ["OMOIDE_DATABASE_URL"], "SELECT night FROM nights") == []  # workers live it, and nobody else
    assert status == 200
    for line in (
        'omoide_nights{state="due"} 1.0', 'omoide_nights{state="over"} 0.0', 'omoide_jobs{state="waiting"} 0.0',
        'omoide_server_ready{server="database"} 1.0', "omoide_workers 0.0",
        'omoide_http_requests_total{method="GET",route="/v1/memories",status="200"} 1.0',
        'omoide_http_requests_total{method="GET",route="other",status="421"} 1.0',
    ):  # fmt: skip
        assert line in metrics.splitlines(), metrics
    assert (away[0], json.loads(away[1])["servers"]["redis"], alive, back) == (503, "ready", 200, 200)
    assert "cannot be reached" in json.loads(away[1])["servers"]["database"]
    lines = [json.loads(line) for line in logged.splitlines()]
    assert {"method": "GET", "route": "/v1/memories", "status": 200}.items() <= lines[0].items()
    assert PASSWORD not in logged + away[1] + metrics
    assert "plain%20secret" not in logged + away[1] + metrics


def test_a_server_that_comes_late_is_waited_for(cable: Cable, tmp_path: Path) -> None:
    # X2: each fault is told once, and the start goes on when the server is there
    told: list[tuple[str, str]] = []

    def tell(name: str, fault: OmoideError) -> None:
        told.append((name, fault.en))
        cable.mend()

    cable.cut()
    wait_for_servers(load(tmp_path), 60, tell)
    assert [name for name, _ in told] == ["database"]
    assert PASSWORD not in told[0][1]


def test_waiting_has_an_end_and_names_no_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # X2, O3: every server that cannot be used is named; no address is shown with its password
    monkeypatch.setenv("OMOIDE_DATABASE_URL", "postgresql://omoide:open-sesame@127.0.0.1:1/omoide")
    monkeypatch.setenv("OMOIDE_REDIS_URL", "redis://:open-sesame@127.0.0.1:1/0")
    monkeypatch.setenv("OMOIDE_GRAPH_URL", "bolt://omoide:open-sesame@127.0.0.1:1/omoide")
    for variable in ("OMOIDE_S3_URL", "OMOIDE_BACKUP__URL"):
        monkeypatch.setenv(variable, "http://127.0.0.1:1/there?bucket=omoide&access_key=omoide&secret_key=open-sesame")
    told: list[str] = []
    with pytest.raises(Unavailable, match="database, redis, storage, backups, graph") as gone:
        wait_for_servers(load(tmp_path), 0, lambda name, fault: told.append(name))
    faults = ready(load(tmp_path))
    assert "open-sesame" not in str(gone.value) + gone.value.ja + str(faults)
    assert set(faults) == {"database", "redis", "storage", "backups", "graph"}
    assert all(faults.values())


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("DATABASE", "postgresql://omoide:open-sesame@there:here/omoide"), ("REDIS", "redis://:open-sesame#@there/0"),
        ("GRAPH", "bolt://me:open-sesame#@there"), ("S3", "ftp://me:open-sesame@there/omoide"),
    ],
)  # fmt: skip
def test_what_no_waiting_mends_is_told_at_once(
    name: str, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X2, O3: an address that is none, of any of the four
    monkeypatch.setenv(f"OMOIDE_{name}_URL", url)
    with pytest.raises(InvalidSettings) as told:
        wait_for_servers(load(tmp_path), 3_600, lambda name, fault: None)
    assert "open-sesame" not in "".join(traceback.format_exception(told.value))


@pytest.mark.parametrize(
    ("options", "url", "said"),
    [
        (["--profile", "server"], "", "OMOIDE_DATABASE_URL"),
        (["--profile", "embedded"], "postgresql://omoide@127.0.0.1:1/omoide", "unset it"),
        (["--profile", "cloud"], "", "embedded or server"),
        (["--wait", "0"], "postgresql://omoide:open-sesame@127.0.0.1:1/omoide", "gave up waiting for database"),
    ],
)
def test_a_wrong_profile_is_refused(
    options: list[str], url: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X2: in one line with the remedy
    monkeypatch.setenv("OMOIDE_DATABASE_URL", url)
    monkeypatch.setenv("OMOIDE_LANG", "en")
    done = subprocess.run([*PROGRAM, "--home", str(tmp_path), *options], capture_output=True, text=True, timeout=60)
    assert done.returncode in (2, 9)
    assert done.stderr.splitlines()[-1].startswith("omoide: ")
    assert said in done.stderr.splitlines()[-1]
    assert "open-sesame" not in done.stderr


def test_requests_are_spans_where_somebody_collects_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # X2: below the caller's span, named by the pattern of the route, without a word of what was asked
    from omoide.doors.http.operating import operate

    provider, spans = TracerProvider(), InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    minds = Minds(tmp_path, "aoi", "me", "en")
    app = make_app(minds)
    watched = operate(app, minds)(app)
    caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    with TestClient(watched, base_url="http://127.0.0.1:8378") as client:
        assert client.get("/v1/memories/mem_20260101_001", headers={"traceparent": caller}).status_code == 404
        assert client.get("/readyz").json() == {"ready": True, "servers": {}, "disk": "ready"}
    first, _ = spans.get_finished_spans()
    assert first.name == "GET /v1/memories/{memory_id}"
    assert first.attributes is not None
    assert first.attributes["http.response.status_code"] == 404
    assert f"{first.context.trace_id:032x}" == caller.split("-")[1]
