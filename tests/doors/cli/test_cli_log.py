"""omoide log: shown, filtered, followed, added to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from datetime import UTC, datetime, timedelta

import pytest

from tests.doors.cli.shell import PROGRAM, Shell


def add(shell: Shell, kind: str, text: str, *more: str) -> None:
    assert shell.json("log", "add", kind, text, *more)["logged"] is True


def filled(shell: Shell) -> None:
    add(shell, "dm_received", "はじめまして", "--with", "mio", "--time", "2026-11-14T09:00:00+00:00")
    add(shell, "dm_sent", "Hello, Mio.", "--with", "mio", "--time", "2026-11-14T09:01:00+00:00")
    add(shell, "human_notify", "The disk is full.", "--via", "mail", "--time", "2026-11-15T08:00:00+00:00")
    arguments = ("--task", "tidy", "--exit-code", "2", "--summary", "two left", "--time", "2026-11-15T08:30:00+00:00")
    assert shell.json("log", "add", "cron_executed", *arguments)["logged"] is True


def test_events_are_an_array_with_pointers(shell: Shell) -> None:
    # L1: the fields that are empty are left out
    assert shell.json("log") == []
    filled(shell)
    assert shell.json("log") == [
        {"ts": "2026-11-14T09:00:00+00:00", "type": "dm_received", "content": "はじめまして", "from": "mio",
         "label": "DM<", "pointer": "activity_log/2026-11-14.jsonl#L1"},
        {"ts": "2026-11-14T09:01:00+00:00", "type": "dm_sent", "content": "Hello, Mio.", "to": "mio",
         "label": "DM>", "pointer": "activity_log/2026-11-14.jsonl#L2"},
        {"ts": "2026-11-15T08:00:00+00:00", "type": "human_notify", "content": "The disk is full.", "via": "mail",
         "label": "NTFY", "pointer": "activity_log/2026-11-15.jsonl#L1"},
        {"ts": "2026-11-15T08:30:00+00:00", "type": "cron_executed", "summary": "two left", "task": "tidy",
         "exit_code": 2, "label": "CRON", "pointer": "activity_log/2026-11-15.jsonl#L2"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "labels"),
    [
        (["--date", "2026-11-14"], ["DM<", "DM>"]),
        (["--date", "2020-01-01"], []),
        (["--type", "dm_sent,NTFY"], ["DM>", "NTFY"]),
        (["--type", "dm<", "--date", "2026-11-15"], []),
        (["--from", "2026-11-14T09:00:30+00:00"], ["DM>", "NTFY", "CRON"]),
        (["--last", "1"], ["CRON"]),
        (["--last", "0"], ["DM<", "DM>", "NTFY", "CRON"]),
        (["--type", "dm_sent,dm_received", "--last", "1"], ["DM>"]),
    ],
)
def test_what_is_shown_can_be_chosen(shell: Shell, options: list[str], labels: list[str]) -> None:
    # L1
    filled(shell)
    assert [event["label"] for event in shell.json("log", *options)] == labels


def test_people_read_lines_in_their_language(shell: Shell) -> None:
    # I3: in a pipe plain lines; nothing that was logged can steer a terminal
    assert shell("log", "--lang", "ja").out == "記録はありません。\n"
    filled(shell)
    add(shell, "error", "boom\x1b[2J\nand more", "--time", "2026-11-15T09:00:00+00:00")
    assert shell("log", "--date", "2026-11-15").out.splitlines() == [
        "2026-11-15 08:00:00 NTFY mail: The disk is full.",
        "2026-11-15 08:30:00 CRON tidy: exit=2 two left",
        "2026-11-15 09:00:00 ERR  boom[2J and more",
    ]


def test_what_a_pointer_names_is_a_page(shell: Shell) -> None:
    # L3, T4
    filled(shell)
    shown = shell.json("pages", "show", "activity_log/2026-11-14.jsonl#L2")
    assert shown["text"] == (
        'L2 {"ts": "2026-11-14T09:01:00+00:00", "type": "dm_sent", "content": "Hello, Mio.", "to": "mio"}'
    )
    assert shell("pages", "show", "activity_log/2026-11-14.jsonl").out.count("\n") == 2
    assert "omoide log" in shell("pages", "show", "activity_log/2026-12-01.jsonl").refused(3)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--date", "someday"], "--date"), (["--type", "party"], "--type"), (["--last", "-1"], "--last"),
        (["--follow", "--date", "today"], "--follow"), (["--with", "mio"], "--with"), (["add", "party", "x"], "TYPE"),
        (["add", "error", "x", "--date", "today"], "--date"), (["drop", "x"], "add"), (["add"], "add"),
        (["add", "error", "x", "--time", "2026-01-01T25:00"], "--time"),
    ],
)  # fmt: skip
def test_nonsense_gets_one_line(shell: Shell, arguments: list[str], word: str) -> None:
    # I3
    assert word in shell("log", *arguments).refused(2)


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT for one process there")
def test_the_log_is_followed_past_midnight_until_it_is_interrupted(shell: Shell) -> None:
    # L1: what is there, then what comes, one object a line
    today = datetime.now(UTC).replace(microsecond=0)
    add(shell, "error", "before", "--time", today.isoformat())
    command = [*PROGRAM, "log", "-f", "--json", "--type", "error", "--home", str(shell.home)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as following:
        try:
            assert following.stdout
            assert json.loads(following.stdout.readline())["content"] == "before"
            add(shell, "human_notify", "of another type")
            add(shell, "error", "while it follows", "--time", today.isoformat())
            add(shell, "error", "tomorrow", "--time", (today + timedelta(days=1)).isoformat())
            found = [json.loads(following.stdout.readline()) for _ in range(2)]
            following.send_signal(signal.SIGINT)
            assert (following.wait(60), following.stdout.read()) == (0, "")
        finally:
            following.kill()
    assert [event["content"] for event in found] == ["while it follows", "tomorrow"]
    assert found[1]["pointer"] == f"activity_log/{(today + timedelta(days=1)).date()}.jsonl#L1"
