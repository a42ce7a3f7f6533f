"""The persona's own tools through a real server process: what is served is what the library has (R10, R11)."""

from __future__ import annotations

from pathlib import Path

import pytest

from .agents import agent_of, process_of

pytestmark = pytest.mark.anyio


async def test_a_log_is_given_a_notice_beside_the_result(home: Path) -> None:
    # R10
    async with agent_of(home, language="ja") as agent:
        answer = await agent.client.call_tool("list_entity_memories", {})
        assert answer.meta is not None
        assert answer.meta["omoide/notice"] == "🛠 ページの一覧を見ました"


async def test_a_page_is_planned_and_written(tmp_path: Path) -> None:
    # R11: the first thing that is written makes the home; reading does not
    home = tmp_path / "later"
    async with process_of(home) as agent:
        assert await agent.data("list_entity_memories") == {"names": []}
        assert await agent.data("search_past_conversations", words=["tea"]) == {"messages": []}
        assert not home.exists()
        plan = await agent.data("plan_main_memory_edit", text="Snow today.")
        assert (await agent.data("plan_main_memory_edit", plan=plan["plan"]))["applied"] is True
        assert (await agent.data("read_main_memory"))["text"] == "Snow today.\n"
        assert "no plan" in await agent.refused("plan_main_memory_edit", plan=plan["plan"])
        assert (await agent.data("goals", action="add", goal="See the sea"))["goals"][0]["id"] == "sh_001"
