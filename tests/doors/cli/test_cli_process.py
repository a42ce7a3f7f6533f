"""What only a real process shows: pipes that close, Ctrl-C, what a cold start imports."""

# I3, E7

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .shell import Shell, chat


def test_exit_codes_reach_the_shell(shell: Shell) -> None:
    shell.run("show", "mem_20240101_001").refused(3)
    answer = shell.run("list", "--json")
    assert (answer.code, answer.json, answer.err) == (0, {"memories": []}, "")


def test_japanese_goes_through_pipes_whole(shell: Shell) -> None:
    answer = shell.run("remember", "温泉で猫のミケに会った", "--json")
    assert "温泉" in answer.json["trigger"]


@pytest.mark.skipif(sys.platform == "win32", reason="UTF-8 is forced there")
def test_a_terminal_that_knows_no_japanese_is_no_error(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.remember("温泉で猫のミケに会った")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    answer = shell.run("list")
    assert (answer.code, answer.err, "??" in answer.out) == (0, "", True)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break differently there")
def test_a_reader_that_leaves_is_no_error(shell: Shell, tmp_path: Path) -> None:
    shell.json("import", "chat", str(chat(tmp_path / "chat.jsonl", 40)))
    reader, writer = os.pipe()
    os.close(reader)
    with shell.process("list", "--json", stdout=writer) as child:
        os.close(writer)
        _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (141, "")


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_ctrl_c_keeps_what_was_done_and_a_second_import_does_the_rest(shell: Shell, tmp_path: Path) -> None:
    file = chat(tmp_path / "chat.jsonl", 560)
    shell("init")
    with shell.process("import", "chat", str(file)) as child:
        _wait_for_memories(shell.home / "omoide.db", child)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (130, "", "omoide: stopped; what was done is kept\n")
    kept = shell.json("stats")["total"]
    assert 0 < kept < 560
    rest = shell.json("import", "chat", str(file))
    assert (rest["turns"], rest["memories"], rest["failed"]) == (560, 560 - kept, 0)
    assert shell.json("stats")["total"] == 560


def _wait_for_memories(database: Path, child: subprocess.Popen[str]) -> None:
    """Until the first memories stand in the store while the import is still at work."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30)
    deadline = time.monotonic() + 60
    while not connection.execute("SELECT count(*) FROM memories").fetchone()[0]:
        assert child.poll() is None, child.communicate()
        assert time.monotonic() < deadline
    connection.close()


HEAVY = {"matplotlib", "plotext", "pydantic", "pydantic_ai", "rich", "tomlkit", "onnxruntime", "faiss", "httpx"}


@pytest.mark.parametrize("arguments", [["recall", "cats"], ["recall", "cats", "--limit", "3", "--json"], ["list"]])
def test_a_cold_start_imports_nothing_heavy(shell: Shell, arguments: list[str]) -> None:
    shell.remember("Two cats, Mike and Tama.")
    program = (
        "import sys, json, atexit\n"
        "from omoide.doors.cli import main\n"
        "loaded = lambda: sorted({name.partition('.')[0] for name in sys.modules})\n"
        "atexit.register(lambda: print(json.dumps(loaded()), file=sys.stderr))\n"
        f"main({arguments!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    assert set(json.loads(done.stderr.splitlines()[-1])) & HEAVY == set()


def test_a_command_imports_only_its_own_module(shell: Shell) -> None:
    program = (
        "import sys\n"
        "from omoide.doors.cli import main\n"
        "try:\n    main(['recall', 'cats'])\n"
        "finally:\n    print(*(n for n in sys.modules if n.startswith('omoide.doors.cli.')), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", timeout=60)
    loaded = {name.rpartition(".")[2] for name in done.stderr.split()}
    assert loaded == {
        "program", "commands", "catalogue", "place", "words", "printing", "zone", "recall", "inputs", "forms",
    }  # fmt: skip
