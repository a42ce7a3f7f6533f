"""A server on a home whose disk takes no writing goes on being read, and says what is wrong (O7)."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from omoide.doors.http.app import make_app
from omoide.doors.http.operating import operate
from omoide.doors.http.scheduler import Scheduler
from omoide.doors.wire.minds import Minds
from omoide.doors.wire.nights import NightRuns
from tests.mind.world import mind_in
from tests.servers.disks import ReadOnly

from .house import house


@pytest.fixture
def home(tmp_path: Path, read_only: ReadOnly) -> Path:
    with mind_in(tmp_path / "home") as mind:
        mind.remember("We went to the museum with Mara")
    return read_only(tmp_path / "home")


def test_reading_is_served_and_writing_refused(home: Path, read_only: ReadOnly) -> None:
    # O7
    with house(home) as server:
        ask = server.client
        (memory,) = ask.get("/v1/memories").json()["memories"]
        assert ask.post("/v1/recall", json={"cue": "museum"}).json()["memories"][0]["id"] == memory["id"]
        assert "museum" in ask.post("/v1/prime", json={"message": "What about the museum?"}).json()["text"]
        for path in (f"/v1/memories/{memory['id']}/why", "/v1/export", "/v1/people", "/v1/graph", "/v1/learned", "/"):
            assert ask.get(path).status_code == 200, path
        for method, path, body in (
            ("POST", "/v1/remember", {"text": "tea"}),
            ("POST", "/v1/perceive", {"said": "tea?", "replied": "Yes."}),
            ("DELETE", f"/v1/memories/{memory['id']}", None),
            ("PUT", "/v1/settings/recall.top_k", {"value": 3}),
            ("GET", "/v1/people/me/erasure", None),  # makes the key of a token first
        ):
            for language, words in read_only.said.items():
                answer = ask.request(method, path, json=body, headers={"Accept-Language": language})
                assert (answer.status_code, answer.json()["code"]) == (503, "CannotWrite"), (path, answer.text)
                assert words in answer.json()["detail"], (path, answer.text)


def test_readiness_and_metrics_name_the_disk(home: Path, read_only: ReadOnly) -> None:
    # O7: ready all the same, since whoever is taken out of service cannot be read either
    minds = Minds(home, "aoi", "me", "en")
    app = make_app(minds)
    with TestClient(operate(app, minds)(app), base_url="http://127.0.0.1:8378") as client:
        ready = client.get("/readyz")
        assert ready.status_code == 200
        assert ready.json()["ready"] is True
        assert read_only.said["en"] in ready.json()["disk"]
        assert "omoide_disk_writable 0.0" in client.get("/metrics").text
        read_only.writable_again(home)
        assert client.get("/readyz").json() == {"ready": True, "servers": {}, "disk": "ready"}
        assert "omoide_disk_writable 1.0" in client.get("/metrics").text


def test_what_happens_by_itself_waits_and_says_so_once(
    home: Path, read_only: ReadOnly, caplog: pytest.LogCaptureFixture
) -> None:
    # O7: not a line a minute for each persona
    minds = Minds(home, "aoi", "me", "en")
    scheduler = Scheduler(minds, NightRuns(minds))
    with caplog.at_level(logging.INFO, "omoide.http"):
        for _ in range(3):
            scheduler.look()
    (line,) = [record.getMessage() for record in caplog.records]
    assert read_only.said["en"] in line
    minds.close()
