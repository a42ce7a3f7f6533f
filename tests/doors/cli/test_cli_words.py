"""What the program says: in the user's language, in one line, with the right exit code."""

# I3, I7

from __future__ import annotations

import re
from pathlib import Path

import pytest

from omoide.doors.cli.catalogue import COMMANDS, GROUPS, Entry

from .shell import Shell

JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_help_is_in_both_languages(shell: Shell, entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    name = entry.name.split()
    english, japanese = (shell(*name, "--help", "--lang", language) for language in ("en", "ja"))
    assert (english.code, japanese.code) == (0, 0)
    assert not JAPANESE.search(english.out)
    assert entry.ja in japanese.out
    described = [line for line in japanese.out.splitlines() if re.match(r"│ +(\* +)?(--|-)", line)]
    assert described
    assert [line for line in described if not JAPANESE.search(line)] == []


def test_the_front_page_lists_every_command(shell: Shell) -> None:
    for language in ("en", "ja"):
        page = shell("--lang", language, "--help")
        assert page.code == 0
        assert {n for n in (e.name.split()[0] for e in COMMANDS) if f"│ {n} " not in page.out} == set()
    assert {name for name in GROUPS if shell(name, "--help").code} == set()


def test_no_command_shows_help(shell: Shell) -> None:
    assert "Usage" in shell().out


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"OMOIDE_LANG": "ja", "LANG": "en_US.UTF-8"}, "記憶はありません。\n"),
        ({"LANG": "ja_JP.UTF-8"}, "記憶はありません。\n"),
        ({"LC_ALL": "ja_JP.UTF-8", "LANG": "en_US.UTF-8"}, "記憶はありません。\n"),
        ({"LC_MESSAGES": "ja_JP", "LANG": "C"}, "記憶はありません。\n"),
        ({"LANG": "en_US.UTF-8"}, "No memories.\n"),
        ({"LANG": "C"}, "No memories.\n"),
        ({"OMOIDE_LANGUAGE": "ja", "LANG": "en_US.UTF-8"}, "記憶はありません。\n"),
        ({"OMOIDE_LANGUAGE": "en", "LANG": "ja_JP.UTF-8"}, "No memories.\n"),
    ],
)
def test_the_language_is_that_of_the_user(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str
) -> None:
    monkeypatch.delenv("OMOIDE_LANG")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert shell("list").out == expected
    assert shell("list", "--lang", "en").out == "No memories.\n"


def test_the_setting_in_the_named_home_chooses_the_language(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("OMOIDE_LANG")
    other = str(tmp_path / "other")
    shell.json("config", "set", "language", "ja", "--home", other)
    assert shell("list").out == "No memories.\n"
    for home in (["--home", other], [f"--home={other}"]):
        assert shell("list", *home).out == "記憶はありません。\n"


def test_errors_are_in_the_user_s_language(shell: Shell) -> None:
    assert "という記憶はありません" in shell("show", "mem_20240101_001", "--lang", "ja").refused(3)
    assert "no memory has the id" in shell("show", "mem_20240101_001").refused(3)


@pytest.mark.parametrize(
    ("arguments", "code", "en", "ja"),
    [
        (["recal", "x"], 2, "Did you mean recall?", "recall のことですか"),
        (["backup", "creat"], 2, "Did you mean backup create?", "backup create のことですか"),
        (["recall"], 2, "CUE is missing", "手がかり がありません"),
        (["recall", "x", "--limt", "3"], 2, "there is no option --limt", "--limt というオプションはありません"),
        (["recall", "x", "y"], 2, "unexpected extra argument", "使い方が違います"),
        (["recall", "x", "--limit", "0"], 2, "--limit must be a whole number of at least 1", "1 以上の整数"),
        (["recall", "x", "--limit", "-3"], 2, "--limit", "--limit"),
        (["recall", "x", "--limit", "many"], 2, "--limit", "--limit"),
        (["recall", "x", "--now", "tomorrow"], 2, "2026-02-01T03:00:00+09:00", "2026-02-01T03:00:00+09:00"),
        (["list", "--level", "5"], 2, "from 1 to 4", "1 から 4 まで"),
        (["list", "--category", "weather"], 2, "casual, work, decision, emotional", "casual・work"),
        (["list", "--since", "2024-13-01"], 2, "--since", "--since"),
        (["remember", "  "], 2, "nothing to remember", "本文がありません"),
        (["remember", "x", "--intensity", "120"], 2, "from 0 to 100", "0 から 100 まで"),
        (["remember", "x", "--tag", "hunger"], 2, "hunger", "hunger"),
        (["remember", "x", "--category", "weather"], 2, "weather", "weather"),
        (["remember", "bytes \udcff"], 2, "UTF-8", "UTF-8"),
        (["list", "--person", "a\nb"], 2, "person", "person"),
        (["why", "mem_20240101_001"], 3, "omoide list", "omoide list"),
    ],
)
def test_bad_input_is_one_line_with_the_remedy(shell: Shell, arguments: list[str], code: int, en: str, ja: str) -> None:
    assert en.lower() in shell(*arguments).refused(code).lower()
    assert ja in shell(*arguments, "--lang", "ja").refused(code)


def test_an_unknown_language_is_refused(shell: Shell) -> None:
    assert "fr" in shell("list", "--lang", "fr").refused(2)


def test_a_time_without_an_offset_is_local_and_that_is_said(shell: Shell) -> None:
    answer = shell("remember", "hello", "--time", "2024-01-15T18:00:00", "--json")
    assert answer.json["created"] == "2024-01-15T18:00:00+00:00"
    assert answer.err == "omoide: --time has no offset; read as 2024-01-15T18:00:00+00:00\n"


def test_debug_shows_where_an_error_comes_from(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Traceback" not in shell("show", "nothing").err
    asked = shell("show", "nothing", "--debug")
    assert (asked.code, "Traceback" in asked.err) == (3, True)
    monkeypatch.setenv("OMOIDE_DEBUG", "1")
    assert "Traceback" in shell("show", "nothing").err


def test_a_home_that_cannot_be_made_is_one_line(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert "--home" in shell("list", "--home", str(tmp_path / "file" / "home")).refused(6)


def test_version(shell: Shell) -> None:
    assert re.fullmatch(r"omoide \d+\.\d+\.\d+\n", shell("--version").out)
