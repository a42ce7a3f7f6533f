"""An agent with the real MCP client: in this process for what tools answer, with a real server process elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

from omoide.doors.mcp.server import MemoryServer
from omoide.doors.wire.doorkeeper import Doorkeeper

PROGRAM = [sys.executable, "-c", "from omoide.doors.cli import main; main()", "mcp"]


class Agent:
    def __init__(self, client: Client) -> None:
        self.client = client

    async def data(self, tool: str, **arguments: Any) -> Any:
        """The typed result of a call that must succeed; its text must be there too."""
        answer = await self.client.call_tool(tool, arguments)
        assert not answer.is_error, answer
        assert answer.content[0].text, answer
        return answer.structured_content

    async def text(self, tool: str, **arguments: Any) -> str:
        answer = await self.client.call_tool(tool, arguments)
        assert not answer.is_error, answer
        return answer.content[0].text

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The one line of a call that must fail; and the server must still be there."""
        answer = await self.client.call_tool(tool, arguments)
        assert (answer.is_error, answer.structured_content) == (True, None), answer
        (line,) = (part.text for part in answer.content)
        assert line, answer
        assert "\n" not in line, answer
        assert "Traceback" not in line, answer
        assert (await self.client.call_tool("status", {})).content
        return line


@asynccontextmanager
async def agent_of(
    home: Path, persona: str | None = "aoi", person: str | None = None, language: str = "en"
) -> AsyncIterator[Agent]:
    """A server in this process, and a client of it."""
    keeper = Doorkeeper(home, persona, person, language)
    server = MemoryServer(keeper)
    try:
        async with Client(server.protocol) as client:
            yield Agent(client)
    finally:
        assert server.finish()
        keeper.close()


@asynccontextmanager
async def process_of(home: Path, *options: str, mode: str = "auto", **variables: str) -> AsyncIterator[Agent]:
    """A server as a process of its own, over stdio, as a client starts it."""
    surroundings = {**os.environ, "OMOIDE_HOME": str(home), "OMOIDE_PERSONA": "aoi", **variables}
    server = StdioServerParameters(command=PROGRAM[0], args=[*PROGRAM[1:], *options], env=surroundings)
    async with Client(server, mode=mode) as client:
        yield Agent(client)
