"""omoide import claude-code: moving in, exactly once with what the hooks took in."""

# N5, E7, I1

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doors.hooks.session import Session, turns
from tests.mind.transcript import written

from .shell import Shell


@pytest.fixture
def projects(tmp_path: Path) -> Path:
    written(tmp_path / "projects" / "-a" / "one.jsonl", turns("one", "My cat is called Mike.", "She likes tuna."))
    written(tmp_path / "projects" / "-b" / "two.jsonl", [b"broken\n", *turns("two", "My dog is called Pochi.")])
    return tmp_path / "projects"


def test_all_projects_move_in_once(shell: Shell, projects: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(projects.parent))
    first = shell("import", "claude-code", "--json")
    assert (first.code, first.json) == (2, {"turns": 3, "memories": 3, "skipped": 0, "failed": 1})
    assert first.err == "omoide: two.jsonl: 1 lines could not be read and were passed over.\n"
    again = shell("import", "claude-code", str(projects), str(projects / "-a" / "one.jsonl"), "--json")
    assert (again.code, again.json, again.err) == (0, {"turns": 0, "memories": 0, "skipped": 0, "failed": 0}, "")
    assert shell.json("stats")["total"] == 3


def test_the_usual_place_is_that_of_claude_code(shell: Shell, projects: Path) -> None:
    (Path.home() / ".claude").mkdir()
    projects.rename(Path.home() / ".claude" / "projects")
    assert shell("import", "claude-code", "--json").json["memories"] == 3


def test_what_the_hooks_took_in_is_known(shell: Shell, projects: Path) -> None:
    session = Session(shell.home, projects / "-a", "one")
    session.hook("session-end", reason="other")
    session.settle()
    answer = shell("import", "claude-code", str(projects), "--json")
    assert answer.json == {"turns": 1, "memories": 1, "skipped": 0, "failed": 1}
    assert shell.json("stats")["total"] == 3


def test_a_place_that_is_not_there_is_named(shell: Shell, tmp_path: Path) -> None:
    assert shell("import", "claude-code", str(tmp_path / "nowhere")).refused(3).startswith("there is no ")
    assert "projects" in shell("import", "claude-code").refused(3)


def test_one_that_cannot_be_read_does_not_keep_the_others(shell: Shell, projects: Path) -> None:
    (projects / "-a" / "folder.jsonl").mkdir()
    answer = shell("import", "claude-code", str(projects), "--json")
    assert (answer.code, answer.json["memories"], answer.json["failed"]) == (2, 3, 2)
    assert "folder.jsonl cannot be read" in answer.err


def test_a_pause_is_named(shell: Shell, projects: Path) -> None:
    shell("pause")
    assert "pause" in shell("import", "claude-code", str(projects)).refused(4)
