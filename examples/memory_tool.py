"""Claude with Omoide behind its memory tool: `ANTHROPIC_API_KEY=… python -m examples.memory_tool "My cat is Mugi."`

Without a key the tool is used by hand, as Claude would use it.
"""

from __future__ import annotations

import os
import sys
import tempfile

from anthropic import Anthropic

from omoide import open_mind
from omoide.doors.memory_tool import OmoideMemoryTool

MODEL = "claude-haiku-4-5"


def ask(tool: OmoideMemoryTool, words: str) -> str:
    with Anthropic() as client:
        runner = client.beta.messages.tool_runner(
            model=MODEL, max_tokens=1024, messages=[{"role": "user", "content": words}], tools=[tool]
        )
        last = runner.until_done()
    return "\n".join(block.text for block in last.content if block.type == "text")


def by_hand(tool: OmoideMemoryTool) -> str:
    tool.call({"command": "create", "path": "/memories/entities/Mugi.md", "file_text": "Ken's cat, three years old.\n"})
    tool.call({"command": "create", "path": "/memories/plans/trip.txt", "file_text": "Nara in May\n"})
    return f"{tool.call({'command': 'view', 'path': '/memories'})}"


def main() -> None:
    with tempfile.TemporaryDirectory() as home, open_mind(home, persona="aoi", person="ken") as mind:
        tool = OmoideMemoryTool(mind)
        words = " ".join(sys.argv[1:]) or "My cat is called Mugi. Remember that."
        told = ask(tool, words) if os.environ.get("ANTHROPIC_API_KEY") else by_hand(tool)
        sys.stdout.write(f"{told}\n")


if __name__ == "__main__":
    main()
