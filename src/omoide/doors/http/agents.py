"""MCP beside the API, at /mcp, where the extra is installed: one server for programs, people and agents."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.util import find_spec
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from omoide.domain.access import ANYONE_HERE
from omoide.doors.http.whose import Allowed
from omoide.doors.wire.minds import Minds
from omoide.doors.wire.refusing import TurnedAway, asked_in, may_not, refuse
from omoide.errors import MissingExtra


def mount_mcp(app: FastAPI, minds: Minds) -> AbstractAsyncContextManager[None] | None:
    """What must be open while the application lives; None without the extra: who asks is told how to install it."""
    if find_spec("mcp") is None:

        def without_the_extra(request: Request) -> Response:
            raise MissingExtra("mcp", "mcp")

        app.add_route("/mcp", without_the_extra, ["GET", "POST", "DELETE"], include_in_schema=False)
        return None
    from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
    from mcp.server.transport_security import TransportSecuritySettings

    from omoide.doors.mcp.server import MemoryServer

    server = MemoryServer(minds.keeper())
    named = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # the guard does it, by addresses too
    sessions = StreamableHTTPSessionManager(app=server.protocol, security_settings=named)
    inside = StreamableHTTPASGIApp(sessions)

    class Agents:
        """A call names no persona: it is the one that the server was started for, and the token must be for it."""

        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            holder = scope.get("state", {}).get("holder", ANYONE_HERE)
            try:
                if why := may_not(holder, "write"):  # tools tell only in their bodies what they do
                    raise why
                Allowed(minds, holder).keeper(minds.default.persona)
            except TurnedAway as error:
                return await refuse(send, error, asked_in(scope["headers"], minds.language))
            await inside(scope, receive, send)

    app.router.routes.append(Route("/mcp", endpoint=Agents(), include_in_schema=False))

    @asynccontextmanager
    async def open_sessions() -> AsyncIterator[None]:
        async with sessions.run():
            yield
        server.finish()

    return open_sessions()
