"""A model on loopback that says what a test wants it to say, and keeps every request that it was sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Reply = Callable[[str], str]


@dataclass
class Model:
    """What the client sees as the provider. `reply` gets the whole request as text."""

    address: str = ""
    reply: Reply = lambda request: "Noted."
    requests: list[dict[str, Any]] = field(default_factory=list)

    def asked(self) -> list[str]:
        """Every conversation that was put to the model, as the text of its messages; the newest last."""
        return [said(request) for request in self.requests]


def said(request: dict[str, Any]) -> str:
    """All text of a request's messages, each block on lines of its own; not the client's own instructions."""
    return "\n".join(text for message in request["messages"] for text in _texts(message["content"]))


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for block in content:
            yield from _texts(block.get("text") or block.get("content") or "")


def _events(text: str, model: str, number: int) -> Iterator[dict[str, Any]]:
    usage = {"input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    message = {"id": f"msg_{number:06}", "type": "message", "role": "assistant", "model": model, "content": []}
    yield {"type": "message_start", "message": {**message, "stop_reason": None, "stop_sequence": None, "usage": usage}}
    yield {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    yield {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}
    yield {"type": "content_block_stop", "index": 0}
    ended = {"stop_reason": "end_turn", "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 5}}
    yield {"type": "message_stop"}


def _whole(text: str, model: str, number: int) -> dict[str, Any]:
    start = next(_events(text, model, number))["message"]
    return {**start, "content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}


@contextmanager
def serving() -> Iterator[Model]:
    known = Model()

    class Answer(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
            if not self.path.startswith("/v1/messages") or "count_tokens" in self.path:
                return self._send(b'{"input_tokens": 10}', "application/json")
            known.requests.append(body)
            answer = (known.reply(said(body)), body.get("model", "model"), len(known.requests))
            if body.get("stream"):
                lines = (f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in _events(*answer))
                return self._send("".join(lines).encode(), "text/event-stream")
            self._send(json.dumps(_whole(*answer)).encode(), "application/json")

        def do_GET(self) -> None:
            self._send(b"{}", "application/json")

        do_HEAD = do_GET

        def _send(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """A test's output is not the place for an access log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    server.daemon_threads = True
    known.address = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield known
    finally:
        server.shutdown()
        server.server_close()
