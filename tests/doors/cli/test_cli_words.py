"""What the program says: in the user's language, in one line, with the right exit code."""

# I3, I7

from __future__ import annotations

import re
from pathlib import Path

import pytest

from omoide.doors.cli.catalogue import COMMANDS, GROUPS, Entry
from omoide.doors.cli.commands import leaf
from omoide.doors.cli.words import speak

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


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_help_is_cut_on_eighty_columns(shell: Shell, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """Every sentence is there whole, however it is folded, and every name in one piece."""
    monkeypatch.setenv("COLUMNS", "80")
    cut: list[tuple[str, str]] = []
    for entry in COMMANDS:
        page = shell(*entry.name.split(), "--help", "--lang", language).out
        whole = re.sub(r"[\s│]", "", page)
        speak(language)
        for parameter in leaf(entry).params:
            wanted = re.sub(r"\s", "", parameter.help or "")
            if wanted not in whole or (parameter.metavar or "") not in page:
                cut.append((entry.name, parameter.name))
    speak("en")
    assert cut == []


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
        (["backup", "foo"], 2, "See `omoide backup --help`.", "`omoide backup --help` で"),
        (["recall"], 2, "CUE is missing", "手がかり がありません"),
        (["recall", ""], 2, "nothing to recall by", "手がかりがありません"),
        (["migrate"], 2, "--to PLACE is missing", "--to 場所 がありません"),
        (
            ["recall", "x", "--limt", "3"],
            2,
            "no option --limt. Did you mean --limit? See `omoide recall",
            "--limit のこと",
        ),
        (["recall", "x", "--json=1"], 2, "--json takes no value. See `omoide recall", "--json に値は付けられません"),
        (["recall", "x", "y"], 2, 'in quotes: `omoide recall "x y"`', '囲んでください: `omoide recall "x y"`'),
        (["remember", 'He said "hi"', "twice"], 2, "`omoide remember 'He said \"hi\" twice'`", "引用符で囲んで"),
        (["correct", "mem_1", "a", "b"], 2, '`omoide correct mem_1 "a b"`', '`omoide correct mem_1 "a b"`'),
        (["show", "a", "b"], 2, "'b' is too much: type `omoide show ID`", "'b' は余分です。`omoide show ID`"),
        (["list", "all"], 2, "'all' is too much: type `omoide list`.", "'all' は余分です。`omoide list` と"),
        (["goals", "add"], 2, "TEXT is missing: `omoide goals add TEXT`", "文 がありません: `omoide goals add 文`"),
        (
            ["goals", "note", "sh_1", " "],
            2,
            "TEXT is missing: `omoide goals note ID TEXT`",
            "`omoide goals note ID 文`",
        ),
        (["goals", "add", "learn", "to", "swim"], 2, '`omoide goals add "learn to swim"`', '"learn to swim"'),
        (["goals", "done", "a", "b"], 2, "'b' is too much: type `omoide goals done ID`", "'b' は余分です"),
        (["goals", "aim"], 2, "goals knows add, done, drop, note, not 'aim'", "使えるのは add, done, drop, note"),
        (
            ["people", "edit"],
            2,
            "NAME is missing: `omoide people edit NAME`",
            "名前 がありません: `omoide people edit 名前`",
        ),
        (["people", "Mara", "Lund"], 2, "a name with blanks goes in quotes", "空白のある名前は引用符で"),
        (["knowledge", "protect"], 2, "NAME is missing: `omoide knowledge protect NAME`", "名前 がありません"),
        (["skills", "add", "tea"], 2, "skills has no action 'add'", "'add' という操作もページもありません"),
        (["skills", "tea"], 3, "there is no skill 'tea'", "「tea」というスキルはありません"),
        (["backup", "restore", "nope.zip"], 3, "there is no backup 'nope.zip'", "バックアップ 'nope.zip' はありません"),
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


@pytest.mark.parametrize(
    ("arguments", "en", "ja"),
    [
        (["pause", "--for"], "--for needs a value: `--for 2h`. See `omoide pause --help`.",
         "--for には値が要ります: `--for 2h`。使い方は `omoide pause --help` で見られます。"),
        (["recall", "x", "--limit"], "--limit needs a value: `--limit K`. See `omoide recall --help`.",
         "--limit には値が要ります: `--limit K`。使い方は `omoide recall --help` で見られます。"),
        (["--home"], "--home needs a value: `--home FOLDER`. See `omoide --help`.",
         "--home には値が要ります: `--home フォルダー`。使い方は `omoide --help` で見られます。"),
    ],
)  # fmt: skip
def test_an_option_without_its_value_is_told_as_that(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, arguments: list[str], en: str, ja: str
) -> None:
    assert shell(*arguments).refused(2) == en
    monkeypatch.setenv("OMOIDE_LANG", "ja")
    assert shell(*arguments).refused(2) == ja


def test_help_and_version_may_be_asked_for_as_words(shell: Shell) -> None:
    assert shell("help").out == shell("--help").out
    assert shell("help", "backup", "create").out == shell("backup", "create", "--help").out
    assert shell("version").out == shell("--version").out


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
