"""docs/mcp.md tells every tool with its parameters, and every resource, and none that does not exist."""

# I2

from __future__ import annotations

import re
from pathlib import Path

import pytest

from omoide.doors.mcp.priming import PRIME
from omoide.doors.mcp.resources import TEMPLATES
from omoide.tools import TOOLS

PAGE = (Path(__file__).parents[3] / "docs" / "mcp.md").read_text(encoding="utf-8")
SCHEMAS = {tool.name: tool.input_schema for tool in TOOLS} | {PRIME.name: PRIME.input_schema}


def section(tool: str) -> str:
    found = re.search(rf"^### `{tool}`$.*?(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/mcp.md has no heading for `{tool}`"
    return found[0]


def test_every_tool_is_documented_and_no_other() -> None:
    assert re.findall(r"^### `([a-z_]+)`$", PAGE, re.MULTILINE) == list(SCHEMAS)


@pytest.mark.parametrize("tool", SCHEMAS)
def test_every_parameter_is_documented_and_no_other(tool: str) -> None:
    assert re.findall(r"^\| `([a-z_]+)` \|", section(tool), re.MULTILINE) == list(SCHEMAS[tool]["properties"])


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_field_of_a_result_is_documented(tool: object) -> None:
    told = section(tool.name)  # type: ignore[attr-defined]
    assert [name for name in tool.output_schema["properties"] if f"`{name}`" not in told] == []  # type: ignore[attr-defined]


def test_every_resource_is_documented_and_no_other() -> None:
    assert set(re.findall(r"`((?:memory|day)://\{\w+\})`", PAGE)) == {one.uri_template for one in TEMPLATES}
