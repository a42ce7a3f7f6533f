"""Through every door, a token for one persona sees what a person told that persona, and what they shared (N7)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from omoide.compose import passes
from omoide.domain.access import Pass
from tests.doors.http.house import OWN_TOKEN, House, house
from tests.doors.http.proxy.chats import completion, served
from tests.mind.test_sharing import MATTER, WORD, told
from tests.mind.world import Clock, at, mind_in

OWN = {"Authorization": f"Bearer {OWN_TOKEN}"}
HELLO = "Hello, I am Mara."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Mara has told Juno of Zanzibar; the tokens below are for Aoi."""
    with mind_in(tmp_path, Clock(), persona="juno", person="mara") as juno:
        told(juno)
    return tmp_path


def over_mcp(there: House, token: dict[str, str], tool: str, **arguments: Any) -> str:
    headers = {**token, "accept": "application/json, text/event-stream"}

    def ask(method: str, number: int | None, params: Any) -> Any:
        body = {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": number} if number else {})
        return there.client.post("/mcp", json=body, headers=headers)

    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    begun = ask("initialize", 1, hello)
    headers["mcp-session-id"] = begun.headers["mcp-session-id"]
    ask("notifications/initialized", None, {})
    answer = ask("tools/call", 2, {"name": tool, "arguments": arguments})
    assert answer.status_code == 200, answer.text
    return answer.text


def every_way_in(there: House, token: dict[str, str]) -> dict[str, Response]:
    """What a token for Aoi is shown of Mara, by the door it asked."""
    ask = there.client.get
    mara = {"person": "mara"}
    found = {path: ask(path, headers=token) for path in ("/v1/people", "/v1/people/mara", "/v1/scopes")}
    for path in ("/v1/pages", "/v1/pages/profile", "/v1/memories", "/v1/tasks", "/v1/log", "/v1/entities"):
        found[path] = ask(path, params=mara, headers=token)
    for path, body in (("/v1/prime", {"message": "What do you know about me?"}), ("/v1/recall", {"cue": "my sister"})):
        found[path] = there.client.post(path, json=body | mara, headers=token)
    pages = token | {"accept": "text/html", "cookie": "omoide_who=aoi/mara"}
    for path in ("/people", "/people/mara", "/", "/memories", "/life", "/chat"):
        found[f"dashboard {path}"] = ask(path, headers=pages)
    return found


def test_a_token_for_one_persona_hears_nothing_of_what_others_were_told(home: Path) -> None:
    # N7, U1, L4: before it has met the person, after one written turn, shared, and taken back
    with house(home, token=OWN_TOKEN) as there:
        token = there.token("write", "aoi")

        def leaks() -> list[str]:
            return [door for door, answer in every_way_in(there, token).items() if WORD in answer.text]

        assert leaks() == []
        turn = {"said": HELLO, "replied": "Nice to meet you.", "person": "mara", "session": "t"}
        assert there.client.post("/v1/perceive", json=turn, headers=token).status_code == 200
        there.client.post("/v1/sessions/end", json={"person": "mara", "session": "t"}, headers=token)
        assert leaks() == []
        assert {answer.status_code for answer in every_way_in(there, token).values()} == {200}
        seen = there.client.get("/v1/people/mara", headers=token).json()
        assert (seen["relationship"]["turns"], seen["addressed"]) == (2, {"aoi": 1, "juno": 1})
        whole = there.client.get("/v1/people/mara", headers=OWN).json()
        assert WORD in whole["preferences"]  # this home is one person's
        place, juno = "/v1/people/mara/shared", {"personas": ["juno"]}
        refused = there.client.put(place, json=juno, headers=token)
        assert (refused.status_code, leaks()) == (403, [])
        answer = there.client.put(place, json=juno, headers=OWN).json()
        assert (answer["shared"], answer["preferences"]) == (["juno"], whole["preferences"])
        assert leaks() == ["/v1/people", "/v1/people/mara", "/v1/prime", "dashboard /people", "dashboard /people/mara"]
        brought = there.client.post("/v1/prime", json={"message": "Hello", "person": "mara"}, headers=token).json()
        assert [one["matter"] for one in brought["resolved"]] == [MATTER]
        there.client.put(place, json={"personas": []}, headers=OWN)
        assert leaks() == []
        stranger = there.client.put(place, json={"personas": ["rin"]}, headers=OWN)
        assert (stranger.status_code, "never talked with rin" in stranger.text) == (404, True)


def test_the_setting_goes_before_the_default(home: Path) -> None:
    # N7: as which persona one looks can be named; a token for one names no other
    (home / "settings.toml").write_text('people.share = "ask"\n', "utf-8")
    with house(home, token=OWN_TOKEN) as there:
        seen = {
            persona: WORD in there.client.get("/v1/people/mara", params={"persona": persona}, headers=OWN).text
            for persona in ("aoi", "juno")
        }
        assert seen == {"aoi": False, "juno": True}
    (home / "settings.toml").write_text('people.share = "home"\n', "utf-8")
    with mind_in(home, Clock(), person="mara") as aoi:
        aoi.remember(HELLO)
    with house(home, token=OWN_TOKEN) as there:
        token = there.token("read", "aoi")
        assert WORD in there.client.get("/v1/people/mara", headers=token).text
        assert there.client.get("/v1/people/mara", params={"persona": "juno"}, headers=token).status_code == 403


def test_over_mcp(home: Path) -> None:
    # N7, I2: the page, and that a matter was settled elsewhere
    with mind_in(home, Clock(), persona="juno") as juno:
        told(juno)
    with house(home, token=OWN_TOKEN) as there:
        token = there.token("write", "aoi")
        page = over_mcp(there, token, "read_memory_file", name="profile")
        assert ("addressed" in page, WORD in page) == (True, False)


def test_in_a_chat_through_the_proxy(home: Path) -> None:
    # N7, I3
    token = passes(home).issue(Pass("aoi's", "write", "aoi"), at("2026-01-18T18:00:00"))
    with served(home, completion("Hello."), token=OWN_TOKEN) as ours:

        def knows(key: str) -> bool:
            with ours.openai(key) as client:
                said: Any = [{"role": "user", "content": "What do you know about me?"}]
                client.chat.completions.create(model="m", messages=said, user="mara")
            return WORD in ours.there.system

        assert (knows(token), knows(OWN_TOKEN)) == (False, True)


def test_a_person_decides_on_the_dashboard(home: Path) -> None:
    # N7, I4
    with house(home) as there:
        page = there.client.get("/people/mara", headers={"accept": "text/html"}).text
        (word,) = set(re.findall(r'name="form" value="([^"]+)"', page))
        assert 'value="juno" checked' not in page
        for given, shared in ((["juno"], ["juno"]), ([], [])):
            answer = there.client.post("/people/mara/shared", data={"form": word, "persona": given})
            assert (answer.status_code, 'value="juno" checked' in answer.text) == (200, bool(shared))
            assert there.client.get("/v1/people/mara").json()["shared"] == shared
        with mind_in(home, Clock(), person="mara") as aoi:
            aoi.remember(HELLO)
        token = there.token("admin", "aoi")
        refused = there.client.post("/people/mara/shared", data={"form": word, "persona": ["juno"]}, headers=token)
        assert (refused.status_code, "all personas read this" in refused.text) == (403, True)
        assert json.loads(there.client.get("/v1/people/mara").text)["shared"] == []
