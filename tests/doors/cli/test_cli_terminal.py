"""What a terminal shows: folded where Japanese is folded, within its width, in colour."""

# I3

from __future__ import annotations

import re
import sys
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from omoide.doors.cli.printing import _CLINGING, bar, breaks, size, width

from .shell import Shell, converse

TEXTS = st.text(st.sampled_from("aB1 ,.あ漢、。」「ー（）…é🙂"), max_size=80)


@given(TEXTS, st.integers(4, 30))
@example("Mr. Tanaka と 「縁側と、凍み餅。」", 10)
@settings(max_examples=200, deadline=None)
def test_folding_keeps_the_text_and_the_width(text: str, room: int) -> None:
    cuts = [0, *breaks(text, room), len(text)]
    rows = [text[a:b] for a, b in pairwise(cuts)]
    assert "".join(rows) == text
    assert [row for row in rows if width(row.rstrip()) > room] == []


def test_words_stay_whole_and_marks_cling() -> None:
    text = "She said hello 私は縁側で、凍み餅を焼いた。"
    rows = [text[a:b] for a, b in pairwise([0, *breaks(text, 12), len(text)])]
    assert rows == ["She said ", "hello 私は縁", "側で、凍み餅", "を焼いた。"]
    assert not any(row[0] in _CLINGING for row in rows)


def test_no_line_ends_with_an_opening_bracket() -> None:
    text = "バックアップを取った（192.7 KB）"
    rows = [text[a:b] for a, b in pairwise([0, *breaks(text, 22), len(text)])]
    assert rows == ["バックアップを取った", "（192.7 KB）"]


def test_figures_for_eyes() -> None:
    assert [bar(share, 4) for share in (0.0, 0.5, 1.0, 2.0)] == ["····", "██··", "████", "████"]
    assert [size(n) for n in (0, 999, 1500, 2_500_000, 3_000_000_000)] == ["0 B", "999 B", "1.5 KB", "2.5 MB", "3.0 GB"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
@pytest.mark.parametrize("command", [["list"], ["recall", "ミケと温泉"], ["stats"], ["simulate", "--intensity", "80"]])
def test_nothing_is_wider_than_the_terminal(shell: Shell, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    """Every row of a screen fits it, in colour, with Japanese counted as two cells."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")
    shell.remember("猫のミケと温泉に行った。" * 8, "--reply", "よかったですね、ミケも喜んだでしょう。" * 4)
    code, screen = converse([*command, "--lang", "ja"])
    assert code == 0, screen
    assert "\x1b[" in screen
    rows = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen).splitlines()
    assert [row for row in rows if width(row.rstrip()) > 80] == []
    assert any(re.search("[ぁ-ん一-龠]", row) for row in rows)
