"""Who may ask the server, for what, how much and how often."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from omoide.domain.access import Pass
from omoide.doors.http.app import make_app
from omoide.doors.http.limits import Buckets
from omoide.doors.http.operating import operate
from omoide.doors.http.rights import OPEN, needed
from omoide.doors.http.stated import right_of
from omoide.doors.wire.minds import Minds
from tests.mind.world import Clock, mind_in

from .house import OWN_TOKEN, house


def told(answer: Any) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return answer.status_code, answer.json()["detail"]


def test_this_machine_needs_no_token_but_a_page_of_our_own(tmp_path: Path) -> None:
    # I3: DNS rebinding, and pages of other sites and other ports
    with house(tmp_path) as there:
        ask = there.client.get
        for host in ("127.0.0.1:8378", "localhost:8378", "[::1]:8378"):
            assert ask("/v1/goals", headers={"Host": host}).status_code == 200, host
        for host in ("evil.example:8378", "localhost.evil.example", "", "127.0.0.1.evil.example:8378", "a:b"):
            assert told(ask("/v1/goals", headers={"Host": host}))[0] == 421, host
        for origin in ("http://127.0.0.1:8378", "http://localhost:8378"):
            assert ask("/v1/goals", headers={"Origin": origin}).status_code == 200, origin
        for origin in ("http://evil.example", "http://127.0.0.1:9999", "http://localhost", "null", "http://[::1"):
            assert told(ask("/v1/goals", headers={"Origin": origin}))[0] == 403, origin
        assert told(ask("/v1/goals", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}))[0] == 403
        assert ask("/healthz", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}).is_success
        answer = ask("/v1/goals", headers={"Origin": "http://localhost:8378"})
        assert not [name for name in answer.headers if name.startswith("access-control")]  # CORS is closed
        assert there.client.options("/v1/goals", headers={"Origin": "http://evil.example"}).status_code == 403


def test_each_scope_allows_what_it_says(tmp_path: Path) -> None:
    # I3
    with house(tmp_path, token=OWN_TOKEN) as there:
        ask = there.client.request
        tokens = {right: there.token(right) for right in ("read", "write", "admin")}
        tokens["own"] = {"Authorization": f"Bearer {OWN_TOKEN}"}
        tokens["none"], tokens["wrong"] = {}, {"Authorization": f"Bearer {OWN_TOKEN}x"}
        for method, path, body, allowed in (
            ("GET", "/v1/memories", None, "read write admin own"),
            ("POST", "/v1/recall", {"cue": "tea"}, "read write admin own"),
            ("POST", "/v1/perceive", {"said": "Tea."}, "write admin own"),
            ("GET", "/v1/settings", None, "admin own"),
            ("GET", "/v1/audit", None, "admin own"),
            ("POST", "/v1/backups", {}, "admin own"),
            ("GET", "/healthz", None, "read write admin own none wrong"),
            ("GET", "/openapi.json", None, "read write admin own"),
        ):
            for name, header in tokens.items():
                status = ask(method, path, json=body, headers=header).status_code
                refused = 401 if name in ("none", "wrong") else 403
                assert (status == refused) == (name not in allowed.split()), (path, name, status)
                assert status < 500


def routes_of(app: FastAPI) -> Iterator[tuple[str, str, Any]]:
    """Every method, path and function; the frame's own way to look into routers that were included."""
    for one in app.routes:
        for route in one.effective_route_contexts() if hasattr(one, "effective_route_contexts") else (one,):
            for method in sorted(getattr(route, "methods", None) or ("GET",)):
                yield method, re.sub(r"{[^}]*}", "x", route.path), getattr(route, "endpoint", None)


def test_every_route_asks_for_its_right_itself(tmp_path: Path) -> None:
    # I3: whatever the guard has read in a path
    minds = Minds(tmp_path, "aoi", "me", "en", {"clock": Clock()})
    app = make_app(minds)
    operate(app, minds)
    come: list[Pass | None] = [None]

    async def careless(scope: Any, receive: Any, send: Any) -> None:
        """A guard that lets everybody in."""
        await app({**scope, "state": {"holder": come[0]}}, receive, send)

    with TestClient(careless, raise_server_exceptions=False) as client:
        found, admin = set[str](), set[str]()
        for method, path, endpoint in routes_of(app):
            found.add(path)
            if path in (*OPEN, "/openapi.json", "/static", "/mcp"):  # files that everybody may have; /mcp is below
                continue
            right = right_of(endpoint, method)
            assert right == needed(method, path), (method, path)
            too_little = [(None, 401)] + [(Pass("x", "read"), 403)] * (right != "read")
            if right == "admin":
                admin.add(path)
                too_little += [(Pass("x", "write"), 403), (Pass("x", "admin", "aoi"), 403)]
            for come[0], status in too_little:
                assert client.request(method, path).status_code == status, (method, path, come)
        for come[0], status in ((None, 401), (Pass("x", "read"), 403), (Pass("x", "write", "juno"), 403)):
            assert client.post("/mcp", json={}).status_code == status
        assert {"/v1/prime", "/metrics", "/look", "/v1/messages", "/"} <= found
        assert admin == {
            "/v1/settings", "/v1/settings/schema", "/v1/settings/x", "/v1/backups", "/v1/backups/x/verify", "/v1/audit",
            "/v1/people/x/erasure", "/v1/people/x/erase",
        }  # fmt: skip


def test_whoever_is_turned_away_is_told_in_their_language(tmp_path: Path) -> None:
    # I3: the home's, unless the client asks for another
    settings = 'language = "ja"\n[http]\nmost_body_bytes = 2000\n[proxy]\nmost_body_bytes = 2000\n'
    (tmp_path / "settings.toml").write_text(settings + "[knowledge]\nmost_bytes = 2000\n")
    with house(tmp_path, required=True) as there:
        ask, write = there.client.request, there.token("write")
        ask("GET", "/v1/goals", headers=write)  # the home is open, and so its language known
        large = {"content": b" " * 10_000, "headers": write}
        for method, path, given, status, words in (
            ("GET", "/v1/goals", {}, 401, "トークンが必要です"),
            ("GET", "/v1/goals", {"headers": {"Host": "evil.example"}}, 421, "その名前（Host）では応じません"),
            ("GET", "/v1/goals", {"headers": {"Origin": "http://evil.example"}}, 403, "別サイト"),
            ("GET", "/v1/audit", {"headers": write}, 403, "これには admin が必要です"),
            ("GET", "/v1/goals%0A", {"headers": write}, 404, "制御文字"),
            ("POST", "/v1/recall", large, 413, "http.most_body_bytes を大きく"),
            ("POST", "/v1/messages", large, 413, "proxy.most_body_bytes を大きく"),
            ("POST", "/life/documents", large, 413, "knowledge.most_bytes を大きく"),
            (
                "POST",
                "/v1/recall",
                large | {"content": (b" " * 1_000 for _ in range(3))},
                413,
                "http.most_body_bytes を",
            ),
            ("POST", "/v1/recall", {"json": {}, "headers": write}, 422, "body.cue: 必要です"),
            ("POST", "/v1/recall", {"json": {"cue": "a", "x": 1}, "headers": write}, 422, "body.x: この名前の項目は"),
            ("POST", "/v1/recall", {"json": {"cue": "a", "limit": 0}, "headers": write}, 422, "1 以上に"),
            ("POST", "/v1/recall", {"json": {"cue": "a", "limit": "1"}, "headers": write}, 422, "整数に"),
            ("POST", "/v1/recall", {"json": {"cue": "a", "now": "soon"}, "headers": write}, 422, "+09:00 のように"),
            ("POST", "/v1/recall", {"json": {"cue": "a", "ranking": "x"}, "headers": write}, 422, "'relevance'"),
            ("GET", "/v1/memories/mem_9", {"headers": write}, 422, "memory_id: mem_20260118_001 のような ID に"),
            ("POST", "/v1/remember", {"json": {"text": " "}, "headers": write}, 422, "text: 空白だけにはできません"),
            ("PATCH", "/v1/recall", {"headers": write}, 405, "メソッドを使えません"),
        ):
            got = told(ask(method, path, **given))
            assert (got[0], words in got[1]) == (status, True), (path, got)
        english = write | {"Accept-Language": "en"}
        assert told(ask("GET", "/v1/audit", headers=english)) == (403, "This token allows write, and this needs admin.")
        assert "Field required" in told(ask("POST", "/v1/recall", json={}, headers=english))[1]
        assert told(ask("GET", "/v1/memories/mem_9", headers=english)) == (
            422, "path.memory_id: must be the id of a memory, such as mem_20260118_001",
        )  # fmt: skip
        blank = told(ask("POST", "/v1/remember", json={"text": " "}, headers=english))
        assert blank == (422, "body.text: must not be only blanks")


def test_a_token_that_may_only_read_leaves_no_marks(tmp_path: Path) -> None:
    # I3, F3
    with mind_in(tmp_path) as mind:
        memory = mind.remember("My cat is called Mochi.").id
    with house(tmp_path, token=OWN_TOKEN) as there:

        def marked() -> bool:
            with mind_in(tmp_path) as mind:
                held = mind.faculties.store.memories.strengths(mind.scope)
                return bool(held.recalled_for.max())

        for path, body in (("/v1/recall", {"cue": "Mochi"}), ("/v1/prime", {"message": "Mochi"})):
            answer = there.client.post(path, json=body, headers=there.token("read", name=path))
            assert memory in answer.text or "Mochi" in answer.text
            assert not marked()
        there.client.post("/v1/recall", json={"cue": "Mochi"}, headers=there.token("write"))
        assert marked()


def test_a_token_for_one_persona_is_for_no_other(tmp_path: Path) -> None:
    # I3, N6
    for persona in ("aoi", "juno"):
        with mind_in(tmp_path, persona=persona) as mind:
            mind.remember(f"I am with {persona}.")
    with house(tmp_path, token=OWN_TOKEN) as there:
        juno = there.token("admin", "juno")
        ask = there.client.get
        for path in ("/v1/memories", "/v1/scopes", "/v1/people"):
            text = ask(path, headers=juno).text
            assert ("juno" in text or "me" in text, "I am with aoi" in text) == (True, False), path
        assert {one["persona"] for one in ask("/v1/memories", headers=juno).json()["memories"]} == {"juno"}
        assert ask("/v1/scopes", headers=juno).json()["scopes"] == [{"persona": "juno", "person": "me"}]
        status, detail = told(ask("/v1/memories", params={"persona": "aoi"}, headers=juno))
        assert (status, "for juno" in detail) == (403, True)
        assert told(there.client.post("/v1/recall", json={"cue": "aoi", "persona": "aoi"}, headers=juno))[0] == 403
        assert told(there.client.post("/mcp", json={}, headers=juno))[0] == 403  # its tools are aoi's
        for path in ("/v1/settings", "/v1/audit", "/v1/backups", "/v1/people/me/erasure"):
            assert told(ask(path, headers=juno))[0] == 403, path  # they are the whole home's
        words = there.client.put("/v1/people/me", json={"text": "Likes tea."}, headers=juno)
        assert (told(words)[0], "all personas read this" in words.text) == (403, True)
        own = {"Authorization": f"Bearer {OWN_TOKEN}"}
        run = there.client.post("/v1/sleep", json={"persona": "aoi"}, headers=own).json()
        assert ask(f"/v1/sleep/{run['id']}", headers=own).status_code == 200
        assert told(ask(f"/v1/sleep/{run['id']}", headers=juno))[0] == 404


def test_no_spelling_of_a_path_needs_less_than_another(tmp_path: Path) -> None:
    # I3: the router takes a path with a line break at its end for the one without
    with house(tmp_path, required=True) as there:
        web = there.token("read", name="web")
        for path in ("/v1/settings", "/v1/audit", "/v1/backups", "/v1/people/me/erasure", "/v1/people/a%2Fb/erasure"):
            for ending, status in (("", 403), ("%0A", 404), ("%0D%0A", 404), ("%00", 404), ("%7F", 404)):
                assert told(there.client.get(path + ending, headers=web))[0] == status, (path, ending)
            for ending in ("/", "%2F", "?", "#", "%20"):
                answer = there.client.get(path + ending, headers=web)
                assert answer.status_code in (403, 404), (path, ending)


def test_a_token_that_is_taken_back_is_refused_at_once(tmp_path: Path) -> None:
    # I3
    from omoide.compose import passes

    with house(tmp_path, required=True) as there:
        web = there.token("read", name="web")
        assert there.client.get("/v1/memories", headers=web).status_code == 200
        passes(tmp_path).revoke("web")
        assert told(there.client.get("/v1/memories", headers=web))[0] == 401
    with house(tmp_path) as there:  # who brings a token is held to it, also where none is needed
        assert told(there.client.get("/v1/memories", headers=web))[0] == 401
        assert there.client.get("/v1/memories").status_code == 200


def test_signing_in_is_written_down_once_an_hour(tmp_path: Path) -> None:
    # L5
    with house(tmp_path, token=OWN_TOKEN) as there:
        web = there.token("read", name="web")
        for _ in range(3):
            there.client.get("/v1/memories", headers=web)
            there.client.get("/v1/memories", headers={"Authorization": "Bearer wrong"})
        own = {"Authorization": f"Bearer {OWN_TOKEN}"}
        lines = there.client.get("/v1/audit", headers=own).json()["audit"]
        assert [(line["action"], line["subject"], line["detail"]) for line in lines] == [
            ("sign_in", "OMOIDE_TOKEN", "testclient"),
            ("sign_in_refused", "", "testclient"),
            ("sign_in", "web", "testclient"),
        ]


def test_a_browser_signs_in_with_a_token(tmp_path: Path) -> None:
    # I3, L5
    with house(tmp_path, token=OWN_TOKEN) as there:
        page = there.client.get("/v1/goals", headers={"Accept": "text/html"})
        assert page.status_code == 401  # the API is for programs
        page = there.client.get("/", headers={"Accept": "text/html"}, follow_redirects=False)
        assert (page.status_code, page.headers["location"]) == (303, "/signin")
        assert "<form" in there.client.get("/signin").text
        wrong = there.client.post("/signin", data={"token": "<script>"})
        assert (wrong.status_code, "<script>" in wrong.text) == (401, False)
        right = there.client.post("/signin", data={"token": OWN_TOKEN}, follow_redirects=False)
        cookie = right.headers["set-cookie"]
        assert ("HttpOnly" in cookie, "SameSite=strict" in cookie) == (True, True)
        assert there.client.get("/v1/goals").status_code == 200  # the cookie goes along
        assert there.client.post("/signin", headers={"Origin": "http://evil.example"}).status_code == 403


def test_large_bodies_are_refused_before_they_are_read(tmp_path: Path) -> None:
    # 10 MB bodies; also without a length
    (tmp_path / "settings.toml").write_text("[http]\nmost_body_bytes = 2000\n")
    with house(tmp_path) as there:
        for body in (b" " * 10_000_000, (b" " * 1_000 for _ in range(3))):
            answer = there.client.post("/v1/recall", content=body, headers={"Content-Type": "application/json"})
            status, detail = told(answer)
            assert (status, "http.most_body_bytes" in detail) == (413, True)
        assert there.client.post("/v1/recall", json={"cue": "tea " * 400}).status_code == 200


def test_many_requests_have_to_wait(tmp_path: Path) -> None:
    # I3
    now = [0.0]
    buckets = Buckets(per_second=2.0, burst=3, now=lambda: now[0])
    assert [buckets.wait("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert buckets.wait("b") == 0.0  # another client has a bucket of its own
    now[0] = 0.5
    assert [buckets.wait("a"), buckets.wait("a")] == [0.0, 0.5]
    now[0] = 100.0
    assert [buckets.wait("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]  # it never holds more than the burst
    (tmp_path / "settings.toml").write_text("[http]\nburst = 2\nrequests_per_second = 0.001\n")
    with house(tmp_path) as there:
        answers = [there.client.get("/healthz") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert int(answers[2].headers["retry-after"]) > 900


@pytest.mark.parametrize(
    ("method", "path", "right"),
    [
        ("GET", "/", "read"), ("POST", "/chat", "write"), ("POST", "/v1/chat/completions", "write"),
        ("GET", "/v1/settingsx", "read"), ("PUT", "/v1/settings/x", "admin"), ("GET", "/v1/backups", "admin"),
        ("DELETE", "/v1/memories/x", "write"), ("POST", "/v1/recall", "read"), ("GET", "/mcp", "write"),
        ("GET", "/v1/people/me/erasure", "admin"), ("POST", "/v1/people/a/b/erase", "admin"),
        ("GET", "/healthz", None), ("HEAD", "/v1/memories", "read"),
    ],
)  # fmt: skip
def test_what_a_request_needs(method: str, path: str, right: str | None) -> None:
    # I3
    assert needed(method, path) == right
