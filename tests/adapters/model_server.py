"""A model provider on loopback that speaks the wire protocols of Anthropic (messages) and OpenAI (chat completions,
and typed answers through responses).

It answers what a test tells it to, in order, and keeps what it was sent.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pydantic_ai.models import override_allow_model_requests

Reply = Callable[["Asked"], "Sent"]


@dataclass(frozen=True)
class Asked:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def anthropic(self) -> bool:
        return self.path.endswith("/messages")

    @property
    def text(self) -> str:
        return json.dumps(self.body, ensure_ascii=False)


@dataclass(frozen=True)
class Sent:
    body: dict[str, Any] | str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


def answer(values: dict[str, Any], tokens: tuple[int, int] = (100, 20)) -> Reply:
    """A typed answer, as a call of the tool that the request offers for it."""

    def reply(asked: Asked) -> Sent:
        [tool] = asked.body["tools"]
        if asked.anthropic:
            return _anthropic(
                [{"type": "tool_use", "id": "call_1", "name": tool["name"], "input": values}], "tool_use", tokens
            )
        arguments = json.dumps(values)
        if asked.path.endswith("/responses"):
            return _responses({"name": tool["name"], "arguments": arguments}, tokens)
        call = {"id": "call_1", "type": "function"}
        call |= {"function": {"name": tool["function"]["name"], "arguments": arguments}}
        return _openai({"role": "assistant", "content": None, "tool_calls": [call]}, "tool_calls", tokens)

    return reply


def says(text: str, tokens: tuple[int, int] = (100, 20), finish: str = "") -> Reply:
    """Plain words where a typed answer was asked for."""

    def reply(asked: Asked) -> Sent:
        if asked.anthropic:
            return _anthropic([{"type": "text", "text": text}], finish or "end_turn", tokens)
        return _openai({"role": "assistant", "content": text}, finish or "stop", tokens)

    return reply


def speaks(*pieces: str, tokens: tuple[int, int] = (100, 20), finish: str = "end_turn", broken: bool = False) -> Reply:
    """A reply that streams in these pieces, as Anthropic's events; `broken`: it ends in an error of the provider."""

    def reply(asked: Asked) -> Sent:
        assert asked.anthropic
        assert asked.body["stream"] is True
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": []}
        message |= {"stop_reason": None, "usage": {"input_tokens": tokens[0], "output_tokens": 1}}
        events: list[dict[str, Any]] = [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            *(
                {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
                for piece in pieces
            ),
        ]
        if broken:
            events.append({"type": "error", "error": {"type": "overloaded_error", "message": "sk-ant-secret-000000"}})
        else:
            events += [
                {"type": "content_block_stop", "index": 0},
                {
                    "type": "message_delta", "delta": {"stop_reason": finish, "stop_sequence": None},
                    "usage": {"output_tokens": tokens[1]},
                },
                {"type": "message_stop"},
            ]  # fmt: skip
        body = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
        return Sent(body, headers={"content-type": "text/event-stream"})

    return reply


def fails(status: int, kind: str = "api_error", **headers: str) -> Reply:
    """An error as the provider words it; it quotes a key, as some do."""
    message = "no luck with key sk-ant-secret-000000"

    def reply(asked: Asked) -> Sent:
        error = {"type": kind, "message": message}
        body = {"type": "error", "error": error} if asked.anthropic else {"error": {**error, "code": kind}}
        return Sent(body, status, {name.replace("_", "-"): value for name, value in headers.items()})

    return reply


def _anthropic(content: list[dict[str, Any]], stop: str, tokens: tuple[int, int]) -> Sent:
    usage = {"input_tokens": tokens[0], "output_tokens": tokens[1]}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content}
    return Sent({**message, "stop_reason": stop, "stop_sequence": None, "usage": usage})


def _openai(message: dict[str, Any], finish: str, tokens: tuple[int, int]) -> Sent:
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    whole = {"id": "chatcmpl_1", "object": "chat.completion", "created": 1, "model": "m"}
    return Sent({**whole, "choices": [choice], "usage": usage})


def _responses(call: dict[str, Any], tokens: tuple[int, int]) -> Sent:
    item = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "status": "completed", **call}
    usage = {"input_tokens": tokens[0], "output_tokens": tokens[1], "total_tokens": sum(tokens)}
    usage |= {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    whole = {"id": "resp_1", "object": "response", "created_at": 1, "model": "m", "status": "completed"}
    whole |= {"parallel_tool_calls": False, "tool_choice": "auto", "tools": []}
    return Sent({**whole, "output": [item], "usage": usage})


class ModelServer:
    """Replies in the order given; the last one is repeated."""

    def __init__(self) -> None:
        self.replies: list[Reply] = []
        self.asked: list[Asked] = []
        self.at_once = 0
        self.most_at_once = 0
        self.release = threading.Event()
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def hang(self, _: Asked) -> Sent:
        """Say nothing until the server closes."""
        self.release.wait()
        return Sent({}, 500)

    def close(self) -> None:
        self.release.set()
        self._http.shutdown()
        self._http.server_close()

    def _take(self, asked: Asked) -> Reply:
        with self._lock:
            self.asked.append(asked)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    def _left(self) -> None:
        with self._lock:
            self.at_once -= 1

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                asked = Asked(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
                sent = server._take(asked)(asked)
                server._left()
                payload = (sent.body if isinstance(sent.body, str) else json.dumps(sent.body)).encode()
                try:
                    self.send_response(sent.status)
                    for name, value in {"content-type": "application/json", **sent.headers}.items():
                        self.send_header(name, value)
                    self.send_header("content-length", str(len(payload)))
                    self.end_headers()
                    self.wfile.write(payload)
                except ConnectionError:  # the other side had no more patience
                    self.close_connection = True

            def log_message(self, *_: Any, **__: Any) -> None:
                pass

        return Handler


def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """What a fixture yields: a server that stands for both providers, with keys that open nothing."""
    server = ModelServer()
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-secret-000000")
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-000000")
    with override_allow_model_requests(True):
        yield server
    server.close()
