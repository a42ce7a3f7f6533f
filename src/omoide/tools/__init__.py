"""What an agent can do with a memory, registered once and served by every door.

from omoide import open_mind, tools

with open_mind(persona="aoi") as mind:
    offered = tools.schemas("anthropic")  # for the request to a model
    answer = tools.call(mind, "recall_memories", {"cue": "tea"})  # what the model asked for
    print(answer.text)
"""

from typing import TYPE_CHECKING

from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.tools.registry import TOOLS as TOOLS
    from omoide.tools.registry import call as call
    from omoide.tools.registry import schemas as schemas
    from omoide.tools.registry import tool_named as tool_named
    from omoide.tools.tool import Answer as Answer
    from omoide.tools.tool import Result as Result
    from omoide.tools.tool import Tool as Tool
    from omoide.tools.tool import Whose as Whose

__getattr__ = front(
    __name__,
    {
        "TOOLS": "registry",
        "call": "registry",
        "schemas": "registry",
        "tool_named": "registry",
        "Answer": "tool",
        "Result": "tool",
        "Tool": "tool",
        "Whose": "tool",
    },
)
