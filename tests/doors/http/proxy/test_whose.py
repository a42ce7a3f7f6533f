"""Whose memory a chat is about, in which session, who may ask, and which key goes where."""

# I3, N2, N6, W6

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import openai
import pytest

from omoide.compose import passes
from omoide.domain.access import Pass
from omoide.doors.wire.minds import Minds
from tests.mind.world import Clock, at

from .chats import completion, message, served, text

TOKEN = "correct-horse-battery-staple"
ASK: list[Any] = [{"role": "user", "content": "Tell me about tea"}]


def ask(client: openai.OpenAI, words: str = "Tell me about tea", **more: Any) -> Any:
    messages: Any = [{"role": "user", "content": words}]
    return client.chat.completions.with_raw_response.create(model="m", messages=messages, **more)


def test_persons_personas_and_sessions_by_name(tmp_path: Path) -> None:
    with served(tmp_path, completion("Tea is fine.")) as ours, ours.openai() as client:
        ask(client, user="ken")
        ask(client, user="ken", extra_headers={"X-Omoide-Person": quote("花子")})
        ask(client, extra_headers={"X-Omoide-Persona": "rin", "X-Omoide-Session": "s1"})
        ask(client, user="x" * 200)
        ask(client)
        assert [len(ours.turns(person)) for person in ("ken", "花子", "me")] == [1, 1, 1]
        with ours.mind("rin") as mind:
            assert [turn.session for turn in mind.conversation(5)] == ["s1"]
        with ours.mind() as mind:
            people = {scope.person for scope in mind.faculties.store.runs.scopes()}
        assert len(people) == 4
        [hashed] = people - {"ken", "花子", "me"}
        assert hashed.startswith("user-")
        with pytest.raises(openai.APIStatusError, match="name of a persona"):
            ask(client, extra_headers={"X-Omoide-Persona": "x" * 101})


def test_the_user_of_a_request_is_only_a_person_when_that_is_wanted(tmp_path: Path) -> None:
    with served(tmp_path, completion("Tea."), settings="person_from_user = false\n") as ours, ours.openai() as client:
        ask(client, user="ken")
        assert (ours.turns("ken"), len(ours.turns())) == ([], 1)


def test_anthropics_user(tmp_path: Path) -> None:
    with served(tmp_path, message(text("Tea."))) as ours, ours.anthropic() as client:
        client.messages.create(model="m", max_tokens=9, messages=ASK, metadata={"user_id": "ken"})
        assert len(ours.turns("ken")) == 1


def test_incognito_and_off(tmp_path: Path) -> None:  # N2
    with served(tmp_path, completion("Tea.")) as ours, ours.openai() as client:
        with ours.mind() as mind:
            tea = mind.remember("I love tea from Uji!", intensity=90).id
        answer = ask(client, extra_headers={"X-Omoide-Incognito": "1"})
        assert answer.headers["x-omoide-memory"].startswith("primed")
        assert "Uji" in ours.there.system
        answer = ask(client, extra_headers={"X-Omoide-Memory": "off"})
        assert answer.headers["x-omoide-memory"] == "off"
        assert ours.there.asked[-1]["messages"] == ASK
        assert [said for said, _ in ours.turns() if said == ASK[0]["content"]] == []
        with ours.mind() as mind:
            assert not mind.show(tea).recalled
        ask(client)
        with ours.mind() as mind:
            assert mind.show(tea).recalled


def test_a_silence_ends_a_session_and_makes_memories(tmp_path: Path) -> None:  # W6
    clock = Clock()
    minds = Minds(tmp_path, "aoi", "me", "en", {"clock": clock})
    with served(tmp_path, completion("How lovely!"), minds=minds) as ours, ours.openai() as client:
        ask(client, "I got the job, I am so happy!")
        clock.forward(minutes=9)
        ask(client, "And my mother cried.")
        assert ours.proxy.conversations.end_idle(clock.forward(minutes=10)) == 0
        assert ours.proxy.conversations.end_idle(clock.forward(minutes=1)) == 1
        with minds.mind() as mind:
            assert len(mind.list()) == 2
            assert len({turn.session for turn in mind.conversation(5)}) == 1
        ask(client, "Good morning!")
        with minds.mind() as mind:
            assert len({turn.session for turn in mind.conversation(5)}) == 2


def test_an_unfinished_turn_is_kept_at_a_silence_and_at_the_end(tmp_path: Path) -> None:
    clock = Clock()
    call = {"id": "c", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    minds = Minds(tmp_path, "aoi", "me", "en", {"clock": clock})
    calling = completion("Let me look.", tool_calls=[call])
    with served(tmp_path, calling, minds=minds) as ours, ours.openai() as client:
        ask(client, "How is the weather?")
        assert ours.turns() == []
        ours.proxy.conversations.end_idle(clock.forward(minutes=11))
        assert ours.turns() == [("How is the weather?", "Let me look.")]
        ask(client, "And tomorrow?")
    assert ("And tomorrow?", "Let me look.") in ours.turns()  # the server has ended


def test_an_unfinished_turn_does_not_bring_back_whoever_was_erased(tmp_path: Path) -> None:  # O2
    call = {"id": "c", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    minds = Minds(tmp_path, "aoi", "me", "en", {"clock": (clock := Clock())})
    with served(tmp_path, completion("Let me look.", tool_calls=[call]), minds=minds) as ours, ours.openai() as client:
        for person in ("ken", "mei"):
            with minds.mind("aoi", person) as mind:
                mind.perceive("It rains a lot here.", "Take an umbrella.")
            ask(client, "How is the weather?", user=person)
        said = clock.now()
        clock.forward(minutes=5)
        with minds.mind() as mind:
            mind.erase("ken", mind.plan_erasure("ken").token)
        ours.proxy.conversations.end_idle(clock.forward(minutes=11))
        assert (ours.turns("ken"), len(ours.turns("mei"))) == ([], 2)
        with minds.mind("aoi", "mei") as mind:
            assert mind.conversation(1)[0].time == said


def test_what_stands_in_the_request_is_not_told_twice(tmp_path: Path) -> None:  # R8
    with served(tmp_path, completion("Tea is fine.")) as ours, ours.openai() as client:
        ask(client, "The kettle whistles at nine.")
        history = [
            {"role": "user", "content": "The kettle whistles at nine."},
            {"role": "assistant", "content": "Tea is fine."},
        ]
        again: Any = [*history, *ASK]
        client.chat.completions.create(model="m", messages=again)
        assert "whistles" not in _episodes(ours.there.system)
        client.chat.completions.create(model="m", messages=ASK)  # a program without a history of its own
        assert "whistles" in _episodes(ours.there.system)


def _episodes(system: str) -> str:
    return system.partition("<episodes>")[2].partition("</episodes>")[0]


def test_a_token_for_this_server_never_leaves_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-server")
    with served(tmp_path, completion("Tea."), token=TOKEN, settings="pass_keys = true\n") as ours:
        with ours.openai("wrong") as client, pytest.raises(openai.AuthenticationError):
            ask(client)
        with ours.openai(TOKEN) as client:
            ask(client)
            assert ours.there.headers[-1]["authorization"] == "Bearer sk-of-the-server"
        with ours.openai("sk-of-the-client", default_headers={"X-Omoide-Token": TOKEN}) as client:
            ask(client)
            assert ours.there.headers[-1]["authorization"] == "Bearer sk-of-the-client"
        assert TOKEN not in json.dumps(ours.there.headers)
        rin = passes(tmp_path).issue(Pass("rin's", "write", "rin"), at("2026-01-18T18:00:00"))
        reader = passes(tmp_path).issue(Pass("reader", "read"), at("2026-01-18T18:00:00"))
        with ours.openai(rin) as client:
            ask(client)  # a token for one persona means that one
            with pytest.raises(openai.PermissionDeniedError, match="rin"):
                ask(client, extra_headers={"X-Omoide-Persona": "aoi"})
        with ours.openai(reader) as client, pytest.raises(openai.PermissionDeniedError):
            ask(client)
        with ours.mind("rin") as mind:
            assert len(mind.conversation(5)) == 1


def test_anthropics_clients_may_bring_the_token_as_their_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-of-the-server")
    body = {"model": "m", "max_tokens": 9, "messages": ASK}
    with served(tmp_path, message(text("Tea.")), token=TOKEN, settings="pass_keys = true\n") as ours:
        with ours.anthropic(TOKEN) as client:
            client.messages.create(**body)
        with ours.anthropic("sk-ant-of-the-client", default_headers={"X-Omoide-Token": TOKEN}) as client:
            client.messages.create(**body)
        for headers in ({"x-api-key": TOKEN}, {"x-api-key": "sk-old", "x-omoide-token": TOKEN}):  # older clients
            assert httpx.post(f"{ours.url}/v1/messages", json=body, headers=headers).status_code == 200
        assert httpx.post(f"{ours.url}/v1/messages", json=body, headers={"x-api-key": "wrong"}).status_code == 401
        sent = [(one.get("authorization"), one.get("x-api-key")) for one in ours.there.headers]
        assert sent == [
            ("Bearer sk-ant-of-the-server", None),
            ("Bearer sk-ant-of-the-client", None),
            (None, "sk-ant-of-the-server"),
            (None, "sk-old"),
        ]
        assert TOKEN not in json.dumps(ours.there.headers)


def test_on_this_machine_a_clients_key_opens_nothing_else(tmp_path: Path) -> None:
    with served(tmp_path, completion("Tea."), settings="pass_keys = true\n") as ours, ours.openai() as client:
        ask(client)
        assert ours.there.headers[-1]["authorization"] == "Bearer sk-of-the-client"
        with pytest.raises(openai.AuthenticationError):
            client.get("/memories", cast_to=object)


def test_bodies_may_be_as_large_as_pictures_but_not_larger(tmp_path: Path) -> None:
    limit = "most_body_bytes = 3_000_000\n"
    with served(tmp_path, completion("Big."), settings=limit) as ours, ours.openai() as client:
        ask(client, "x" * 2_000_000)
        with pytest.raises(openai.APIStatusError) as told:
            ask(client, "x" * 4_000_000)
        assert told.value.status_code == 413
