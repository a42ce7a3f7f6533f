"""The plugin fits the program: the same version, hooks that exist, a tool that takes what it is given."""

# I1

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from omoide import __version__
from omoide.doors.claude_code import entries
from omoide.doors.hooks.commands import NAMES

ROOT = Path(__file__).parents[3]
PLUGIN = ROOT / "plugin"


def read(path: str) -> Any:
    return json.loads((ROOT / path).read_text(encoding="utf-8"))


def hooks() -> dict[str, dict[str, Any]]:
    """The one hook of each event."""
    found = {}
    for event, groups in read("plugin/hooks/hooks.json")["hooks"].items():
        ((found[event],),) = (group["hooks"] for group in groups)
    return found


def test_names_and_versions_agree() -> None:
    manifest, market = read("plugin/.claude-plugin/plugin.json"), read(".claude-plugin/marketplace.json")
    assert manifest["version"] == __version__
    (offered,) = market["plugins"]
    assert (offered["name"], ROOT / offered["source"]) == (manifest["name"], PLUGIN)


def test_every_hook_is_one_that_the_program_knows() -> None:
    assert sorted(name for name, _ in entries.EVENTS.values()) == sorted(NAMES)
    commands = {event: hook for event, hook in hooks().items() if event != "UserPromptSubmit"}
    wanted = entries.hooks("${CLAUDE_PLUGIN_ROOT}/omoide", (), warm=True)
    assert commands == {event: hook for event, hook in wanted.items() if event != "UserPromptSubmit"}


def test_the_prompt_is_put_to_the_warm_server_and_to_nobody_else() -> None:
    pytest.importorskip("mcp")
    from omoide.doors.mcp.priming import PRIME

    prompt, server = hooks()["UserPromptSubmit"], read("plugin/.mcp.json")["mcpServers"]
    wanted = entries.hooks("", (), warm=True)["UserPromptSubmit"]
    assert prompt == {**wanted, "server": f"plugin:{read('plugin/.claude-plugin/plugin.json')['name']}:omoide"}
    assert server == {"omoide": {"command": "${CLAUDE_PLUGIN_ROOT}/omoide", "args": ["mcp"]}}
    assert (prompt["tool"], set(prompt["input"])) == (PRIME.name, set(PRIME.input_schema["properties"]))


def test_the_stand_in_of_a_missing_program_speaks_the_protocol(tmp_path: Path) -> None:
    """Every request is answered with its id, whatever the order of its fields, and a notification is not answered."""
    said = [
        {"jsonrpc": "2.0", "id": "probe-1", "method": "server/discover", "params": {"a": {"b": 1}}},
        {"method": "initialize", "params": {"protocolVersion": "2025-11-25"}, "jsonrpc": "2.0", "id": 0},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"method": "tools/list", "jsonrpc": "2.0", "id": 1},
        {"method": "tools/call", "params": {"name": "prime_prompt", "arguments": {"prompt": 'a \\" "id":7} %s $(x)'}},
         "jsonrpc": "2.0", "id": 2},
    ]  # fmt: skip
    launcher = tmp_path / "plugin" / "omoide"
    launcher.parent.mkdir()
    launcher.write_bytes((PLUGIN / "omoide").read_bytes())
    done = subprocess.run(
        ["sh", launcher, "mcp"], input="".join(json.dumps(m, separators=(",", ":")) + "\n" for m in said),
        capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}, timeout=30,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == ["probe-1", 0, 1, 2]
    assert "error" in answers[0]
    assert answers[1]["result"]["protocolVersion"] == "2025-11-25"
    assert [tool["name"] for tool in answers[2]["result"]["tools"]] == ["prime_prompt"]
    assert answers[3]["result"] == {"content": [{"type": "text", "text": "{}"}]}
    assert done.returncode == 0


def test_who_misses_the_program_is_told_a_line_that_installs_it(tmp_path: Path) -> None:
    # I11: nothing is published; the clone that the plugin came from is there
    known = tmp_path / ".claude" / "plugins" / "known_marketplaces.json"
    known.parent.mkdir(parents=True)

    def told(launcher: Path, language: str = "C") -> str:
        launcher.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PLUGIN / "omoide", launcher)
        done = subprocess.run(
            ["sh", launcher, "hook", "session-start"], capture_output=True, text=True, encoding="utf-8", timeout=30,
            env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "LANG": language,
                 "CLAUDE_PLUGIN_DATA": str(launcher.parent / language)},
        )  # fmt: skip
        assert (done.stderr, done.returncode) == ("", 0)
        return json.loads(done.stdout)["systemMessage"].partition(": ")[2]

    clone = tmp_path / "my clone"
    clone.mkdir()
    (clone / "pyproject.toml").touch()
    assert told(clone / "plugin" / "omoide") == f"run pip install '{clone}[mcp]'"
    assert told(tmp_path / "a" / "omoide") == "run pip install '.[mcp]' in a clone of Omoide"
    assert told(tmp_path / "a" / "omoide", "ja_JP") == "Omoide のクローンで pip install '.[mcp]' を実行してください"
    where = {"omoide": {"source": {"source": "directory"}, "installLocation": str(clone)}}  # as the client writes it
    other = {"another": {"source": {}, "installLocation": "/elsewhere"}}
    known.write_text(json.dumps(other | where | {"last": other["another"]}, indent=2), encoding="utf-8")
    assert told(tmp_path / "b" / "omoide") == f"run pip install '{clone}[mcp]'"
    assert told(tmp_path / "b" / "omoide", "ja_JP") == f"pip install '{clone}[mcp]' を実行してください"


def test_two_hooks_that_find_the_program_again_at_once_say_nothing_of_it(tmp_path: Path) -> None:
    # I1: the other one takes the mark away after this one has seen it
    told = tmp_path / "data" / "told-that-omoide-is-missing"
    told.mkdir(parents=True)
    program = tmp_path / "bin" / "omoide"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho found\n")
    late = tmp_path / "bin" / "rmdir"
    late.write_text('#!/bin/sh\n/bin/rmdir "$@"; exec /bin/rmdir "$@"\n')
    for made in (program, late):
        made.chmod(0o700)
    launcher = shutil.copy(PLUGIN / "omoide", tmp_path / "launcher")
    done = subprocess.run(
        ["sh", launcher, "hook", "session-start"], capture_output=True, text=True, timeout=30,
        env={"PATH": f"{program.parent}:/usr/bin:/bin", "HOME": str(tmp_path), "CLAUDE_PLUGIN_DATA": str(told.parent)},
    )  # fmt: skip
    assert (done.stdout, done.stderr, done.returncode) == ("found\n", "", 0)
    assert not told.exists()


def test_the_lock_of_the_clients_names_no_registry() -> None:
    lock = read("tests/clients/package-lock.json")
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    pinned = read("tests/clients/package.json")
    versions = (pinned["dependencies"] | pinned["optionalDependencies"]).values()
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions)
