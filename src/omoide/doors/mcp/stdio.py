"""Serve over stdin and stdout, until the client closes stdin."""

from __future__ import annotations

import asyncio
import os
import sys

from mcp.server.stdio import stdio_server

from omoide.doors.mcp.server import MemoryServer
from omoide.doors.wire.doorkeeper import Doorkeeper


def serve(keeper: Doorkeeper) -> None:
    server = MemoryServer(keeper)
    asyncio.run(_serve(server))
    if not server.finish():
        # Python would wait for its threads, and the client has left. Whatever they do is done in whole transactions.
        sys.stderr.flush()
        os._exit(0)
    keeper.close()


async def _serve(server: MemoryServer) -> None:
    async with stdio_server() as (reading, writing):
        await server.protocol.run(reading, writing, server.protocol.create_initialization_options())
