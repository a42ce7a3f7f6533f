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

from .claude import PLUGIN, ROOT, Claude
from .living import at_rest, processes, told, turns
from .messages_server import Model

Way = Callable[[Claude], list[str]]


def plugin_folder(claude: Claude) -> list[str]:
    return ["--plugin-dir", str(PLUGIN)]


def marketplace(claude: Claude) -> list[str]:
    for command in (["marketplace", "add", str(ROOT)], ["install", "omoide@omoide"]):
        done = claude.run("plugin", *command)
        assert done.code == 0, done
    return []


def settings(claude: Claude) -> list[str]:
    omoide(claude, "install", "claude-code")
    return []


def named_settings(claude: Claude) -> list[str]:
    named = str(claude.project / "mine.json")
    omoide(claude, "install", "claude-code", "--settings", named)
    return ["--settings", named]


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
    assert {hook["outcome"] for hook in second.hook("UserPromptSubmit")} == {"success"}
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
    for folder in (PLUGIN, ROOT):
        checked = claude.run("plugin", "validate", str(folder), "--strict")
        assert checked.code == 0, checked
    assert os.access(PLUGIN / "omoide", os.X_OK)


@pytest.mark.parametrize(("language", "words"), [("C.UTF-8", "not installed"), ("ja_JP.UTF-8", "見つからない")])
def test_without_the_program_a_session_goes_on_and_is_told_once(
    claude: Claude, tmp_path: Path, language: str, words: str
) -> None:
    alone = shutil.copytree(PLUGIN, tmp_path / "elsewhere" / "plugin")
    surroundings = {"PATH": "/usr/bin:/bin", "LANG": language}
    seen = [claude(text, "--plugin-dir", str(alone), **surroundings) for text in ("Hello!", "Hello again!")]
    assert [left.reply for left in seen] == ["Noted.", "Noted."]
    assert [words in left.hook("SessionStart")[0]["output"] for left in seen] == [True, False]
    assert [hook["outcome"] for left in seen for hook in left.hook("UserPromptSubmit")] == ["success", "success"]
    assert not claude.memory.exists()
    # Once it is installed (here: into the project) the plugin finds it, and what was missed is caught up with.
    program = claude.project / ".venv" / "bin" / "omoide"
    program.parent.mkdir(parents=True)
    program.symlink_to(installed())
    claude("There you are!", "--plugin-dir", str(alone), **surroundings)
    at_rest(claude)
    assert [said for said, _, _ in turns(claude)] == ["Hello!", "Hello again!", "There you are!"]
    program.unlink()
    left = claude("Where are you?", "--plugin-dir", str(alone), **surroundings)
    assert words in left.hook("SessionStart")[0]["output"], "a later loss is told again"


def damage(memory: Path) -> None:
    memory.mkdir()
    (memory / "omoide.db").write_bytes(b"not a database at all" * 500)


def wrong_settings(memory: Path) -> None:
    memory.mkdir()
    (memory / "settings.toml").write_text("recall = {")
    (memory / "omoide.db").touch()


@pytest.mark.parametrize("spoil", [damage, wrong_settings, Path.touch], ids=["damaged", "settings", "a file"])
@pytest.mark.parametrize("way", [plugin_folder, named_settings])
def test_a_broken_home_is_not_felt(claude: Claude, way: Way, spoil: Callable[[Path], None]) -> None:
    options = way(claude)
    spoil(claude.memory)
    left = claude("Hello there!", *options)
    assert left.reply == "Noted."
    assert {hook["outcome"] for name in ("SessionStart", "UserPromptSubmit") for hook in left.hook(name)} == {"success"}
    assert [hook["output"] for hook in left.hook("UserPromptSubmit")] == [""]


def test_servers_end_with_their_session(claude: Claude) -> None:
    with claude.talking(*plugin_folder(claude)) as talk:
        talk.say("Hello!")
        assert sum(" mcp" in command for command in processes(claude)) == 1
    at_rest(claude)  # and when this test ends, the fixture finds no process any more
