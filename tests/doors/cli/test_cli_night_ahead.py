"""A night ahead of the clock: refused on the command line, and told with the way back when it was lived (F7)."""

from __future__ import annotations

import pytest

from omoide.doctor import examine

from .shell import Shell

AHEAD = ("--now", "2096-01-01T03:00:00+00:00")


@pytest.mark.parametrize("more", [(), ("--all",), ("--if-missed",)])
def test_a_night_in_the_future_is_refused_and_can_be_planned(shell: Shell, more: tuple[str, ...]) -> None:  # F7
    shell.remember("I like tea.")
    told = shell("sleep", *AHEAD, *more).refused(2)
    assert told.startswith("--now 2096-01-01T03:00:00+00:00 lies in the future: ")
    assert told.endswith("If you want that, run `omoide backup create` and add --yes.")
    assert "--yes" in shell("sleep", *AHEAD, *more, "--lang", "ja").refused(2)
    assert shell.json("stats")["last_night"] is None
    if not more:
        assert shell.json("sleep", *AHEAD, "--plan")["night"] == "2096-01-01"


@pytest.mark.parametrize("more", [(), ("--all",)])
def test_a_night_ahead_is_told_with_the_backup_from_before_it(shell: Shell, more: tuple[str, ...]) -> None:  # F7, O1
    made = shell.remember("I like tea.", "--intensity", "60")
    before = shell.json("list")["memories"]
    backup = shell.json("backup", "create")["name"]
    assert shell("sleep", *AHEAD, *more, "--yes").code == 0
    assert [memory["id"] for memory in shell.json("list", "--archived")["memories"]] == [made]
    shell("backup", "create")  # of what should not have been: not the one to go back to
    told = (
        "the night of 2096-01-01 was lived, which lies ahead of the clock: memories have faded as if it were then,"
        f" and no other is lived until that time; `omoide backup restore {backup}` goes back to the newest backup,"
        " `omoide backup list` shows the others"
    )
    slept = shell("sleep", *more)
    assert "is past: that of 2096-01-01 was lived already." in slept.out
    assert slept.err == f"omoide: {told}\n"
    assert backup in shell("sleep", *more, "--lang", "ja").err
    assert [finding.en for finding in examine(shell.home) if finding.what == "night"] == [told]
    assert shell("backup", "restore", backup, "--yes").code == 0
    assert shell.json("list")["memories"] == before
    assert shell("sleep", *more).err == ""


def test_without_a_backup_it_is_told_that_there_is_none(shell: Shell) -> None:  # F7
    shell("config", "set", "backup.every_days", "0")
    shell.remember("I like tea.")
    shell("sleep", *AHEAD, "--yes")
    [told] = [finding.en for finding in examine(shell.home) if finding.what == "night"]
    assert told.endswith("there is no backup to go back to; if the clock is wrong, set it right")
