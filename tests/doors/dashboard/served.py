"""A home behind a real server on loopback, as `omoide up` serves it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from omoide.doors.http.app import make_app
from omoide.doors.http.serving import guarded
from omoide.doors.wire.keys import Keys
from omoide.doors.wire.minds import Minds


@contextmanager
def served(home: Path, persona: str = "aoi", person: str = "haruka") -> Iterator[str]:
    minds, keys = Minds(home, persona, person, "en"), Keys()
    listener = socket.create_server(("127.0.0.1", 0))
    app = guarded(make_app(minds, keys), minds, keys, ())
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
