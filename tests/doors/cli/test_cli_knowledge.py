"""omoide kb and omoide topics."""

from __future__ import annotations

from pathlib import Path

import pytest

from .shell import Shell


@pytest.fixture
def books(tmp_path: Path) -> Path:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "bread.md").write_text("The sourdough rests for eighteen hours.", encoding="utf-8")
    (folder / "tea.txt").write_bytes("烏龍茶は三分蒸らす。".encode("cp932"))
    return folder


def test_documents_are_added_listed_searched_and_removed(shell: Shell, books: Path) -> None:
    # B1
    added = shell.json("kb", "add", str(books), "--domain", "kitchen")
    assert [(one["id"], one["domain"], one["version"]) for one in added["new"]] == [
        ("kb_001", "kb:kitchen", 1), ("kb_002", "kb:kitchen", 1),
    ]  # fmt: skip
    assert (added["unchanged"], added["failed"], added["warnings"], added["passages"]) == (0, [], [], 2)
    assert shell("kb", "add", str(books)).out == "0 new, 0 changed, 2 unchanged, 0 not read\n"
    assert [one["name"] for one in shell.json("kb", "list")["documents"]] == [
        str(books / "bread.md"), str(books / "tea.txt"),
    ]  # fmt: skip
    assert shell.json("kb", "list", "--domain", "other") == {"documents": []}
    found = shell.json("kb", "search", "烏龍茶の蒸らし", "--intent", "technical")
    assert (found["intent"], [one["document"] for one in found["passages"]]) == ("technical", ["kb_002"])
    assert "eighteen hours" in shell("kb", "search", "sourdough").out
    assert [one["id"] for one in shell.json("kb", "remove", "tea.txt")["removed"]] == ["kb_002"]
    assert shell("kb", "search", "烏龍茶").out == "Nothing found.\n"
    assert shell.json("kb", "remove", "--domain", "kitchen")["removed"][0]["id"] == "kb_001"


def test_a_file_that_cannot_be_read_is_told_and_the_exit_code_says_so(shell: Shell, books: Path) -> None:
    # B1
    (books / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    answer = shell("kb", "add", str(books), "--json")
    assert (answer.code, len(answer.json["new"]), len(answer.json["failed"])) == (2, 2, 1)
    assert answer.err.startswith("omoide: ")
    assert answer.err.count("\n") == 1
    assert "broken.pdf" in answer.err
    (books / "diary.md").write_text("Dear diary", encoding="utf-8")
    warned = shell("kb", "add", str(books / "diary.md"), "--lang", "ja")
    assert (warned.code, warned.out) == (0, "新しい文書 1、更新 0、変化なし 0、読めなかったもの 0\n")
    assert "日記" in warned.err


def test_nonsense_gets_one_line(shell: Shell, books: Path) -> None:
    # B1, I3
    shell("kb", "add", "").refused(2)
    shell("kb", "remove").refused(2)
    shell("kb", "remove", "nothing.md").refused(3)
    shell("kb", "add", str(books), "--domain", "a b").refused(2)
    shell("kb", "search", "x", "--intent", "curious").refused(2)
    shell("topics", "show", "nothing").refused(3)
    shell("topics", "rename").refused(2)


def test_topics(shell: Shell) -> None:
    # G4
    assert shell.json("topics") == {"topics": []}
    piano = ["The piano lesson, a nocturne.", "Piano again: the nocturne.", "Piano and nocturne, louder."]
    cat = ["Mochi the cat slept.", "Mochi the cat ate.", "Mochi the cat ran."]
    for day, text in enumerate([text for both in zip(piano, cat, strict=True) for text in both], 1):
        shell.remember(text, "--time", f"2026-01-{day:02}T10:00:00+09:00")
    shell("sleep", "--now", "2026-01-20T04:00:00+09:00")
    found = shell.json("topics")["topics"]
    assert [(len(one["episodes"]), one["made_by"]) for one in found] == [(3, "offline"), (3, "offline")]
    assert "piano" in found[0]["label"].lower()
    shown = shell.json("topics", "show", "piano")["topic"]
    assert [one["date"] for one in shown["episodes"]] == ["2026-01-01", "2026-01-03", "2026-01-05"]
    assert shell("topics").out.splitlines()[0] == "id\tepisodes\tfirst\tlast\ttopic"
    assert "nocturne" in shell("topics", "show", "topic_001").out
