"""Tables on a narrow screen: what must be typed again is never cut, and what is read nowhere else is folded."""

# I3

from __future__ import annotations

import re
import sys

import pytest

from omoide.doors.cli.columns import Cell, Narrow, laid_out

from .shell import Shell, converse

HEADERS = ["id", "made", "retention", "memory"]
ROW = ["mem_20260202_001", "2026-02-02 10:00", "▋·········   6.2", "A long dinner by the sea with everybody we know."]


def lines(rows: list[list[str]], room: int, narrow: Narrow, long: int = 3, headers: list[str] = HEADERS) -> list[str]:
    cells: list[list[Cell]] = [[(text, "") for text in row] for row in rows]
    shown = laid_out(headers, cells, (), long, narrow, room)
    return ["".join(text for text, _ in parts).rstrip() for parts in shown]


def test_where_all_fits_nothing_gives_way() -> None:
    assert lines([ROW], 120, "fold") == [
        "id                made              retention         memory",
        "─" * 102,
        "mem_20260202_001  2026-02-02 10:00  ▋·········   6.2  A long dinner by the sea with everybody we know.",
    ]


def test_the_bar_goes_before_the_text_and_only_the_text_is_cut() -> None:
    assert lines([ROW], 74, "cut") == [
        "id                made              retention  memory",
        "─" * 74,
        "mem_20260202_001  2026-02-02 10:00    6.2      A long dinner by the sea w…",
    ]


def test_what_is_read_nowhere_else_is_folded_under_itself() -> None:
    assert lines([ROW], 74, "fold")[2:] == [
        "mem_20260202_001  2026-02-02 10:00    6.2      A long dinner by the sea",
        "                                               with everybody we know.",
    ]


def test_where_too_little_is_left_the_text_stands_below() -> None:
    assert lines([ROW], 46, "fold") == [
        "id                made              retention",
        "  memory",
        "─" * 46,
        "mem_20260202_001  2026-02-02 10:00    6.2",
        "  A long dinner by the sea with everybody we",
        "  know.",
    ]


def test_a_name_that_does_not_fit_stands_above_its_row_in_one_piece() -> None:
    rows = [["onnx:somebody/a-model-with-a-long-name", "384", "ja, en"], ["builtin", "256", "ja"]]
    assert lines(rows, 48, "below", 0, ["name", "size", "languages"]) == [
        "name",
        "  size  languages",
        "─" * 48,
        "onnx:somebody/a-model-with-a-long-name",
        "  384   ja, en",
        "builtin",
        "  256   ja",
    ]


def test_a_path_below_is_whole_and_what_does_not_fit_beside_takes_another_line() -> None:
    rows = [["knowledge: tea", "everybody", "192 B", "/home/sam/.omoide/personas/default/knowledge/tea.md"]]
    assert lines(rows, 28, "below", 3, ["page", "for", "size", "file"]) == [
        "page            for",
        "  size",
        "  file",
        "─" * 28,
        "knowledge: tea  everybody",
        "  192 B",
        "  /home/sam/.omoide/personas/default/knowledge/tea.md",
    ]


def test_numbers_alone_take_another_line_too() -> None:
    assert lines([["1,000", "2,000", "3"]], 12, "fold", -1, ["first", "second", "n"]) == [
        "first",
        "  second  n",
        "─" * 12,
        "1,000",
        "  2,000   3",
    ]


def test_japanese_is_cut_and_folded_by_the_cells_it_takes() -> None:
    row = ["q_001", "縁側で、凍み餅を焼いた冬の日のことを覚えている。"]
    assert lines([row], 36, "cut", 1, ["id", "問い"])[2:] == ["q_001  縁側で、凍み餅を焼いた冬の日…"]
    assert lines([row], 36, "fold", 1, ["id", "問い"])[2:] == [
        "q_001  縁側で、凍み餅を焼いた冬の日",
        "       のことを覚えている。",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_list_on_eighty_columns_shows_ids_and_dates_whole(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")
    made = shell.remember("We went to the harbour. " * 8, "--time", "2024-01-15T18:00:00+00:00")
    code, screen = converse(["list", "--lang", language])
    rows = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen).splitlines()
    assert code == 0, screen
    [row] = [row.rstrip() for row in rows if "mem_" in row]
    assert row.startswith(f"{made}  2024-01-15 18:00  L")
    assert len(row) <= 80
