"""omoide thread, notes, tasks and heartbeat; the heartbeat in the schedule."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from omoide import open_mind
from omoide.doors.cli import crontab

from .shell import Shell


def lived_in(home: Path) -> datetime:
    now = datetime.now().astimezone()
    with open_mind(home) as mind:
        mind.perceive("I fixed the login bug. I need to call the bank.", "Great.", session="s", time=now)
        mind.perceive("Yes!", "Do that.", session="s", time=now)
    return now


def test_a_session_from_the_shell(shell: Shell) -> None:
    # W1, W6, W7
    now = lived_in(shell.home)
    thread = shell.json("thread")
    assert [m["text"] for m in thread["thread"]["messages"]] == [
        "I fixed the login bug. I need to call the bank.", "Great.", "Yes!", "Do that.",
    ]  # fmt: skip
    assert (thread["thread"]["spoken"], thread["flushes"]) == ({"default": 2}, [])
    assert "me: I fixed the login bug." in shell("thread", "--session", "s").out
    assert shell.json("notes") == {"notes": []}
    beat = shell.json("heartbeat", "--now", now.replace(microsecond=0).isoformat())
    assert (beat["notes"], beat["memories"]) == (0, 0)
    later = datetime.fromtimestamp(now.timestamp() + 660).astimezone().isoformat()
    beats = shell.json("heartbeat", "--all", "--now", later)["heartbeats"]
    assert [(one["persona"], one["person"], one["notes"], one["memories"]) for one in beats] == [
        ("default", "me", 1, 2)
    ]  # fmt: skip
    [note] = shell.json("notes", "--date", "today")["notes"]
    assert (note["resolved"], note["tasks"], note["made_by"]) == (["login bug"], ["call the bank"], "offline")
    assert "✓ login bug" in shell("notes").out
    assert [task["text"] for task in shell.json("tasks")["open"]] == ["call the bank"]
    assert shell.json("thread")["thread"]["ended"] == "idle"
    [flush] = shell.json("thread")["flushes"]
    assert (flush["turn_count"], flush["number"], flush["made_by"]) == (4, 1, "offline")
    assert "間が空いて終了" in shell("thread", "--lang", "ja").out


def test_tasks_from_the_shell(shell: Shell) -> None:
    # W7, L4
    assert "No" in shell("notes").out
    assert "Nothing" in shell("thread").out
    assert "Nothing to do" in shell("tasks").out
    assert shell.json("tasks", "add", "Book the hotel")["new"] is True
    assert shell.json("tasks", "add", "book the hotel!")["new"] is False
    assert "Book the hotel" in shell("tasks").out
    done = shell.json("tasks", "done", "1")["task"]
    assert (done["text"], done["resolved"] is not None) == ("Book the hotel", True)
    assert "Book the hotel" in shell("tasks", "--all").out
    assert shell("tasks", "done", "1").code == 3
    assert shell("tasks", "done", "one").code == 2
    assert shell("tasks", "drop", "1").code == 2
    assert shell("notes", "--date", "someday").code == 2


def test_a_heartbeat_is_scheduled_on_wish() -> None:
    # W6, I6
    two = crontab.jobs("/bin/omoide", "/home/me/.omoide", 3)
    three = crontab.jobs("/bin/omoide", "/home/me/.omoide", 3, 30)
    assert (len(two), len(three)) == (2, 3)
    assert crontab.cron_lines(three).splitlines()[3] == (
        "*/30 * * * * /bin/omoide heartbeat --all --home /home/me/.omoide >/dev/null 2>&1"
    )
    assert crontab.cron_lines(crontab.jobs("o", "h", 3, 60)).splitlines()[3].startswith("15 * * * *")
    assert crontab.create_tasks(three)[2][-4:] == ["/SC", "MINUTE", "/MO", "30"]
