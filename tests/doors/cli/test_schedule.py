"""omoide schedule, and the nights of everybody: omoide sleep --all."""

# I6, F7

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from omoide.doors.claude_code.program import installed
from omoide.doors.cli import crontab

from .shell import Shell

# Keeps a table in a file as the real program does; a user without one is told so, with exit code 1.
STAND_IN = """#!/bin/sh
table="$(dirname "$0")/table"
case "$1" in
-l) [ -f "$table" ] && cat "$table" || { echo "no crontab for $USER" >&2; exit 1; } ;;
-r) rm "$table" ;;
-) cat > "$table.new" && grep -q REFUSE "$table.new" && { echo "bad minute" >&2; exit 1; }; mv "$table.new" "$table" ;;
esac
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The crontab of a user, and a program that keeps it."""
    if sys.platform == "win32":
        pytest.skip("cron is not of Windows")
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "crontab").write_text(STAND_IN)
    (folder / "crontab").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return folder / "table"


def lines(home: Path, hour: int) -> str:
    sleep = shlex.join([installed(), "sleep", "--all", "--home", str(home)])
    return (
        "# omoide: begin (made by `omoide schedule install`)\n"
        f"0 {hour} * * * {sleep} >/dev/null 2>&1\n"
        f"30 * * * * {sleep} --if-missed >/dev/null 2>&1\n"
        "# omoide: end\n"
    )


def test_nights_are_scheduled_beside_what_is_there(shell: Shell, table: Path) -> None:
    mine = "MAILTO=me\n# backups\n5 4 * * 1 tar \\% # omoide: no mark"
    table.write_text(mine)
    assert shell.json("schedule", "show") == {"installed": False, "entries": []}
    assert shell("schedule", "install", "--dry-run").out.count("\n+") == 6
    assert table.read_text() == mine
    assert shell.json("schedule", "install") == {"changed": True, "dry_run": False}
    assert table.read_text() == mine + "\n" + lines(shell.home, 3)
    assert shell.json("schedule", "install")["changed"] is False
    shell("config", "set", "night.hour", "5")
    table.write_text(table.read_text() + "1 1 * * * after\n")
    assert shell.json("schedule", "install")["changed"] is True
    assert table.read_text() == mine + "\n" + lines(shell.home, 5) + "1 1 * * * after\n"
    assert len(shell.json("schedule", "show")["entries"]) == 2
    assert shell.json("schedule", "remove")["changed"] is True
    assert table.read_text() == mine + "\n1 1 * * * after\n"


def test_a_user_without_a_table(shell: Shell, table: Path) -> None:
    assert shell.json("schedule", "remove")["changed"] is False
    shell.json("schedule", "install")
    assert table.read_text() == lines(shell.home, 3)
    shell.json("schedule", "remove")
    assert not table.exists()


def test_without_a_scheduler_it_says_what_to_do(shell: Shell, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table.write_text("REFUSE\n")
    assert "bad minute" in shell("schedule", "install").refused(1)
    assert table.read_text() == "REFUSE\n"
    monkeypatch.setenv("PATH", str(table.parents[1]))
    assert "omoide sleep --all" in shell("schedule", "install").refused(1)


def test_the_line_runs_what_it_says(shell: Shell, table: Path) -> None:
    """As cron would: by sh, after an unescaped % ended the command, in a folder with a blank and a percent sign."""
    odd = Shell(shell.home.parent / "it's 100% mine")
    for persona in ("aoi", "juno"):
        odd("--home", str(odd.home), "--persona", persona, "remember", "Snow fell on the harbour.")
    assert shell.json("--home", str(odd.home), "schedule", "install")["changed"] is True
    night = table.read_text().splitlines()[1].removeprefix("0 3 * * * ").removesuffix(" >/dev/null 2>&1")
    assert r"\%" in night
    done = subprocess.run(["sh", "-c", night.replace(r"\%", "%") + " --json"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"persona": "aoi"' in done.stdout
    assert '"persona": "juno"' in done.stdout


def test_commands_for_windows() -> None:
    jobs = crontab.jobs("C:\\Users\\Jo Do\\omoide.exe", "D:\\my memory", 3)
    sleep = '"C:\\Users\\Jo Do\\omoide.exe" sleep --all --home "D:\\my memory"'
    assert crontab.create_tasks(jobs) == [
        ["schtasks", "/Create", "/F", "/TN", "Omoide\\night", "/TR", sleep, "/SC", "DAILY", "/ST", "03:00"],
        ["schtasks", "/Create", "/F", "/TN", "Omoide\\missed", "/TR", f"{sleep} --if-missed", "/SC", "HOURLY"],
    ]
    assert crontab.delete_tasks(jobs)[1] == ["schtasks", "/Delete", "/F", "/TN", "Omoide\\missed"]


def test_everybody_sleeps(shell: Shell) -> None:
    then = "2026-01-10T12:00:00+00:00"
    for persona, person in (("aoi", "ken"), ("aoi", "mai"), ("juno", "ken")):
        shell.json("--persona", persona, "--person", person, "remember", "The ferry was late.", "--time", then)
    now = "2026-01-12T04:00:00+00:00"
    told = shell.json("sleep", "--all", "--if-missed", "--now", now, "--persona", "aoi")["nights"]
    assert [(n["persona"], n["person"], n["night"], n["lived"]) for n in told] == [
        ("aoi", "ken", "2026-01-12", True),
        ("aoi", "mai", "2026-01-12", True),
    ]
    told = shell.json("sleep", "--all", "--now", now)["nights"]
    assert [(n["persona"], n["lived"]) for n in told] == [("aoi", False), ("aoi", False), ("juno", True)]
    assert shell.json("sleep", "--all", "--if-missed", "--now", now) == {"nights": []}
