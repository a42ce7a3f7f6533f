"""A server of ours in front of a scripted provider, both on loopback, and the official clients that ask it."""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import uvicorn
from anthropic import Anthropic
from openai import OpenAI

from omoide import Mind
from omoide.compose import open_mind, passes
from omoide.doors.http.app import make_app
from omoide.doors.http.proxy.forwarding import Forwarding
from omoide.doors.http.serving import guarded
from omoide.doors.wire.keys import Keys
from omoide.doors.wire.listening import Listening, listen
from omoide.doors.wire.minds import Minds

TAG = '<persona_emotion category="joy" intensity="0.8"/>'


@dataclass
class Provider:
    """Answers what it is told to, in order; the last one again and again. Keeps what it was sent."""

    replies: list[Any] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    url: str = ""
    goes_on: threading.Event = field(default_factory=threading.Event)
    left: threading.Event = field(default_factory=threading.Event)

    @property
    def system(self) -> str:
        """The system prompt of the last request, whichever protocol it speaks."""
        body = self.asked[-1]
        if "system" in body:
            return json.dumps(body["system"], ensure_ascii=False)
        return json.dumps([m for m in body["messages"] if m["role"] in ("system", "developer")], ensure_ascii=False)


@dataclass(frozen=True)
class Answer:
    """At once, or as events; `wait_after` events (-1: before anything at all) it waits until the test lets it go on."""

    body: Any = None
    events: Sequence[str] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    wait_after: int | None = None
    break_off: bool = False


@contextmanager
def provider(*replies: Answer) -> Iterator[Provider]:
    there = Provider(list(replies))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            there.paths.append(self.path)
            there.headers.append({name.lower(): value for name, value in self.headers.items()})
            try:
                there.asked.append(json.loads(raw or b"{}"))
            except ValueError:
                there.asked.append({"raw": raw.decode()})
            answer = there.replies.pop(0) if len(there.replies) > 1 else there.replies[0]
            try:
                self._tell(answer)
            except ConnectionError:
                there.left.set()
                self.close_connection = True

        do_GET = do_POST

        def _wait(self) -> None:
            """Whoever asked may leave meanwhile."""
            while not there.goes_on.wait(0.02):
                if select.select([self.connection], [], [], 0)[0] and not self.connection.recv(1, socket.MSG_PEEK):
                    raise ConnectionResetError

        def _tell(self, answer: Answer) -> None:
            if answer.wait_after == -1:
                self._wait()
            self.send_response(answer.status)
            kind = "text/event-stream" if answer.events else "application/json"
            for name, value in {"content-type": kind, "x-request-id": "req_1", **answer.headers}.items():
                self.send_header(name, value)
            if not answer.events:
                body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                return
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for number, event in enumerate(answer.events):
                if number == answer.wait_after:
                    self._wait()
                self._chunk(event.encode())
            if answer.break_off:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self._chunk(b"")

        def _chunk(self, data: bytes) -> None:
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            self.wfile.flush()

        def log_message(self, *_: Any, **__: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    there.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield there
    finally:
        there.goes_on.set()
        server.shutdown()
        server.server_close()


@dataclass
class Between:
    url: str
    home: Path
    proxy: Forwarding
    there: Provider

    def openai(self, key: str = "sk-of-the-client", **more: Any) -> OpenAI:
        return OpenAI(api_key=key, base_url=f"{self.url}/v1", max_retries=0, **more)

    def anthropic(self, key: str = "sk-ant-of-the-client", **more: Any) -> Anthropic:
        return Anthropic(api_key=key, base_url=self.url, max_retries=0, **more)

    def mind(self, persona: str = "aoi", person: str = "me") -> Mind:
        return open_mind(self.home, persona=persona, person=person)

    def turns(self, person: str = "me") -> list[tuple[str, str]]:
        with self.mind(person=person) as mind:
            return [(turn.said, turn.replied) for turn in mind.conversation(20)]


@contextmanager
def between(home: Path, there: Provider, settings: str = "", token: str = "", minds: Any = None) -> Iterator[Between]:
    """As `omoide up` serves: guard, limits, application, on a real socket."""
    home.mkdir(parents=True, exist_ok=True)
    ours = f'[proxy]\nopenai_url = "{there.url}/v1"\nanthropic_url = "{there.url}"\n'
    (home / "settings.toml").write_text(ours + settings, encoding="utf-8")
    minds = minds or Minds(home, "aoi", "me", "en")
    keys = Keys(token, passes(home), required=bool(token))
    app = make_app(minds, keys)
    listener = listen(Listening("127.0.0.1", 0, token))
    config = uvicorn.Config(guarded(app, minds, keys, ("127.0.0.1",)), log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        yield Between(f"http://127.0.0.1:{listener.getsockname()[1]}", home, app.state.proxy, there)
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()


@contextmanager
def served(home: Path, *replies: Answer, **more: Any) -> Iterator[Between]:
    with provider(*replies) as there, between(home, there, **more) as ours:
        yield ours


def until(true: Callable[[], Any], seconds: float = 10) -> None:
    """Not a measure of time: it fails when what must come does not come at all."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.005)


# ------------------------------------------------------------ what providers say


def completion(content: str | None, **message: Any) -> Answer:
    finish = "tool_calls" if message.get("tool_calls") else "stop"
    choice = {"index": 0, "message": {"role": "assistant", "content": content, **message}, "finish_reason": finish}
    whole = {"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    return Answer({**whole, "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}, "odd": {"x": 1}})


def chunks(*pieces: str, finish: str = "stop", done: bool = True, **more: Any) -> Answer:
    events = [_chunk({"role": "assistant", "content": ""})]
    events += [_chunk({"content": piece}) for piece in pieces]
    events.append(_chunk({}, finish))
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    events.append(f"data: {json.dumps({**json.loads(_chunk({})[6:]), 'choices': [], 'usage': usage})}\n\n")
    return Answer(events=[*events, *(["data: [DONE]\n\n"] if done else [])], **more)


def _chunk(delta: dict[str, Any], finish: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    whole = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(whole)}\n\n"


def message(*content: dict[str, Any], stop: str = "end_turn") -> Answer:
    whole = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": list(content)}
    return Answer(
        {**whole, "stop_reason": stop, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
    )


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def events(*pieces: str, stop: str = "end_turn", **more: Any) -> Answer:
    begin = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None}
    begin |= {"stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
    told = [
        {"type": "message_start", "message": begin},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
        *({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": p}} for p in pieces),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": {"output_tokens": 2}},
        {"type": "message_stop"},
    ]
    return Answer(events=[f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in told], **more)
