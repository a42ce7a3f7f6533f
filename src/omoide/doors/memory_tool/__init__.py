"""Anthropic's memory tool with a home of Omoide behind it.

from anthropic import Anthropic
from omoide import open_mind
from omoide.doors.memory_tool import OmoideMemoryTool

with open_mind(persona="aoi") as mind:
    runner = Anthropic().beta.messages.tool_runner(..., tools=[OmoideMemoryTool(mind)])
"""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.doors.memory_tool.tool import OmoideMemoryTool as OmoideMemoryTool

__getattr__ = front(__name__, {"OmoideMemoryTool": "tool"})
