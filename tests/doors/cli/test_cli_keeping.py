"""Protecting with its limit, correcting, forgetting, pausing."""

# F6, N1, N2, I3

from __future__ import annotations

import re
import sys
from datetime import datetime, timedelta

import pytest

from .shell import Shell, converse

EVENING = "2024-01-15T18:00:00+09:00"


@pytest.fixture
def full_list(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> tuple[Shell, list[str], str]:
    """Two protected memories, no room for a third, and a third."""
    monkeypatch.setenv("OMOIDE_PROTECTION__MOST", "2")
    kept = [
        shell.remember(f"Promise number {n}.", "--protect", "--time", f"2024-01-{n}T10:00:00+09:00") for n in (11, 12)
    ]
    return shell, kept, shell.remember("One more promise.", "--time", EVENING)


def protected(shell: Shell) -> set[str]:
    return {memory["id"] for memory in shell.json("list", "--protected")["memories"]}


def test_protecting_and_releasing(shell: Shell) -> None:
    memory = shell.remember("Mother's birthday is May 4.", "--time", EVENING)
    assert shell.json("protect", memory)["protected"] is True
    assert shell.json("unprotect", memory)["protected"] is False


def test_at_the_limit_a_script_is_told_the_oldest(full_list: tuple[Shell, list[str], str]) -> None:
    shell, kept, third = full_list
    line = shell("protect", third).refused(4)
    assert "--release" in line
    assert [word for word in re.findall(r"mem_\d+_\d+", line) if word != third] == kept
    assert protected(shell) == set(kept)


def test_a_script_names_what_to_release(full_list: tuple[Shell, list[str], str]) -> None:
    shell, kept, third = full_list
    assert shell.json("protect", third, "--release", kept[0])["protected"] is True
    assert protected(shell) == {kept[1], third}


def test_what_found_the_list_full_waits_for_a_decision(full_list: tuple[Shell, list[str], str]) -> None:
    # F6: nobody could be asked; the wish is kept, and the person decides later
    shell, kept, _ = full_list
    times = ("2024-01-16T10:00:00+09:00", "2024-01-17T10:00:00+09:00")
    asked = [shell.remember("Remember this: the key is under the pot.", "--time", time) for time in times]
    waiting = shell.json("protect", "--pending")
    assert ([m["id"] for m in waiting["pending"]], waiting["protected"], waiting["most"]) == (asked, 2, 2)
    assert all(m["protection_pending"] and not m["protected"] for m in waiting["pending"])
    assert protected(shell) == set(kept)
    told = shell("protect", "--pending").out
    assert all(name in told for name in asked)
    assert "--release" in told
    assert "判断待ち" in shell("protect", "--pending", "--persona", "ren", "--lang", "ja").out
    assert shell.json("protect", asked[0], "--pending", "--release", kept[0])["protected"] is True  # accepted
    assert shell.json("unprotect", asked[1])["protection_pending"] is False  # declined
    assert shell.json("protect", "--pending")["pending"] == []
    assert protected(shell) == {kept[1], asked[0]}
    assert "--pending" in shell("protect").refused(2)
    assert "--pending" in shell("protect", "--pending", "--release", kept[1]).refused(2)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
def test_at_the_limit_a_person_chooses(full_list: tuple[Shell, list[str], str]) -> None:
    shell, kept, third = full_list
    code, screen = converse(["protect", third], "2")
    assert code == 0, screen
    assert "Promise number 11" in screen
    assert protected(shell) == {kept[0], third}


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
@pytest.mark.parametrize(("answer", "code"), [(" ", 1), ("7", 2), ("x", 2)])
def test_an_answer_that_chooses_nothing_changes_nothing(
    full_list: tuple[Shell, list[str], str], answer: str, code: int
) -> None:
    shell, kept, third = full_list
    assert converse(["protect", third], answer)[0] == code
    assert protected(shell) == set(kept)


def test_forgetting_needs_a_yes_and_a_released_memory(shell: Shell) -> None:
    memory = shell.remember("A slip of the tongue.", "--time", EVENING)
    assert "--yes" in shell("forget", memory).refused(2)
    shell.json("protect", memory)
    assert "unprotect" in shell("forget", memory, "--yes").refused(4)
    shell.json("unprotect", memory)
    assert shell.json("forget", memory, "--yes")["forgotten"]["id"] == memory
    assert "omoide list" in shell("show", memory).refused(3)
    assert shell.json("list")["memories"] == []


def test_a_correction_retires_and_can_be_undone(shell: Shell) -> None:
    wrong = shell.remember("The dentist is on Monday at nine.", "--time", EVENING)
    right = shell.json("correct", wrong, "The dentist is on Friday at nine.")
    assert "Friday" in right["trigger"]
    assert [m["id"] for m in shell.json("recall", "dentist")["memories"]] == [right["id"]]
    assert shell.json("correct", wrong, "--undo")["id"] == wrong
    assert [m["id"] for m in shell.json("list")["memories"]] == [wrong]


@pytest.mark.parametrize("arguments", [[], ["text", "--undo"]])
def test_a_correction_is_a_text_or_an_undo(shell: Shell, arguments: list[str]) -> None:
    memory = shell.remember("Something.", "--time", EVENING)
    assert "--undo" in shell("correct", memory, *arguments).refused(2)


def test_nothing_is_remembered_while_paused(shell: Shell) -> None:
    assert shell.json("pause", "--status") == {"paused": False, "since": None, "until": None}
    assert shell.json("pause")["paused"] is True
    assert "pause" in shell("remember", "not now").refused(4)
    assert shell.json("pause", "--resume")["paused"] is False
    shell.remember("now again")
    assert shell.json("stats")["total"] == 1


def test_a_pause_has_a_length_or_an_end(shell: Shell) -> None:
    held = shell.json("pause", "--for", "1d12h")
    span = datetime.fromisoformat(held["until"]) - datetime.fromisoformat(held["since"])
    assert abs(span - timedelta(hours=36)) < timedelta(minutes=1)
    assert shell.json("pause", "--until", "2999-01-01T00:00:00+09:00")["until"] == "2999-01-01T00:00:00+09:00"
    assert "past" in shell("pause", "--until", "2001-01-01T00:00:00Z").refused(2)
    assert "one of" in shell("pause", "--for", "2h", "--resume").refused(2)


@pytest.mark.parametrize("text", ["2", "h", "2 hours", "0h", "-1h", "2x", "", "99999999999999d"])
def test_a_length_that_makes_no_sense_is_refused(shell: Shell, text: str) -> None:
    assert "--for" in shell("pause", "--for", text).refused(2)
