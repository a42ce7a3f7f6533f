"""Serve until Ctrl-C. What listens beyond this machine needs a token (see wire/listening.py)."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from fastapi import FastAPI

from omoide.compose import passes
from omoide.doors.dashboard.mounting import UPLOADED
from omoide.doors.http.app import make_app
from omoide.doors.http.limits import Limits
from omoide.doors.http.proxy.upstream import PROXIED
from omoide.doors.http.rights import needed
from omoide.doors.http.scheduler import Scheduler
from omoide.doors.wire.guard import Asgi, Guard
from omoide.doors.wire.keys import Keys
from omoide.doors.wire.listening import Listening, beyond_this_machine
from omoide.doors.wire.minds import Minds
from omoide.doors.wire.signing_in import Register
from omoide.settings import load

GRACE_SECONDS = 2  # for what is being answered when somebody presses Ctrl-C
KEEP_SECONDS = 60  # longer than clients keep a connection: one that we close first may just be used again


def serve(
    minds: Minds, at: Listening, listener: socket.socket, tell: Callable[[str], None],
    operated: Callable[[FastAPI], Callable[[Asgi], Asgi]] | None = None, own_nights: bool = True,
) -> None:  # fmt: skip
    """`tell` is given the address once it can be reached. `operated` adds to the application and goes around
    it; nights are left to others where they are not our own."""
    host, port = listener.getsockname()[:2]
    keys = Keys(at.token, passes(minds.home), required=bool(at.token) or beyond_this_machine(listener))
    app = make_app(minds, keys)
    around = operated(app) if operated else lambda whole: whole
    config = uvicorn.Config(
        around(guarded(app, minds, keys, (at.host, *at.names))), log_config=None, access_log=False,
        server_header=False, timeout_graceful_shutdown=GRACE_SECONDS, timeout_keep_alive=KEEP_SECONDS,
    )  # fmt: skip
    scheduler = Scheduler(minds, app.state.nights, own_nights)
    scheduler.start()
    tell(f"http://{f'[{host}]' if ':' in host else host}:{port}/")
    try:
        with suppress(KeyboardInterrupt):  # uvicorn ends well, and then raises the signal once more
            asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))
    finally:
        finished = scheduler.stop(GRACE_SECONDS / 2) and app.state.nights.close(0)
    if not finished:
        # Python would wait for its threads. A night is taken up again where it stopped.
        sys.stderr.flush()
        os._exit(0)


def guarded(app: Asgi, minds: Minds, keys: Keys, names: tuple[str, ...]) -> Asgi:
    """The whole way in: names and tokens first, then how much, then the application."""
    settings = load(minds.home)
    proxied = ("proxy.most_body_bytes", settings.proxy.most_body_bytes)
    larger: dict[str, tuple[str, int]] = dict.fromkeys(PROXIED, proxied)
    larger[UPLOADED] = ("knowledge.most_bytes", settings.knowledge.most_bytes)

    def language() -> str:
        return minds.language

    limits = Limits(app, settings.http, larger, language)
    return Guard(limits, keys, names, needed, signed_in=Register(minds), others=PROXIED, language=language)
