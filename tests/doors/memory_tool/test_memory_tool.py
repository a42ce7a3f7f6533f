"""Anthropic's memory tool over a home: driven by the official client against a scripted provider, and by itself."""

# I5, T1, T4, N6, E8

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from anthropic import Anthropic
from anthropic.lib.tools import ToolError
from anthropic.tools.memory import BetaLocalFilesystemMemoryTool

from omoide import Mind, open_mind
from omoide.domain.page import PageName
from omoide.doors.memory_tool import OmoideMemoryTool
from omoide.pages import read_page
from tests.adapters.model_server import Asked, ModelServer, Sent, says


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    with open_mind(tmp_path / "home", persona="aoi", person="ken") as mind:
        yield mind


def does(tool: Any, command: str, **fields: Any) -> str:
    """What the model is told, whether it worked or not."""
    try:
        return tool.call({"command": command, **fields})
    except ToolError as error:
        return str(error)


def uses(command: str, **fields: Any) -> Any:
    """A model that uses the tool."""

    def reply(_: Asked) -> Sent:
        content = [
            {"type": "tool_use", "id": f"toolu_{command}", "name": "memory", "input": {"command": command, **fields}}
        ]
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content}
        usage = {"input_tokens": 1, "output_tokens": 1}
        return Sent({**message, "stop_reason": "tool_use", "stop_sequence": None, "usage": usage})

    return reply


def test_the_official_client_runs_it(mind: Mind) -> None:
    server = ModelServer()
    server.replies = [
        uses("view", path="/memories"),
        uses("create", path="/memories/entities/Mugi.md", file_text="Ken's cat.\n"),
        says("Noted."),
    ]
    with Anthropic(api_key="none", base_url=server.url) as client:
        runner = client.beta.messages.tool_runner(
            model="m", max_tokens=10, messages=[{"role": "user", "content": "My cat is Mugi."}],
            tools=[OmoideMemoryTool(mind)],
        )  # fmt: skip
        last = runner.until_done()
    server.close()
    assert [block.text for block in last.content if block.type == "text"] == ["Noted."]
    assert server.asked[0].body["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    results = [one.body["messages"][-1]["content"][0] for one in server.asked[1:]]
    assert [one.get("is_error", False) for one in results] == [False, False]
    assert "up to 2 levels deep in /memories" in str(results[0])
    assert read_page(mind.faculties, PageName("entity", "Mugi")).text == "Ken's cat.\n"


def test_it_answers_as_the_file_tool_does(mind: Mind, tmp_path: Path) -> None:
    """Word for word, but for sizes of folders, which are a matter of the disk."""
    tools = OmoideMemoryTool(mind), BetaLocalFilesystemMemoryTool(str(tmp_path / "files"))
    commands: list[dict[str, Any]] = [
        {"command": "create", "path": "/memories/notes.txt", "file_text": "one\ntwo\nthree\nfour\ntwo and a half\n"},
        {"command": "create", "path": "/memories/notes.txt", "file_text": "again"},
        {"command": "create", "path": "/memories/work/deep/er/plan.md", "file_text": "# plan\n"},
        {"command": "view", "path": "/memories/notes.txt"},
        {"command": "view", "path": "/memories/notes.txt", "view_range": [2, 3]},
        {"command": "view", "path": "/memories/notes.txt", "view_range": [4, -1]},
        {"command": "view", "path": "/memories/nothing.txt"},
        {"command": "str_replace", "path": "/memories/notes.txt", "old_str": "three", "new_str": "3\n3.5"},
        {"command": "str_replace", "path": "/memories/notes.txt", "old_str": "seven", "new_str": "7"},
        {"command": "str_replace", "path": "/memories/notes.txt", "old_str": "two", "new_str": "2"},
        {"command": "str_replace", "path": "/memories/nothing.txt", "old_str": "a", "new_str": "b"},
        {"command": "insert", "path": "/memories/notes.txt", "insert_line": 0, "insert_text": "zero\n"},
        {"command": "insert", "path": "/memories/notes.txt", "insert_line": 99, "insert_text": "late"},
        {"command": "view", "path": "/memories/notes.txt"},
        {"command": "rename", "old_path": "/memories/notes.txt", "new_path": "/memories/work/notes.txt"},
        {"command": "rename", "old_path": "/memories/work", "new_path": "/memories/done"},
        {"command": "view", "path": "/memories/done/deep/er/plan.md"},
        {"command": "delete", "path": "/memories/done/deep"},
        {"command": "view", "path": "/memories/done/deep"},
        {"command": "view", "path": "/memories/done/notes.txt"},
    ]
    for command in commands:
        ours, theirs = (does(tool, **command) for tool in tools)
        assert ours == theirs, command


def test_folders_are_told_two_levels_deep(mind: Mind) -> None:
    tool = OmoideMemoryTool(mind)
    does(tool, "create", path="/memories/a/b/c.txt", file_text="x" * 2048)
    does(tool, "create", path="/memories/d.txt", file_text="猫")
    does(tool, "create", path="/memories/core_memory.md", file_text="Be kind.\n")
    assert does(tool, "view", path="/memories").splitlines()[1:] == [
        "2K\t/memories",
        "2K\t/memories/a/",
        "2K\t/memories/a/b/",
        "9B\t/memories/core_memory.md",
        "3B\t/memories/d.txt",
    ]


def test_pages_are_the_personas_own(mind: Mind) -> None:
    tool = OmoideMemoryTool(mind)
    does(tool, "create", path="/memories/knowledge/tea.md", file_text="Green tea wants 80 degrees.\n")
    [found] = mind.search_learned("green tea", mark=False)
    assert found.item.name == "tea"
    does(tool, "str_replace", path="/memories/knowledge/tea.md", old_str="80", new_str="75")
    assert "75" in mind.learned_page("knowledge", "tea").text
    does(tool, "delete", path="/memories/knowledge/tea.md")
    assert [one.name for one in mind.learned(archived=True)] == ["tea"]
    does(tool, "create", path="/memories/notepad.md", file_text="- call mother\n")
    assert "call mother" in mind.context("Hello").text


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "/memoriesx/a", "memories/a", "/memories/../a", "/memories/a/../../b", "/memories/.hidden",
     "/memories/a\\b", "/memories/a\x00b", "/memories/entities/a/b.md", "/memories/knowledge/tea.txt",
     "/memories/entities/..%2f.md:", "/memories"],
)  # fmt: skip
def test_paths_that_lead_elsewhere_are_refused(mind: Mind, path: str) -> None:
    tool = OmoideMemoryTool(mind)
    for command, fields in (("create", {"path": path, "file_text": "x"}), ("delete", {"path": path})):
        with pytest.raises(ToolError):
            tool.call({"command": command, **fields})
    assert mind.items() == []


def test_a_secret_is_taken_out_and_others_see_nothing(mind: Mind, tmp_path: Path) -> None:
    does(OmoideMemoryTool(mind), "create", path="/memories/n.txt", file_text="password: Haru-shio#8841")
    assert "8841" not in does(OmoideMemoryTool(mind), "view", path="/memories/n.txt")
    with open_mind(tmp_path / "home", persona="aoi", person="mia") as other:
        assert "does not exist" in does(OmoideMemoryTool(other), "view", path="/memories/n.txt")


def test_a_file_is_no_folder(mind: Mind) -> None:
    tool = OmoideMemoryTool(mind)
    does(tool, "create", path="/memories/a", file_text="x")
    assert "is a file" in does(tool, "create", path="/memories/a/b", file_text="y")
    does(tool, "create", path="/memories/c/d", file_text="y")
    assert "is not a file" in does(tool, "str_replace", path="/memories/c", old_str="y", new_str="z")
