"""Serve over streamable HTTP at /mcp. What listens beyond this machine needs a token."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from omoide.compose import passes
from omoide.doors.mcp.server import MemoryServer
from omoide.doors.wire.doorkeeper import Doorkeeper
from omoide.doors.wire.guard import Guard
from omoide.doors.wire.keys import Keys
from omoide.doors.wire.listening import Listening, beyond_this_machine


def serve(keeper: Doorkeeper, at: Listening, listener: socket.socket, tell: Callable[[str], None]) -> None:
    """`tell` is given the address once it can be reached."""
    host, port = listener.getsockname()[:2]
    server = MemoryServer(keeper)
    security = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # the guard does it, by addresses too
    known = passes(keeper.whose.home)
    keys = Keys(at.token, known, required=bool(at.token) or beyond_this_machine(listener))
    inside = server.protocol.streamable_http_app(transport_security=security)
    app = Guard(
        inside, keys, (at.host, *at.names), persona=keeper.whose.scope.persona, language=lambda: keeper.language
    )
    config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=2)
    server.warm_up()
    tell(f"http://{f'[{host}]' if ':' in host else host}:{port}/mcp")
    try:
        asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))
    finally:
        finished = server.finish()
    if not finished:
        os._exit(0)  # a night goes on: it is taken up again where it stopped
    keeper.close()
