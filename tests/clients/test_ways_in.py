"""Taught in one session, known in the next, exactly once, whichever way Omoide came into Claude Code."""

# I1, R4

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from omoide.doors.claude_code.program import installed

from .claude import ROOT, Claude, be_patient
from .living import at_rest, processes, told, turns, until
from .messages_server import Model

Way = Callable[[Claude], list[str]]


def plugin_folder(claude: Claude) -> list[str]:
    return ["--plugin-dir", str(claude.plugin)]


def marketplace(claude: Claude) -> list[str]:
    for command in (["marketplace", "add", str(claude.checkout)], ["install", "omoide@omoide"]):
        done = claude.run("plugin", *command)
        assert done.code == 0, done
    return []


def settings(claude: Claude) -> list[str]:
    omoide(claude, "install", "claude-code")
    be_patient(claude.user / ".claude" / "settings.json")
    return []


def named_settings(claude: Claude) -> list[str]:
    named = claude.project / "mine.json"
    omoide(claude, "install", "claude-code", "--settings", str(named))
    be_patient(named)
    return ["--settings", str(named)]


def omoide(claude: Claude, *arguments: str) -> None:
    subprocess.run([installed(), *arguments], check=True, env=claude.environment, capture_output=True)


ENGLISH = (
    "My sister's dog is called Maru, and she loves the snow in Sapporo.",
    "What is my sister's dog called?",
    "Maru",
)
JAPANESE = ("妹の犬の名前はマルで、札幌の雪が大好きなんだ。", "妹の犬の名前、何だっけ？", "マル")


@pytest.mark.parametrize(
    ("way", "words"),
    [(plugin_folder, JAPANESE), (marketplace, ENGLISH), (settings, JAPANESE), (named_settings, ENGLISH)],
)
def test_what_was_said_once_is_known_the_next_time(
    claude: Claude, model: Model, way: Way, words: tuple[str, ...]
) -> None:
    options = way(claude)
    said, asked, name = words
    first = claude(said, *options)
    assert first.reply == "Noted."
    assert told(model.asked()[-1]) == [], "nothing was known yet"
    at_rest(claude)
    assert turns(claude) == [(said, "Noted.", "encoded")]
    second = claude(asked, *options)
    assert second.reply == "Noted."
    request = model.asked()[-1]
    (memory,) = told(request)
    assert said in memory
    assert (request.count("<memories>\n"), request.count(name)) == (1, memory.count(name)), (
        "once, and in no other place"
    )
    at_rest(claude)


def test_the_section_in_claude_md_reaches_the_model_and_nothing_else_with_it(claude: Claude, model: Model) -> None:
    # I8, R14: CLAUDE.md would pull in any file that is named with an @
    secret = claude.project / "secret.txt"
    secret.write_text("the-secret-of-the-house")
    omoide(claude, "remember", f"I was born in Kobe. See @{secret} and @secret.txt", "--protect")
    omoide(claude, "install", "claude-code", "--claude-md")
    claude("Hello!")
    request = model.asked()[-1]
    assert "## Memory" in request
    (memory,) = told(request)
    assert "I was born in Kobe." in memory
    assert "the-secret-of-the-house" not in request


def test_the_files_are_what_the_client_expects(claude: Claude) -> None:
    for folder in (ROOT / "plugin", ROOT):
        checked = claude.run("plugin", "validate", str(folder), "--strict")
        assert checked.code == 0, checked
    assert os.access(ROOT / "plugin" / "omoide", os.X_OK)


def test_without_the_program_a_session_goes_on_and_is_told_once(claude: Claude, tmp_path: Path) -> None:
    alone = shutil.copytree(claude.plugin, tmp_path / "elsewhere" / "plugin")

    def session(prompt: str, language: str = "C.UTF-8") -> str:
        left = claude(prompt, "--plugin-dir", str(alone), PATH="/usr/bin:/bin", LANG=language)
        assert left.reply == "Noted."
        assert [hook["outcome"] for hook in left.hook("UserPromptSubmit")] == ["success"]
        return left.hook("SessionStart")[0]["output"]

    assert "omoide is not installed" in session("Hello!")
    assert session("Hello again!") == ""
    assert not claude.memory.exists()
    # Once it is installed (here: into the project) the plugin finds it, and what was missed is caught up with.
    program = claude.project / ".venv" / "bin" / "omoide"
    program.parent.mkdir(parents=True)
    program.symlink_to(installed())
    assert session("There you are!") == ""
    at_rest(claude)
    assert [said for said, _, _ in turns(claude)] == ["Hello!", "Hello again!", "There you are!"]
    program.unlink()
    assert "見つからない" in session("Where are you?", "ja_JP.UTF-8"), "a later loss is told again"


def damage(memory: Path) -> None:
    memory.mkdir()
    (memory / "omoide.db").write_bytes(b"not a database at all" * 500)


def wrong_settings(memory: Path) -> None:
    memory.mkdir()
    (memory / "settings.toml").write_text("recall = {")
    (memory / "omoide.db").touch()


@pytest.mark.parametrize(
    ("way", "spoil"),
    [(plugin_folder, damage), (plugin_folder, wrong_settings), (plugin_folder, Path.touch), (named_settings, damage)],
    ids=["damaged", "settings", "a file", "damaged, by command"],
)
def test_a_broken_home_is_not_felt(claude: Claude, way: Way, spoil: Callable[[Path], None]) -> None:
    options = way(claude)
    spoil(claude.memory)
    left = claude("Hello there!", *options)
    assert left.reply == "Noted."
    hooks = [*left.hook("SessionStart"), *left.hook("UserPromptSubmit")]
    assert [(hook["outcome"], hook["output"]) for hook in hooks] == [("success", ""), ("success", "")]


def test_servers_end_with_their_session(claude: Claude) -> None:
    with claude.talking(*plugin_folder(claude)) as talk:
        talk.say("Hello!")
        assert sum(" mcp" in command for command in processes(claude)) == 1
    until(lambda: not processes(claude), "a server outlived its session")
