"""What the memory proxy adds to the first token: the same chats straight to a model and through the proxy (I3).

    python -m bench.proxy [--size 36500] [--chats 200]

The model is a small server on loopback that streams a few words at once, so that what is measured is what lies between.
Both ways take turns at each message, so that other work on the machine meets them alike.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from bench.http import serving
from bench.report import RESULTS, Line, publish
from bench.tales import cues
from bench.village import CACHE, SEED, told, village, visit

SIZE = 36_500
GOAL = 50.0  # milliseconds more until the first token, in the middle
PATH = "/v1/chat/completions"
WORDS = ("Yes", ", I", " remember", ".")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--chats", type=int, default=200)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    messages = cues(np.random.default_rng(SEED + 9), told(chosen.size), chosen.chats)
    with visit(village(chosen.size, chosen.cache)) as home, model() as there:
        with (home / "settings.toml").open("a", encoding="utf-8") as settings:
            settings.write(f'\n[proxy]\nopenai_url = "{there}/v1"\n')
        with serving(home) as (ours, _):
            lines = measured(there, ours, messages)
    publish("proxy", f"Chats through the memory proxy, {chosen.size:,} memories", lines, chosen.results)


def measured(there: str, ours: str, messages: list[str]) -> list[Line]:
    taken: dict[str, list[float]] = {there: [], ours: []}
    with httpx.Client(timeout=60.0) as client:
        for message in [*messages[:10], *messages]:
            for url, times in taken.items():
                times.append(first_token(client, url, message))
    straight, through = (np.array(times[10:]) for times in taken.values())
    added = through - straight
    p50, p95 = np.percentile(added, [50, 95])
    return [
        Line("first token, added by the proxy, p50", float(p50), "ms", GOAL, note=f"p95 {p95:.1f} ms"),
        Line("first token through the proxy, p50", float(np.median(through)), "ms"),
        Line("first token straight from the model, p50", float(np.median(straight)), "ms"),
    ]


def first_token(client: httpx.Client, url: str, message: str) -> float:
    """Milliseconds until the first word; the rest is read too, so that the turn is kept before the next begins."""
    body = {"model": "m", "stream": True, "messages": [{"role": "user", "content": message}]}
    began, first = time.perf_counter(), 0.0
    with client.stream("POST", f"{url}{PATH}", json=body) as answer:
        assert answer.status_code == 200
        for line in answer.iter_lines():
            if not first and '"content"' in line:
                first = time.perf_counter()
    return (first - began) * 1_000


@contextmanager
def model() -> Iterator[str]:
    base = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    told_: list[dict[str, Any]] = [{"delta": {"content": word}, "finish_reason": None} for word in WORDS]
    chunks = [{**base, "choices": [{"index": 0, **one}]} for one in [*told_, {"delta": {}, "finish_reason": "stop"}]]
    reply = "".join(f"data: {json.dumps(one)}\n\n" for one in chunks).encode() + b"data: [DONE]\n\n"

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("content-length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *_: Any, **__: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


if __name__ == "__main__":
    main()
