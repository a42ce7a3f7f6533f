"""A service on loopback that speaks the embedding protocols of OpenAI and Google.

It keeps what it was sent, fails as often as a test tells it to, and otherwise gives each text a vector that can be
computed in the test too. OpenAI's answers come in the wrong order, as the protocol allows.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import numpy as np


def vector_of(text: str, dimensions: int) -> np.ndarray:
    """Not of unit length, as Google's shortened vectors are not."""
    seed = np.frombuffer(text.encode().ljust(8, b" ")[:8], dtype=np.uint8).astype(np.float64)
    return np.resize(seed, dimensions) + np.arange(dimensions) / 10


@dataclass(frozen=True)
class Received:
    path: str
    key: str
    body: dict[str, Any]


@dataclass
class EmbeddingServer:
    """`failures` are (status, headers) given out first, one per request."""

    dimensions: int = 8
    failures: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)

    def __enter__(self) -> Self:
        outer = self

        class Answering(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                key = self.headers.get("Authorization") or self.headers.get("x-goog-api-key") or ""
                outer.received.append(Received(self.path, key, body))
                status, headers, answer = outer.answer(body)
                data = json.dumps(answer).encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: Any, **_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, body: dict[str, Any]) -> tuple[int, dict[str, str], dict[str, Any]]:
        if self.failures:
            status, headers = self.failures.pop(0)
            return status, headers, {"error": {"code": status, "message": "no", "status": "FAILED"}}
        if "input" in body:
            count = body.get("dimensions", self.dimensions)
            items = [
                {"object": "embedding", "index": i, "embedding": vector_of(text, count).tolist()}
                for i, text in enumerate(body["input"])
            ]
            usage = {"prompt_tokens": 1, "total_tokens": 1}
            return 200, {}, {"object": "list", "model": body["model"], "data": items[::-1], "usage": usage}
        vectors = []
        for request in body["requests"]:
            count = request.get("outputDimensionality", self.dimensions)
            vectors.append({"values": vector_of(request["content"]["parts"][0]["text"], count).tolist()})
        return 200, {}, {"embeddings": vectors}
