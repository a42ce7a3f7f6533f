"""The memory proxy as the official Anthropic client sees it."""

# I3, J1, M2, R9

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anthropic
import pytest

from .chats import TAG, Answer, events, message, served, text, until

ASK: list[Any] = [{"role": "user", "content": "猫の名前は？"}]
CACHED = {"type": "text", "text": "あなたは葵。", "cache_control": {"type": "ephemeral"}}


def test_a_request_is_primed_and_the_turn_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-of-the-server")
    with served(tmp_path, message(text(f"むぎだよね。{TAG}"))) as ours:
        with ours.mind() as mind:
            mind.remember("猫を迎えた。名前はむぎ。とても嬉しい！", intensity=90)
        with ours.anthropic() as client:
            raw = client.messages.with_raw_response.create(
                model="m", max_tokens=9, messages=ASK, system=[CACHED], extra_body={"unknown": [1]},
                extra_headers={"anthropic-beta": "some-beta"},
            )  # fmt: skip
        assert raw.parse().content[0].text == "むぎだよね。"
        assert raw.headers["x-omoide-memory"].startswith("primed")
        [sent], [headers] = ours.there.asked, ours.there.headers
        assert sent["system"][0] == CACHED  # what the provider keeps stays the beginning
        assert sent["system"][1]["text"].startswith("<omoide_memory>\n話し相手")
        assert "むぎ" in sent["system"][1]["text"]
        assert sent["messages"] == ASK
        assert (sent["max_tokens"], sent["unknown"]) == (9, [1])
        assert (headers["authorization"], headers["anthropic-beta"]) == ("Bearer sk-ant-of-the-server", "some-beta")
        assert "anthropic-version" in headers
        assert "of-the-client" not in json.dumps(headers)
        assert ours.there.paths == ["/v1/messages"]
        assert ours.turns()[-1] == ("猫の名前は？", "むぎだよね。")


def test_a_reply_that_streams_loses_its_tags(tmp_path: Path) -> None:
    whole = f"むぎ、<i>だよね</i>。{TAG}\nまたね。{TAG}"
    cuts = [[whole[at : at + cut] for at in range(0, len(whole), cut)] for cut in (1, 3, 1000)]
    with served(tmp_path, *(events(*pieces) for pieces in cuts)) as ours, ours.anthropic() as client:
        for number in range(len(cuts)):
            with client.messages.stream(model="m", max_tokens=9, messages=ASK, system="あなたは葵。") as stream:
                assert "".join(stream.text_stream) == "むぎ、<i>だよね</i>。\nまたね。"
                assert stream.get_final_message().stop_reason == "end_turn"
            assert ours.there.asked[-1]["system"].startswith("あなたは葵。\n\n<omoide_memory>\n")
            assert ours.turns() == [("猫の名前は？", "むぎ、<i>だよね</i>。\nまたね。")] * (number + 1)


def test_tools_pass_through_and_a_turn_with_tools_is_one_turn(tmp_path: Path) -> None:
    use = {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {"at": "Nara"}}
    tool: Any = {"name": "weather", "description": "d", "input_schema": {"type": "object"}}
    first, last = message(text("Let me look."), use, stop="tool_use"), message(text(f"Sunny.{TAG}"), text("Bye."))
    with served(tmp_path, first, last) as ours, ours.anthropic() as client:
        ask: list[Any] = [{"role": "user", "content": [text("How is the weather?"), {"type": "image", "odd": 1}]}]
        answer = client.messages.create(model="m", max_tokens=9, messages=ask, tools=[tool])
        assert answer.content[1].to_dict() == use
        assert ours.turns() == []
        result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "sun"}
        told = [one.to_dict() for one in answer.content]
        ask += [{"role": "assistant", "content": told}, {"role": "user", "content": [result, text("<reminder/>")]}]
        client.messages.create(model="m", max_tokens=9, messages=ask, tools=[tool])
        assert ours.there.asked[1]["messages"] == ask
        assert ours.there.asked[1]["tools"] == [tool]
        assert ours.turns() == [("How is the weather?", "Let me look.\n\nSunny.\n\nBye.")]


def test_events_that_are_no_text_pass_byte_for_byte(tmp_path: Path) -> None:
    told = [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": TAG}},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "t", "input": {}}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": TAG}},
        {"type": "content_block_stop", "index": 1},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 2}},
        {"type": "message_stop"},
    ]
    raw = [f"event: {one['type']}\r\ndata: {json.dumps(one)}\r\n\r\n" for one in told]
    raw += ["data: not json\n\n", ": a comment\n\n"]
    with served(tmp_path, Answer(events=raw)) as ours, ours.anthropic() as client:
        with client.messages.with_streaming_response.create(
            model="m", max_tokens=9, messages=ASK, stream=True
        ) as response:
            assert response.read() == "".join(raw).encode()
        assert ours.turns() == []


def test_errors_of_the_provider_are_passed_on(tmp_path: Path) -> None:
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "later"}}
    half = events("I was ", "going to")
    midway = Answer(events=[*half.events[:5], f"event: error\ndata: {json.dumps(error)}\n\n"])
    with served(tmp_path, Answer(error, status=529), midway) as ours, ours.anthropic() as client:
        with pytest.raises(anthropic.APIStatusError) as told:
            client.messages.create(model="m", max_tokens=9, messages=ASK)
        assert (told.value.status_code, told.value.body) == (529, error)
        assert ours.turns() == []
        stream = client.messages.create(model="m", max_tokens=9, messages=ASK, stream=True)
        with pytest.raises(anthropic.APIError, match="later"):
            list(stream)
        until(ours.turns)
        assert ours.turns() == [("猫の名前は？", "I was going to")]


def test_what_is_no_chat_goes_there_and_back(tmp_path: Path) -> None:
    with served(tmp_path, Answer({"input_tokens": 7})) as ours, ours.anthropic() as client:
        assert client.messages.count_tokens(model="m", messages=ASK).input_tokens == 7
        assert ours.there.asked[0] == {"model": "m", "messages": ASK}
        client.messages.count_tokens(model="m", messages=ASK, extra_query={"beta": "true"})
        assert ours.there.paths == ["/v1/messages/count_tokens", "/v1/messages/count_tokens?beta=true"]
        client.get("/v1/models", cast_to=object)
        assert "anthropic-version" in ours.there.headers[-1]
        assert ours.turns() == []
