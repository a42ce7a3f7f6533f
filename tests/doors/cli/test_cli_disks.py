"""A disk that takes no writing takes away writing alone, through the command line (O7)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from omoide import open_mind
from tests.servers.disks import ReadOnly, SmallDisk

from .shell import Shell

FULL = {"en": "is full", "ja": "いっぱい"}

_KILLED = """
import os, sys
from omoide import open_mind

mind = open_mind(sys.argv[1])
mind.remember("My sister Noor plays the cello")
os.kill(os.getpid(), 9)
"""


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which something was said and a night lived."""
    home = tmp_path_factory.mktemp("lived") / "home"
    with open_mind(home) as mind:
        mind.perceive("We went to the museum with Mara on Sunday", "How lovely", session="s")
        mind.perceive("猫のタマが病気になった", "心配だね", session="s")
        mind.end_session()
        mind.sleep()
        mind.add_goal("Learn the ukulele")
    return home


def on(shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("OMOIDE_HOME", str(home))
    return Shell(home)


def reads_everything(shell: Shell, out: Path) -> None:
    """Every way to read, unmarked and marked; exports go to another disk."""
    found = shell.json("recall", "museum", "--no-mark")["memories"]
    assert any("museum" in one["trigger"] for one in found)
    assert [one["id"] for one in shell.json("recall", "museum")["memories"]] == [one["id"] for one in found]
    assert "museum" in shell("prime", "What about the museum with Mara?").out
    memory = found[0]["id"]
    for command in (
        "list", f"show {memory}", f"why {memory}", "stats", "log", "thread", "notes", "tasks", "diary", "episodes",
        "mood", "goals", "questions", "dreams", "entities", "people", "pages", "topics", "graph", "graph spread museum",
        "knowledge", "procedures", "skills", "kb list", "kb search museum", "archive list", "archive search museum",
        "audit", "backup list", "token list", "config show", "check",
    ):  # fmt: skip
        answer = shell(*command.split())
        assert (answer.code, answer.err) == (0, ""), (command, answer)
    for form in ("memories", "dialogue", "json", "old"):
        assert shell("export", "--format", form, "--to", str(out / form)).code == 0, form
    assert len(json.loads((out / "memories").read_text("utf-8"))) == len(shell.json("list")["memories"])


def refuses_writing(shell: Shell, memory: str, said: dict[str, str]) -> None:
    """In one line that names the disk, in both languages."""
    for command in (
        "remember tea", f"protect {memory}", "pause", "sleep", "backup create", "config set recall.top_k 3", "reindex",
        "goals add tea",
    ):  # fmt: skip
        for language, words in said.items():
            line = shell(*command.split(), "--lang", language).refused(6)
            assert words in line, (command, line)
            assert str(shell.home) in line, (command, line)


def named_by(shell: Shell, command: str) -> tuple[str, str]:
    """How severe the finding about the disk is, and what it says."""
    (told,) = [one for one in shell(command, "--json").json["findings"] if one["what"] == "disk"]
    return told["severity"], told["text"]


def test_a_read_only_disk_is_read(
    shell: Shell, lived: Path, tmp_path: Path, read_only: ReadOnly, monkeypatch: pytest.MonkeyPatch
) -> None:
    # O7
    home = read_only(Path(shutil.copytree(lived, tmp_path / "home")))
    shell = on(shell, home, monkeypatch)
    before = sorted(os.listdir(home))
    (tmp_path / "out").mkdir()
    reads_everything(shell, tmp_path / "out")
    memory = shell.json("list")["memories"][0]["id"]
    refuses_writing(shell, memory, read_only.said)
    for command in (f"forget {memory} --yes", "erase person me"):
        assert read_only.said["en"] in shell(*command.split()).refused(6)
    assert named_by(shell, "check")[0] == "warning"
    assert named_by(shell, "doctor")[0] == "error"
    assert read_only.said["en"] in named_by(shell, "doctor")[1]
    assert sorted(os.listdir(home)) == before


def test_a_home_that_was_left_by_a_kill_is_read_to_its_last_word(
    shell: Shell, lived: Path, tmp_path: Path, read_only: ReadOnly, monkeypatch: pytest.MonkeyPatch
) -> None:
    # O7
    home = Path(shutil.copytree(lived, tmp_path / "home"))
    subprocess.run([sys.executable, "-c", _KILLED, str(home)], timeout=60)
    copied = Path(shutil.copytree(home, tmp_path / "copied"))
    (copied / "omoide.db-shm").unlink()
    shell = on(shell, read_only(home), monkeypatch)
    assert "cello" in shell.json("recall", "cello", "--no-mark")["memories"][0]["trigger"]
    assert shell("check").code == 0
    shell = on(shell, read_only(copied), monkeypatch)
    for command in ("recall cello", "list", "check"):
        assert "omoide.db-wal" in shell(*command.split()).refused(6)
    assert "最後の変更" in shell("recall", "cello", "--lang", "ja").refused(6)


def test_a_full_disk_is_read(
    shell: Shell, lived: Path, tmp_path: Path, small_disk: SmallDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # O7
    shell = on(shell, Path(shutil.copytree(lived, small_disk.at / "home")), monkeypatch)
    small_disk.fill()
    (tmp_path / "out").mkdir()
    reads_everything(shell, tmp_path / "out")
    refuses_writing(shell, shell.json("list")["memories"][0]["id"], FULL)
    assert FULL["en"] in named_by(shell, "check")[1]
    small_disk.free()
    shell.remember("tea")
    assert {one["what"]: one["severity"] for one in shell("check", "--json").json["findings"]}["integrity"] == "ok"


def test_something_can_be_forgotten_on_a_full_disk(
    shell: Shell, lived: Path, small_disk: SmallDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # O7: in the room that was set apart for it, and again once that is restored
    shell = on(shell, Path(shutil.copytree(lived, small_disk.at / "home")), monkeypatch)
    shell.json("remember", "I am Ken and I like sardines", "--person", "ken")
    small_disk.fill()
    for one in shell.json("list")["memories"]:
        assert shell("forget", one["id"], "--yes").code == 0
        assert FULL["en"] in shell("remember", "tea").refused(6)  # the room is for nothing else
    assert shell.json("list")["memories"] == []
    token = shell.json("erase", "person", "ken")["token"]
    assert shell.json("erase", "person", "ken", "--token", token)["clean"] is True
    assert shell("check").code == 0


def test_a_backup_can_be_taken_onto_another_disk(
    shell: Shell, lived: Path, tmp_path: Path, read_only: ReadOnly, monkeypatch: pytest.MonkeyPatch
) -> None:
    # O7: what can still be saved from a disk that fails
    home = read_only(Path(shutil.copytree(lived, tmp_path / "home")))
    monkeypatch.setenv("OMOIDE_BACKUP__FOLDER", str(tmp_path / "elsewhere"))
    shell = on(shell, home, monkeypatch)
    taken = shell.json("backup", "create")
    assert (tmp_path / "elsewhere" / taken["name"]).is_file(), taken
