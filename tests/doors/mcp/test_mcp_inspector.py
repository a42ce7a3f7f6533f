"""A client that is not ours: the MCP Inspector lists the tools strictly and calls them."""

# I2

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from omoide.tools import TOOLS
from tests.clients.conftest import inspector  # noqa: F401 - a fixture

from .agents import PROGRAM


def test_the_inspector_accepts_every_tool(inspector: Callable[..., Any], home: Path) -> None:  # noqa: F811
    at = {"OMOIDE_HOME": str(home), "OMOIDE_PERSONA": "aoi"}
    listed = inspector(PROGRAM, "--method", "tools/list", "--strict", **at)["tools"]
    assert [tool["name"] for tool in listed] == [*(tool.name for tool in TOOLS), "prime_prompt"]
    assert [tool.get("outputSchema") for tool in listed] == [*(tool.output_schema for tool in TOOLS), None]


def test_the_inspector_calls_a_tool(inspector: Callable[..., Any], home: Path) -> None:  # noqa: F811
    at = {"OMOIDE_HOME": str(home), "OMOIDE_PERSONA": "aoi"}
    call = ("--method", "tools/call", "--tool-name", "recall_memories", "--tool-arg")
    found = inspector(PROGRAM, *call, "cue=Mochi", "limit=1", **at)
    assert len(found["structuredContent"]["memories"]) == 1
    assert found["structuredContent"]["memories"][0]["id"] in found["content"][0]["text"]
    primed = ("--method", "tools/call", "--tool-name", "prime_prompt", "--tool-arg", "prompt=Does Mochi eat tuna?")
    at["OMOIDE_HOOKS__DEADLINE_MS"] = "60000"  # the process is cold, and the machine may be busy
    told = json.loads(inspector(PROGRAM, *primed, **at)["content"][0]["text"])
    assert told["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
