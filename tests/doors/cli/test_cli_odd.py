"""Odd arguments, odd names and full disks at the command line: I3, I7, N6, X1."""

from __future__ import annotations

import shlex
import sqlite3
from pathlib import Path

import pytest

from .shell import Shell


@pytest.mark.parametrize("option", ["--home", "--persona", "--person"])
def test_an_empty_name_never_means_somebody_else(shell: Shell, option: str) -> None:
    # N6: `--person "$NAME"` with NAME unset must not write into the default scope
    assert option in shell("remember", "a secret", option, "").refused(2)
    assert shell.json("list")["memories"] == []


@pytest.mark.parametrize("name", ["日本語", "../x", "a b", "x" * 100, "C:\\con", "👩"])
def test_any_printable_name_has_a_memory_of_its_own(shell: Shell, name: str) -> None:
    # N6, X1
    made = shell.remember("the lamp on the pier", "--persona", name, "--person", name)
    shell.json("sleep", "--persona", name, "--person", name)
    assert [m["id"] for m in shell.json("list", "--persona", name, "--person", name)["memories"]] == [made]
    assert shell.json("list")["memories"] == []
    assert {path.name for path in shell.home.parent.iterdir()} == {"home"}


def test_a_name_that_is_too_long_is_not_repeated_at_length(shell: Shell) -> None:
    assert len(shell("list", "--persona", "x" * 5_000).refused(2)) < 200


def test_numbers_and_spans_beyond_all_reason_are_understood_or_refused(shell: Shell) -> None:
    # I3
    made = shell.remember("the lamp on the pier")
    huge = "9" * 20
    assert [m["id"] for m in shell.json("list", "--limit", huge)["memories"]] == [made]
    assert [m["id"] for m in shell.json("recall", "lamp", "--limit", huge)["memories"]] == [made]
    for span in ("99999999d", f"{huge}w", "9" * 5_000 + "m"):
        assert "--for" in shell("pause", "--for", span).refused(2)
    assert shell.json("pause", "--status")["paused"] is False


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+09:00", "9999-12-31T23:59:59-12:00"])
def test_the_ends_of_the_calendar_get_one_line(shell: Shell, time: str) -> None:
    # E5
    shell("remember", "long ago", "--time", time).refused(2)
    shell("sleep", "--now", time).refused(2)
    assert shell.json("stats")["last_night"] is None


def test_why_calls_a_new_memory_new_also_after_earlier_nights(shell: Shell) -> None:
    # R12: the formula that is shown must be true
    shell.json("sleep")
    made = shell.remember("the lamp on the pier", "--intensity", "60", "--category", "casual")
    assert "held at its intensity 60" in shell("why", made).out


def test_what_is_not_remembered_is_said_in_japanese(shell: Shell) -> None:
    shell.json("pause")
    assert "休止中" in shell("remember", "秘密", "--lang", "ja").refused(4)
    assert "コマンド" in shell("remember", "/help", "--lang", "ja").refused(4)


def test_settings_that_are_no_file_are_named(shell: Shell) -> None:
    # I7
    (shell.home / "settings.toml").mkdir(parents=True)
    assert "settings.toml" in shell("list").refused(2)
    told = {f["what"]: f["severity"] for f in shell("doctor", "--json").json["findings"]}
    assert told["settings"] == "error"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux's always full disk")
def test_a_disk_that_is_full_leaves_no_half_an_export(shell: Shell, tmp_path: Path) -> None:
    # X1
    shell.remember("the lamp on the pier")
    (tmp_path / "out.json.new").symlink_to("/dev/full")
    assert "free some space" in shell("export", "--format", "memories", "--to", str(tmp_path / "out.json")).refused(1)
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_settings_that_are_named_and_not_there_are_told_once(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    # I7: a mistyped OMOIDE_ENV must not silently mean other settings
    monkeypatch.setenv("OMOIDE_ENV", "prdo")
    answer = shell("recall", "anything", "--json")
    assert (answer.code, answer.json) == (0, {"memories": [], "linked": []})
    assert answer.err.count("\n") == 1
    assert f"{shell.home / 'settings.prdo.toml'}, which is not there" in answer.err
    assert "settings.prdo.toml がありません" in shell("recall", "anything", "--lang", "ja").err
    findings = [(f["severity"], f["what"]) for f in shell("doctor", "--json").json["findings"]]
    assert ("warning", "settings") in findings
    (shell.home / "settings.prdo.toml").write_text("")
    assert shell("recall", "anything").err == ""
    findings = [(f["severity"], f["what"]) for f in shell("doctor", "--json").json["findings"]]
    assert ("warning", "settings") not in findings


def test_a_change_of_embedder_is_told_until_the_vectors_are_made(shell: Shell) -> None:
    # O1, X5
    shell.remember("A lighthouse.")
    with sqlite3.connect(shell.home / "omoide.db") as store:
        store.execute("UPDATE vectors SET embedder = 'the one before'")
    store.close()
    for command in ("check", "doctor"):
        told = {f["what"]: f for f in shell(command, "--json").json["findings"]}
        assert told["vectors"]["severity"] == "warning"
        assert told["vectors"]["text"].startswith("1 memory has no vector of builtin")
    (line,) = [f["text"] for f in shell("check", "--json").json["findings"] if f["what"] == "vectors"]
    shell.json(*shlex.split(line.split("`")[1])[1:])  # the remedy as it is told
    assert "vectors" not in {f["what"] for f in shell("check", "--json").json["findings"]}
