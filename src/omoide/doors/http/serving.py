"""Serve until Ctrl-C. What listens beyond this machine needs a token (see wire/listening.py)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from omoide.doors.http.app import make_app
from omoide.doors.wire.guard import Guard
from omoide.doors.wire.listening import Listening
from omoide.doors.wire.minds import Minds

GRACE_SECONDS = 2  # for what is being answered when somebody presses Ctrl-C


def serve(minds: Minds, at: Listening, listener: socket.socket, tell: Callable[[str], None]) -> None:
    """`tell` is given the address once it can be reached."""
    host, port = listener.getsockname()[:2]
    app = Guard(make_app(minds), at.token, (at.host, *at.names))
    config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=GRACE_SECONDS)
    tell(f"http://{f'[{host}]' if ':' in host else host}:{port}/")
    asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))
