"""omoide archive list|search, and the tiers in check, repair, thread and export."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from omoide import open_mind
from tests.mind.world import Clock

from .shell import Shell


@pytest.fixture(autouse=True)
def without_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """What no talk is in goes at once."""
    monkeypatch.setenv("OMOIDE_STORAGE__GRACE_DAYS", "0")


def lived_in(shell: Shell) -> None:
    """One talk in long-term memory, one in the archive, one at hand."""
    clock = Clock(datetime.now().astimezone() - timedelta(days=40))
    with open_mind(shell.home, clock=clock) as mind:
        for days, matter in ((37, "lighthouse"), (3, "violin"), (0, "harbour")):
            mind.perceive(f"Let us talk about the {matter}.", f"The {matter}!", session=matter)
            mind.end_session(matter)
            clock.forward(days=days)
            mind.move_sessions()


def test_what_was_put_away(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    # S1, X3
    assert shell.json("archive", "list") == {"sessions": [], "files": []}
    assert "Nothing was put away yet." in shell("archive", "list").out
    lived_in(shell)
    listed = shell.json("archive", "list")
    assert [(one["tier"], "lighthouse" in one["summary"]) for one in listed["sessions"]] == [
        ("long_term", True), ("archive", False),
    ]  # fmt: skip
    assert [(one["kind"], one["count"], one["state"]) for one in listed["files"]] == [("sessions", 1, "ready")]
    table = shell("archive", "list").out
    assert ("long-term memory" in table, listed["files"][0]["name"] in table) == (True, True)
    assert shell.json("archive", "list", "--limit", "1") == {
        "sessions": listed["sessions"][1:], "files": listed["files"],
    }  # fmt: skip
    found = shell.json("archive", "search", "VIOLIN", "talk")
    assert ([one["keywords"] for one in found["sessions"]], found["turns"]) == ([["violin"]], [])
    assert "The violin!" in shell("archive", "search", "violin").out
    monkeypatch.setenv("OMOIDE_LANG", "ja")
    assert "該当するものはありません" in shell("archive", "search", "潜水艦").out
    assert "長期記憶" in shell("archive", "list").out
    assert shell("archive", "search", "violin", "--limit", "0").refused(2)


def test_a_lost_file_is_told_and_repaired(shell: Shell) -> None:
    # S1, O1
    lived_in(shell)
    [file] = (shell.home / "archive").rglob("*.parquet")
    file.unlink()
    checked = shell("check", "--json")
    assert (checked.code, "archive" in {one["what"] for one in checked.json["findings"]}) == (6, True)
    repaired = shell.json("repair")
    [told] = [one["text"] for one in repaired["findings"] if one["what"] == "archive"]
    assert "1 session told anew" in told
    assert shell("check", "--json").code == 0


def test_a_restore_leaves_an_archive_that_fits(shell: Shell) -> None:
    # S1, O1: no backup holds its files
    lived_in(shell)
    taken = shell.json("backup", "create")["name"]
    [before] = (shell.home / "archive").rglob("*.parquet")
    before.rename(before.with_name(before.name.replace(before.stem[-16:], "0123456789abcdef")))
    restored = shell.json("backup", "restore", taken, "--yes")["archive"]
    assert ["told anew" in restored[0], restored[1]] == [True, "removed 1 file without a talk."]
    assert [path.name for path in shell.home.rglob("*.parquet")] == [before.name]
    assert shell("check", "--json").code == 0
    assert len(shell.json("archive", "search", "violin")["sessions"]) == 1  # at once, not after another night


def test_dialogue_from_the_shell(shell: Shell) -> None:
    # O4
    lived_in(shell)
    lines = shell("export", "--format", "dialogue").out.splitlines()
    assert [json.loads(line)["messages"][1] for line in lines] == [
        {"role": "assistant", "content": f"The {matter}!"} for matter in ("lighthouse", "violin", "harbour")
    ]
    assert shell("export", "--format", "dialogue", "--min-intensity", "100").out == ""
    assert "--min-intensity" in shell("export", "--format", "memories", "--min-intensity", "3").refused(2)
    assert shell("export", "--format", "dialogue", "--min-intensity", "strong").refused(2)
