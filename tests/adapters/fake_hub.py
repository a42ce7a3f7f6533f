"""A model hub on loopback: lists a repository, serves its files from any offset, and can break off in the middle."""

from __future__ import annotations

import hashlib
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

REVISION = "0123456789abcdef0123456789abcdef01234567"


@dataclass
class FakeHub:
    """`break_after` ends a file's first answer after so many bytes; `damaged` files are served with a wrong byte."""

    repository: str
    files: dict[str, bytes]
    break_after: dict[str, int] = field(default_factory=dict)
    damaged: set[str] = field(default_factory=set)
    served: list[tuple[str, str]] = field(default_factory=list)  # path, Range

    def __enter__(self) -> Self:
        hub = self

        class Answering(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                hub.answer(self)

            def log_message(self, *args: Any, **_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path.partition("?")[0]
        inside = f"/{self.repository}/resolve/{REVISION}/"
        if path == f"/api/models/{self.repository}":
            siblings = [self._sibling(name, data) for name, data in self.files.items()]
            body = {"id": self.repository, "sha": REVISION, "siblings": siblings}
            self._send(request, 200, json.dumps(body).encode(), "application/json")
        elif path.startswith(inside) and path.removeprefix(inside) in self.files:
            self._serve(request, path.removeprefix(inside))
        else:
            request.send_response(404)
            request.send_header("X-Error-Code", "RepoNotFound")
            request.send_header("Content-Length", "0")
            request.end_headers()

    def _sibling(self, name: str, data: bytes) -> dict[str, Any]:
        git = hashlib.sha1(f"blob {len(data)}\0".encode() + data).hexdigest()
        sibling: dict[str, Any] = {"rfilename": name, "size": len(data), "blobId": git}
        if name.endswith(".onnx"):
            sha = hashlib.sha256(data).hexdigest()
            sibling["lfs"] = {"size": len(data), "sha256": sha, "pointerSize": 130}
        return sibling

    def _serve(self, request: BaseHTTPRequestHandler, name: str) -> None:
        asked = request.headers.get("Range", "")
        self.served.append((name, asked))
        data = self.files[name]
        if name in self.damaged:
            data = data[:-1] + bytes([data[-1] ^ 1])
        start = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
        if start >= len(data):
            self._send(request, 416, b"", "text/plain")
        else:
            cut = self.break_after.pop(name, None)
            self._send(request, 206 if asked else 200, data[start:], "application/octet-stream", cut)

    def _send(
        self, request: BaseHTTPRequestHandler, status: int, data: bytes, kind: str, cut: int | None = None
    ) -> None:
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data if cut is None else data[:cut])
