"""The server as a client starts it: a process on stdio, over homes that come, change and are somebody else's."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import anyio
import pytest

from omoide.domain.learned import KnowledgeFacts, Learned
from omoide.domain.turn import Scope
from omoide.doors.hooks.log import Log
from omoide.doors.wire.doorkeeper import Doorkeeper
from omoide.extras import install_line
from omoide.knowing import write_learned
from omoide.pages import write_entity
from omoide.tools import TOOLS
from tests.mind.world import Clock, mind_in

from .agents import PROGRAM, agent_of, process_of

pytestmark = pytest.mark.anyio
CAT = "mem_20260118_001"
FIRST = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}  # fmt: skip


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_both_eras_of_the_protocol_are_served(home: Path, mode: str) -> None:
    # I2, R14
    async with process_of(home, mode=mode) as agent:
        offered = (await agent.client.list_tools()).tools
        assert [tool.name for tool in offered] == [*(tool.name for tool in TOOLS), "prime_prompt"]
        for tool, ours in zip(offered, TOOLS, strict=False):
            assert (tool.title, tool.description) == (ours.title, ours.description)
            assert tool.input_schema["type"] == tool.output_schema["type"] == "object"
            hints = tool.annotations
            flags = (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint)
            assert flags == (ours.read_only, ours.destructive, ours.idempotent, False)
        found = await agent.data("recall_memories", cue="Mochi", limit=1)
        assert len(found["memories"]) == 1
        templates = (await agent.client.list_resource_templates()).resource_templates
        assert [template.uri_template for template in templates] == ["memory://{id}", "day://{date}"]


async def test_the_hints_are_true(home: Path) -> None:
    # I2: what calls itself read-only changes nothing in the home
    def content() -> list[Any]:
        with closing(sqlite3.connect(home / "omoide.db")) as database:
            plain = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
            tables = [name for (name,) in database.execute(plain)]
            return [database.execute(f"SELECT * FROM {name}").fetchall() for name in tables]

    with mind_in(home) as mind:
        write_entity(mind.faculties, "Mochi", "A cat.")
        cats = Learned("knowledge", "Cats", "Cats sleep all day.", KnowledgeFacts())
        write_learned(mind.faculties, mind.settings, cats, mind.faculties.clock.now(), action="created")
        mind.refresh_graph()  # which is derived, and read anew by whoever looks at it
    before = content()
    nothing: dict[str, Any] = {}
    given = {
        "search_memory": {"query": "Mochi"}, "why": {"memory_id": CAT}, "read_memory_context": {"memory_id": CAT},
        "search_past_conversations": {"words": ["Mochi"]}, "read_entity_memory": {"name": "Mochi"},
        "search_entity_memory": {"query": "cat"}, "read_memory_file": {"name": "notepad"}, "status": nothing,
        "list_entity_memories": nothing, "read_main_memory": nothing, "read_secret_diary": nothing,
        "search_knowledge_base": {"query": "Mochi"}, "list_entity_proposals": nothing,
        "develop_topic": {"topic": "Mochi"}, "why_page": {"page": "knowledge:Cats"},
    }  # fmt: skip
    async with agent_of(home) as agent:
        for tool in TOOLS:
            if tool.read_only:
                await agent.data(tool.name, **given.get(tool.name, {}))
        await agent.client.list_resources()
        await agent.client.read_resource(f"memory://{CAT}")
    assert content() == before
    assert {tool.name for tool in TOOLS if tool.read_only} == set(given)
    assert {tool.name for tool in TOOLS if tool.destructive} == {"forget"}


async def test_no_home_is_made_by_reading_and_one_that_appears_is_found(tmp_path: Path) -> None:
    # I2
    home = tmp_path / "later"
    async with process_of(home) as agent:
        status = await agent.data("status")
        assert (status["ready"], status["home"], status["persona"], status["memories"]) == (False, str(home), "aoi", 0)
        assert await agent.data("recall_memories", cue="tea") == {"memories": [], "linked": []}
        assert await agent.data("search_memory", query="tea") == {"memories": [], "linked": [], "learned": []}
        assert await agent.text("prime_prompt", prompt="tea?") == ""
        for tool in ("protect", "unprotect", "forget", "why", "read_memory_context"):
            assert "nothing is remembered yet" in await agent.refused(tool, memory_id=CAT)
        assert "nothing is remembered yet" in await agent.refused("sleep_now")
        assert (await agent.client.list_resources()).resources == []
        assert not home.exists()
        with mind_in(home) as mind:
            mind.remember("I drink oolong tea every morning.")
        assert len((await agent.data("recall_memories", cue="oolong tea"))["memories"]) == 1
        assert (await agent.data("status"))["memories"] == 1


async def test_a_home_that_a_newer_program_upgraded_is_left_alone(home: Path) -> None:
    # N4: even while it is open here
    async with agent_of(home) as agent:
        await agent.data("recall_memories", cue="Mochi")
        with closing(sqlite3.connect(home / "omoide.db")) as database, database:
            database.execute("INSERT INTO migrations (number, name, applied_at) VALUES (999, 'from the future', 0)")
        for tool, given in (("recall_memories", {"cue": "Mochi"}), ("remember", {"text": "Hello."})):
            answer = await agent.client.call_tool(tool, given)
            assert answer.is_error
            assert "newer omoide" in answer.content[0].text
        with closing(sqlite3.connect(home / "omoide.db")) as database, database:
            database.execute("DELETE FROM migrations WHERE number = 999")
        assert (await agent.data("status"))["memories"] == 3


async def test_a_home_that_was_replaced_is_opened_anew(home: Path, tmp_path: Path) -> None:
    # N4: a restore puts another file in place of the one that is open
    with mind_in(tmp_path / "other") as mind:
        mind.remember("The other home knows about bicycles.")
    async with agent_of(home) as agent:
        assert (await agent.data("status"))["memories"] == 3
        for name in ("omoide.db-wal", "omoide.db-shm"):
            (home / name).unlink(missing_ok=True)
        os.replace(tmp_path / "other" / "omoide.db", home / "omoide.db")
        assert (await agent.data("status"))["memories"] == 1
        assert len((await agent.data("search_memory", query="bicycles"))["memories"]) == 1


async def test_a_damaged_or_unusable_home_is_told_with_the_remedy(tmp_path: Path) -> None:
    # X1
    (tmp_path / "omoide.db").write_bytes(b"no database at all, but long enough to be looked at" * 100)
    async with agent_of(tmp_path) as agent:
        answer = await agent.client.call_tool("recall_memories", {"cue": "tea"})
        assert (answer.is_error, "omoide repair" in answer.content[0].text) == (True, True)
        with pytest.raises(Exception, match="omoide repair"):
            await agent.client.list_resources()
    (tmp_path / "file").write_text("a file where a folder should be")
    async with agent_of(tmp_path / "file") as agent:
        assert "--home" in (await agent.client.call_tool("remember", {"text": "Hi."})).content[0].text


async def test_broken_settings_are_told_and_mended_ones_are_used(home: Path) -> None:
    # I7
    async with agent_of(home) as agent:
        assert len((await agent.data("recall_memories", cue="Mochi"))["memories"]) > 1
        (home / "settings.toml").write_text("[recall]\ntop_k = 'many'\n")
        answer = await agent.client.call_tool("recall_memories", {"cue": "Mochi"})
        assert (answer.is_error, "recall.top_k" in answer.content[0].text) == (True, True)
        (home / "settings.toml").write_text("[recall]\ntop_k = 1\n")
        assert len((await agent.data("recall_memories", cue="Mochi"))["memories"]) == 1


async def test_a_writer_elsewhere_keeps_no_reader_waiting(home: Path) -> None:
    # X8
    done: list[Any] = []
    async with agent_of(home) as agent:
        with closing(sqlite3.connect(home / "omoide.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            async with anyio.create_task_group() as group:

                async def write() -> None:
                    done.append(await agent.data("remember", text="My bike is red."))

                group.start_soon(write)
                assert (await agent.data("status"))["memories"] == 3
                assert len((await agent.data("search_memory", query="tuna"))["memories"]) >= 1
                assert done == []
                other.execute("COMMIT")
        assert done[0]["memory"]["id"]
        assert (await agent.data("status"))["memories"] == 4


async def test_two_servers_share_a_home(home: Path) -> None:
    # X8
    async with process_of(home) as one, process_of(home) as other:

        async def remember(agent: Any, n: int) -> None:
            await agent.data("remember", text=f"Note number {n}: the bus leaves at {n} o'clock.")

        async with anyio.create_task_group() as group:
            for n in range(6):
                group.start_soon(remember, (one, other)[n % 2], n)
        assert [(await agent.data("status"))["memories"] for agent in (one, other)] == [9, 9]
        assert (await one.data("forget", memory_id=CAT)) == {"id": CAT}
        assert CAT in await other.refused("why", memory_id=CAT)


async def test_nothing_of_another_person_is_ever_shown(home: Path) -> None:
    # N6: not by tools, resources, counts, or an id that is known
    with mind_in(home, Clock(), person="bo") as mind:
        secret = mind.remember("Bo keeps the spare key under the blue pot.", protect=True).id
    async with agent_of(home, person="me") as agent:
        assert (await agent.data("status"))["memories"] == 3
        for tool in ("recall_memories", "search_memory"):
            told = await agent.text(tool, **{"cue" if tool == "recall_memories" else "query": "spare key blue pot"})
            assert "pot" not in told
        for tool in ("why", "read_memory_context", "protect", "unprotect", "forget"):
            assert secret in await agent.refused(tool, memory_id=secret)
        assert "blue pot" not in (await agent.client.read_resource("day://2026-01-18")).contents[0].text
        assert secret not in str((await agent.client.list_resources()).resources)
        with pytest.raises(Exception, match="no memory has the id"):
            await agent.client.read_resource(f"memory://{secret}")
        around = await agent.data("read_memory_context", memory_id=CAT, before=20, after=20)
        assert "blue pot" not in str(around)
    async with agent_of(home, person="bo") as agent:
        assert [m["id"] for m in (await agent.data("recall_memories", cue="spare key"))["memories"]] == [secret]


async def test_resources_tell_memories_and_days(home: Path) -> None:
    # I2
    async with agent_of(home) as agent:
        listed = (await agent.client.list_resources()).resources
        assert [str(one.uri) for one in listed] == [f"memory://mem_20260118_00{n}" for n in (3, 2, 1)]
        memory = (await agent.client.read_resource(f"memory://{CAT}")).contents[0]
        assert (memory.mime_type, str(memory.uri)) == ("text/plain", f"memory://{CAT}")
        assert memory.text == await agent.text("why", memory_id=CAT)
        day = (await agent.client.read_resource("day://2026-01-18")).contents[0].text.split("\n")
        assert len(day) == 2 + 3 + 3
        assert day[-2].endswith("新しい職場は横浜にあります。 → 横浜なら通いやすいですね。")
        empty = (await agent.client.read_resource("day://2020-02-29")).contents[0].text
        assert empty == "Nothing is kept of that day."
        for uri, says in (
            ("day://2026-02-30", "day://2026-01-18"),
            ("day://9999-12-31", "too far away"),
            ("memory://mem_x", "no memory has the id mem_x"),
            ("memory://", "there is no resource"),
            ("file:///etc/passwd", "there is no resource"),
        ):
            with pytest.raises(Exception, match=says):
                await agent.client.read_resource(uri)


async def test_the_prompt_hook_gets_its_json(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # R4, R14, E3
    monkeypatch.setenv("OMOIDE_HOOKS__DEADLINE_MS", "60000")  # the machine may be busy
    async with agent_of(home) as agent:
        told = json.loads(
            await agent.text("prime_prompt", prompt="What does my cat Mochi eat?", session_id="s", cwd="/p")
        )
        hook = told["hookSpecificOutput"]
        assert hook["hookEventName"] == "UserPromptSubmit"
        assert hook["additionalContext"].startswith("<memories>\n")
        assert "tuna" in hook["additionalContext"]
        for prompt in ("/clear", "quantum chromodynamics lattice", ""):
            assert await agent.text("prime_prompt", prompt=prompt) == ""
        for odd in ({}, {"prompt": 5}, {"prompt": "Mochi", "colour": "red", "session_id": None}):
            answer = await agent.client.call_tool("prime_prompt", odd)
            assert not answer.is_error
    (home / "omoide.db").write_bytes(b"broken" * 1000)
    async with agent_of(home) as agent:
        assert await agent.text("prime_prompt", prompt="Mochi") == ""
    assert [(line["hook"], line["what"]) for line in Log(home).lines()] == [("user-prompt-submit", "StoreDamaged")]


def test_it_ends_when_stdin_closes_and_stdout_is_only_protocol(home: Path) -> None:
    # I2
    server = subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env={**os.environ, "OMOIDE_HOME": str(home), "OMOIDE_PERSONA": "aoi"},
    )  # fmt: skip
    assert server.stdin is not None
    assert server.stdout is not None
    with server:
        for message in (FIRST, "no JSON at all", {"jsonrpc": "2.0", "id": 2, "method": "ping"}):
            server.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
        server.stdin.flush()
        answers = {}
        while not {1, 2} <= answers.keys():
            answer = json.loads(server.stdout.readline())
            answers[answer.get("id")] = answer
        assert answers[1]["result"]["serverInfo"]["name"] == "omoide"
        server.stdin.close()
        assert [json.loads(line)["jsonrpc"] for line in server.stdout] in ([], ["2.0"])
        assert server.wait(60) == 0
        assert "Traceback" not in (server.stderr.read() if server.stderr else "")


def test_it_does_not_wait_for_a_call_that_nobody_waits_for(home: Path) -> None:
    # I2, X8: a client that leaves while a write waits for another process leaves no process behind
    with closing(sqlite3.connect(home / "omoide.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        server = subprocess.Popen(
            PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
            env={**os.environ, "OMOIDE_HOME": str(home), "OMOIDE_PERSONA": "aoi"},
        )  # fmt: skip
        assert server.stdin is not None
        assert server.stdout is not None
        call = {"method": "tools/call", "params": {"name": "remember", "arguments": {"text": "My bike is red."}}}
        with server:
            for message in (FIRST, {"jsonrpc": "2.0", "id": 2, **call}, {"jsonrpc": "2.0", "id": 3, "method": "ping"}):
                server.stdin.write(json.dumps(message) + "\n")
            server.stdin.flush()
            while json.loads(server.stdout.readline()).get("id") != 3:
                pass
            server.stdin.close()
            assert server.wait(20) == 0  # the write would wait for 30 seconds


def test_a_call_inside_the_old_home_may_finish(home: Path) -> None:
    # X8: a home that is opened anew is closed only when the last one has left it
    keeper = Doorkeeper(home, "aoi", None, "en")
    with keeper.mind() as before, before.faculties.store.transaction():
        before.faculties.store.state.set("half", "done")
        (home / "settings.toml").write_text("[recall]\ntop_k = 2\n")
        with keeper.mind() as after:
            assert after is not before
            assert after.settings.recall.top_k == 2
        before.faculties.store.state.set("whole", "done")
    with keeper.mind() as mind:
        assert [mind.faculties.store.state.get(key) for key in ("half", "whole")] == ["done", "done"]
    assert keeper.whose.scope == Scope("aoi", "me")
    keeper.close()


def test_the_server_loads_its_half_of_the_library_or_all_of_it() -> None:
    # I2: the client's half would take memory for as long as the server lives; a version that needs it gets it
    code = (
        "import sys, omoide.doors.mcp.lean as lean\n{break_it}\nlean.load_server_half()\n"
        "import omoide.doors.mcp.server\nprint('mcp.client' in sys.modules, 'mcp.server.lowlevel' in sys.modules)"
    )
    for break_it, says in (
        ("", "False True"),
        ("lean.ROOMS = ('mcp.server.lowlevel', 'mcp.no_such_room')", "True True"),
    ):
        program = [PROGRAM[0], "-c", code.format(break_it=break_it)]
        done = subprocess.run(program, capture_output=True, text=True)
        assert done.stdout.strip() == says, done.stderr


def test_the_extra_that_is_missing_is_named(home: Path) -> None:
    # I2
    code = (
        "import sys, importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'mcp' else find(name, package)\n"
        "from omoide.doors.cli import main\nmain(['mcp'])"
    )
    done = subprocess.run([PROGRAM[0], "-c", code], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (7, "")
    assert done.stderr == f"omoide: mcp is not installed (it comes with omoide[mcp]): run {install_line('mcp')}\n"
