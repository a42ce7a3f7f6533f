"""When the nights are lived without anybody asking (I6): lines for cron, commands for the Task Scheduler of Windows.

Two jobs: the night at its hour, and an hourly look whether one was missed, for machines that are off at that hour. A
third, if wanted: a heartbeat every so many minutes (W6).
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from omoide.errors import OmoideError

BEGIN = "# omoide: begin (made by `omoide schedule install`)"
END = "# omoide: end"
_OURS = re.compile(r"^# omoide: begin.*?^# omoide: end[^\n]*\n?", re.MULTILINE | re.DOTALL)
TASKS = "Omoide"


@dataclass(frozen=True, slots=True)
class Job:
    """Its name, and the local hour at which it runs; None means every hour, or every so many minutes."""

    name: str
    hour: int | None
    command: tuple[str, ...]
    minutes: int | None = None


def jobs(program: str, home: str, hour: int, heartbeat: int | None = None) -> tuple[Job, ...]:
    """All personas and persons of a home; the home is named, since a scheduler knows nothing of a shell's variables."""
    sleep = (program, "sleep", "--all", "--home", home)
    found = Job("night", hour, sleep), Job("missed", None, (*sleep, "--if-missed"))
    if heartbeat is None:
        return found
    return (*found, Job("heartbeat", None, (program, "heartbeat", "--all", "--home", home), heartbeat))


def cron_lines(wanted: Sequence[Job]) -> str:
    """Cron reads a bare % as the end of the command."""
    lines = [
        f"{_minute(job)} {'*' if job.hour is None else job.hour} * * * "
        + shlex.join(job.command).replace("%", r"\%")
        + " >/dev/null 2>&1"
        for job in wanted
    ]
    return "\n".join([BEGIN, *lines, END]) + "\n"


def _minute(job: Job) -> str:
    if job.minutes is not None:
        return f"*/{job.minutes}" if job.minutes < 60 else "15"
    return "30" if job.hour is None else "0"


def with_lines(table: str, lines: str) -> str:
    """In the place of ours, else at the end; everything else stays as it is."""
    if _OURS.search(table):
        return _OURS.sub(lambda _: lines, table, count=1)
    return table + ("" if not table or table.endswith("\n") else "\n") + lines


def without_lines(table: str) -> str:
    return _OURS.sub("", table)


def ours(table: str) -> str:
    found = _OURS.search(table)
    return found[0] if found else ""


def create_tasks(wanted: Sequence[Job]) -> list[list[str]]:
    """schtasks takes the command as one text; /F replaces a task of that name."""
    return [
        ["schtasks", "/Create", "/F", "/TN", rf"{TASKS}\{job.name}", "/TR", subprocess.list2cmdline(job.command),
         *_when(job)]
        for job in wanted
    ]  # fmt: skip


def _when(job: Job) -> list[str]:
    if job.minutes is not None:
        return ["/SC", "MINUTE", "/MO", str(job.minutes)]
    return ["/SC", "HOURLY"] if job.hour is None else ["/SC", "DAILY", "/ST", f"{job.hour:02}:00"]


def delete_tasks(wanted: Sequence[Job]) -> list[list[str]]:
    return [["schtasks", "/Delete", "/F", "/TN", rf"{TASKS}\{job.name}"] for job in wanted]


def show_tasks(wanted: Sequence[Job]) -> list[list[str]]:
    return [["schtasks", "/Query", "/FO", "LIST", "/TN", rf"{TASKS}\{job.name}"] for job in wanted]


class NoScheduler(OmoideError):
    """There is nothing on this machine that would run it."""


def read_table() -> str:
    """The user's table; a user without one has an empty one."""
    done = _run(["crontab", "-l"])
    if done.returncode and "no crontab" not in done.stderr.lower():
        raise _failed(done)
    return "" if done.returncode else done.stdout


def write_table(table: str) -> None:
    done = _run(["crontab", "-"], table) if table else _run(["crontab", "-r"])
    if done.returncode:
        raise _failed(done)


def run_tasks(commands: Sequence[Sequence[str]]) -> list[str]:
    """What schtasks answered to each. A heartbeat that was never wished for is not missed."""
    answers = []
    for command in commands:
        done = _run(command)
        if done.returncode and (command[1] == "/Create" or not command[-1].endswith("heartbeat")):
            raise _failed(done)
        answers.append("" if done.returncode else done.stdout)
    return answers


def _run(command: Sequence[str], text: str | None = None) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", errors="replace")
    except FileNotFoundError as error:
        raise NoScheduler(
            f"there is no {command[0]} on this machine; install cron, or let another scheduler run "
            "`omoide sleep --all` every night.",
            f"{command[0]} がありません。cron を入れるか、別の仕組みで毎晩 `omoide sleep --all` を実行してください。",
        ) from error


def _failed(done: subprocess.CompletedProcess[str]) -> NoScheduler:
    said = " ".join((done.stderr or done.stdout).split())
    return NoScheduler(
        f"{done.args[0]} refused: {said}; nothing was changed.",
        f"{done.args[0]} に断られました: {said}。何も変更していません。",
    )
