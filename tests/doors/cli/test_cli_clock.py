"""A machine's clock that jumped, as somebody at the command line meets it (O6)."""

from __future__ import annotations

import pytest

from omoide.doors.cli import place
from tests.mind.world import Clock, machine_clock

from .shell import Shell

TOLD = (
    "the machine's clock jumped from 2026-04-03 04:00 to 2036-05-01 04:00: nothing fades, no night is counted and no"
    " backup is removed until that is certain. If the time is right, run `omoide clock accept`, or wait until it has"
    " run on for 24 hours; if it is wrong, set the clock"
)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> Clock:
    """Lived in for two days, then the clock jumps."""
    machine = machine_clock(monkeypatch, "2026-04-01T12:00:00+00:00")
    shell.remember("I like tea, my cat is called Miso.", "--intensity", "60")
    for day in ("02", "03"):
        machine.set(f"2026-04-{day}T04:00:00+00:00")
        shell("sleep", "--all")
    machine.set("2036-05-01T04:00:00+00:00")
    place._note_once.cache_clear()  # each of these would be a process of its own
    return machine


def clock_findings(shell: Shell) -> list[tuple[str, str]]:
    found = shell.json("doctor")["findings"]
    return [(one["severity"], one["text"]) for one in found if one["what"] == "clock"]


def test_nothing_fades_until_it_is_accepted(shell: Shell, machine: Clock) -> None:  # O6
    before = shell("list", "--json"), shell("backup", "list")
    assert (before[0].code, before[0].err) == (0, f"omoide: {TOLD}\n")  # every command says so
    place._note_once.cache_clear()
    slept = shell("sleep", "--all")
    assert (slept.code, slept.err) == (0, f"omoide: {TOLD}\n")
    assert "The night of 2036-05-01 was not lived: the machine's clock is in doubt.\n" in slept.out
    [night] = shell.json("sleep", "--all")["nights"]
    assert (night["lived"], night["previous"], night["steps"], night["clock_in_doubt"]) == (
        False, "2026-04-03", {}, True,
    )  # fmt: skip
    assert (shell("list", "--json").out, shell("backup", "list").out) == (before[0].out, before[1].out)
    assert shell("backup", "prune").refused(4) == f"{TOLD}."
    assert clock_findings(shell) == [("warning", TOLD)]
    accepted = shell.json("clock", "accept")
    assert (accepted["accepted"], accepted["before"][:10], accepted["after"][:10]) == (True, "2026-04-03", "2036-05-01")
    assert accepted["backup"] in [backup["name"] for backup in shell.json("backup", "list")["backups"]]
    assert clock_findings(shell) == []
    assert shell.json("clock", "accept") == {"accepted": False}
    assert shell("clock", "accept").out == "The clock is not in doubt.\n"
    assert shell.json("sleep")["lived"] is True


def test_a_clock_that_comes_back_is_named_until_it_is_accepted(shell: Shell, machine: Clock) -> None:  # O6
    shell("sleep", "--all")
    machine.set("2026-04-03T09:00:00+00:00")
    [(severity, text)] = clock_findings(shell)
    assert (severity, "from 2036-05-01 04:00 to 2026-04-03 09:00" in text) == ("warning", True)
    assert shell("clock", "accept").out.startswith("Accepted: the jump from 2036-05-01 04:00 to 2026-04-03 09:00.")
    assert clock_findings(shell) == []


def test_after_a_day_the_doctor_says_how_it_goes_on(shell: Shell, machine: Clock) -> None:  # O6
    shell("sleep", "--all")
    machine.forward(hours=24)
    [(severity, text)] = clock_findings(shell)
    assert (severity, "the next night takes a backup first" in text) == ("ok", True)
    assert shell("sleep", "--all").err == ""
    assert clock_findings(shell) == []
    assert shell.json("backup", "list")["backups"][0]["reason"] == "clock"


def test_it_is_told_in_japanese(shell: Shell, machine: Clock) -> None:  # O6, I3
    slept = shell("sleep", "--lang", "ja")
    assert "この機械の時計が 2026-04-03 04:00 から 2036-05-01 04:00 に飛びました" in slept.err
    assert slept.out == "2036-05-01 の夜は過ごしませんでした。この機械の時計が確かではありません。\n"
    assert "受け入れました" in shell("clock", "accept", "--lang", "ja").out


def test_a_time_that_was_typed_is_never_judged(shell: Shell, machine: Clock) -> None:  # O6, F7
    assert shell.json("sleep", "--now", "2026-04-04T04:00:00+00:00")["lived"] is True


def test_a_wrong_time_that_was_accepted_has_a_way_back(shell: Shell, machine: Clock) -> None:  # O6, O1, F7
    before = shell("list", "--json").out
    backup = shell.json("clock", "accept")["backup"]
    assert shell.json("sleep")["lived"] is True
    machine.set("2026-04-04T04:00:00+00:00")
    shell("clock", "accept")  # takes one of what should not have been: not the one to go back to
    [told] = [one["text"] for one in shell.json("doctor")["findings"] if one["what"] == "night"]
    assert f"`omoide backup restore {backup}` goes back" in told
    assert shell("backup", "restore", backup, "--yes").code == 0
    assert shell("list", "--json").out == before
    assert shell.json("sleep")["lived"] is True
