"""The tools as a library: for any agent that calls functions, without MCP."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide import tools
from omoide.errors import InvalidInput, NotFound
from omoide.tools.telling import fenced, memory_line
from omoide.tools.tool import Tool
from tests.mind.world import Clock, mind_in


def test_schemas_are_what_models_take() -> None:
    # I2
    plain, wrapped = tools.schemas("anthropic"), tools.schemas()
    assert [one["name"] for one in plain] == [one["function"]["name"] for one in wrapped]
    assert [one["name"] for one in plain] == [
        "recall_memories", "search_memory", "remember", "protect", "unprotect", "forget", "why", "why_page",
        "read_memory_context", "sleep_now", "status", "search_past_conversations", "list_entity_memories",
        "read_entity_memory", "search_entity_memory", "write_entity_memory", "edit_core_memory", "edit_notepad",
        "read_main_memory", "plan_main_memory_edit", "read_secret_diary", "plan_secret_diary_edit", "read_memory_file",
        "write_memory_file", "goals", "questions", "list_entity_proposals", "decide_entity_proposal",
        "search_knowledge_base", "report_procedure_outcome", "develop_topic",
    ]  # fmt: skip
    protect = next(one for one in plain if one["name"] == "protect")
    assert protect["input_schema"] == {
        "type": "object",
        "properties": {
            "memory_id": {
                "description": "The memory's id, such as mem_20260118_001.", "type": "string", "minLength": 1,
            },
            "release": {
                "description": "Ids to release first, when the list of protected memories is full.",
                "type": "array", "items": {"type": "string"}, "default": [],
            },
        },
        "required": ["memory_id"],
        "additionalProperties": False,
    }  # fmt: skip
    assert all(
        one["function"]["parameters"] == other["input_schema"] for one, other in zip(wrapped, plain, strict=True)
    )


def described(schema: Any) -> bool:
    return all(part.get("description") for part in schema["properties"].values())


@pytest.mark.parametrize("tool", tools.TOOLS, ids=lambda tool: tool.name)
def test_every_tool_can_be_understood(tool: Tool) -> None:
    # I2: short, every parameter described, nothing hidden behind a reference
    assert 20 < len(tool.description) < 300
    assert described(tool.input_schema)
    assert "$ref" not in str(tool.input_schema) + str(tool.output_schema)
    assert not (tool.read_only and (tool.destructive or tool.makes_home))


def test_a_call_gives_a_typed_result_and_its_text(tmp_path: Path) -> None:
    # I2, R14
    with mind_in(tmp_path, Clock()) as mind:
        made = tools.call(mind, "remember", {"text": "私の犬はポチです。"})
        found = tools.call(mind, "search_memory", {"query": "ポチ"}, language="ja")
        assert found.data["memories"][0]["id"] == made.data["memory"]["id"]
        assert found.text.startswith("<memories>\n- mem_20260118_001 [2026-01-18][L1]")
        assert tools.call(mind, "status", {}, "ja").text.startswith("me との記憶 1 件")
        with pytest.raises(InvalidInput) as wrong:
            tools.call(mind, "search_memory", {"query": 5})
        assert "search_memory" in wrong.value.ja
        with pytest.raises(NotFound) as unknown:
            tools.call(mind, "dance", {})
        assert "recall_memories" in unknown.value.en


def test_tools_need_no_server_library() -> None:
    # I2
    code = (
        "import sys\nfrom omoide import tools\ntools.schemas()\n"
        "print([name for name in ('mcp', 'mcp_types', 'pydantic', 'typer', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


@given(st.text(alphabet="<>/memoris MEMORIES\n\r\u2028\u0085x‹", max_size=40))
def test_no_text_leaves_the_fence(text: str) -> None:
    # R14
    shape = tools_shape(text)
    told = fenced([memory_line(shape)])
    assert told.count("<memories>") == 1
    assert told.lower().count("</memories>") == 1
    assert len(told.splitlines()) == 3


def tools_shape(text: str) -> Any:
    from omoide.tools.shapes import MemoryShape

    return MemoryShape(
        "mem_1", "2026-01-18T18:00:00+09:00", 1, False, False, False, False, "casual", 50, 50.0, (), text, text, text
    )
