"""omoide why PAGE and omoide undo: history for people, in both languages, and for programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import omoide
from omoide.doors.cli.why_page import action_word, reason_words
from omoide.doors.cli.words import speak
from omoide.knowing import reconcile
from tests.doors.cli.shell import Shell
from tests.knowing.court import SUNDAY, court
from tests.knowing.test_contradicting import HOLDS, pages

OURS = ("--persona", "aoi")


@pytest.fixture
def lived(shell: Shell) -> Shell:
    with court(shell.home, FindContradiction=HOLDS) as c:
        pages(c)
        reconcile(c.f, c.s)
    return shell


# N1, E9, K3
def test_why_a_page_says_what_it_says(lived: Shell) -> None:
    told = lived.json("why", "knowledge:Backup B", *OURS)
    assert list(told) == [
        "kind", "name", "page", "believed_from", "by", "sources", "changes", "beliefs", "rejected",
    ]  # fmt: skip
    assert (told["page"]["archived"], told["page"]["superseded_by"]) == (True, "Backup A")
    assert [belief["text"] for belief in told["beliefs"]] == [SUNDAY]
    assert told["beliefs"][0]["why_changed"] == "it moved to Monday"
    words = lived("why", "backup b", *OURS).out
    for expected in (
        "knowledge:Backup B (archived)", SUNDAY, "believed since 2026-01-03", "last decided by scripted",
        "We spoke of Sunday.", "superseded by scripted", "it moved to Monday", "2026-01-03 – 2026-01-12",
        "omoide undo 'knowledge:Backup B'",
    ):  # fmt: skip
        assert expected in words
    japanese = lived("why", "knowledge:Backup B", *OURS, "--lang", "ja").out
    for expected in ("（保管中）", "2026-01-03 から", "由来", "置換（scripted）", "以前の内容"):
        assert expected in japanese


# N1
def test_undo_and_undo_again(lived: Shell) -> None:
    undone = lived.json("undo", "knowledge:Backup B", *OURS)
    assert [(change["page"], change["action"], change["by"]) for change in undone["changes"]] == [
        ("knowledge:Backup A", "undo", "person"), ("knowledge:Backup B", "undo", "person"),
    ]  # fmt: skip
    names = [page["name"] for page in lived.json("knowledge", *OURS)["knowledge"]]
    assert names == ["Backup A", "Backup B", "Tea"]
    words = lived("undo", "knowledge:Backup B", *OURS).out
    assert "knowledge:Backup B  undone by you" in words
    assert "brings the change back" in words
    assert [page["name"] for page in lived.json("knowledge", *OURS)["knowledge"]] == ["Backup A", "Tea"]


# N1, I3
def test_what_is_not_there(lived: Shell) -> None:
    for command in (["why", "knowledge:nope"], ["undo", "nope"], ["why", "mem_20260101_001"]):
        lived(*command, *OURS).refused(3)
    assert "omoide pages" in lived("undo", "core_memory", *OURS).refused(2)
    # another person's pages are not there either (N6)
    lived("why", "knowledge:Backup A", *OURS, "--person", "yuki").refused(3)


# N1, I3
def test_reasons_that_rules_gave_are_told_in_both_languages() -> None:
    sources = Path(omoide.__file__).parent.rglob("*.py")
    named = {one for path in sources for one in re.findall(r'\breason="([^"{]+)"', path.read_text("utf-8"))}
    named |= {"succeeded: 縫い目", "failed", "restored 2026-01-02"}
    assert {"not used for long", "it did not say since when it stands"} <= named
    speak("ja")
    assert [one for one in sorted(named) if reason_words(one).isascii()] == []
    assert reason_words("failed: the tag") == "うまくいかなかった: the tag"
    speak("en")
    assert {one: reason_words(one) for one in named} == {one: one for one in named}
    assert reason_words("it moved: to Monday") == "it moved: to Monday"


# N1, I3
def test_every_kind_of_change_has_a_word_in_both_languages() -> None:
    sources = Path(omoide.__file__).parent.rglob("*.py")
    text = "\n".join(path.read_text("utf-8") for path in sources)
    named = set(re.findall(r'(?:\baction(?:: str)? ?= ?|Decision\()"([a-z]+)"', text))
    named |= {"created", "edited", "removed", "protected", "released", "supersede", "merge", "coexist"}
    assert {"learned", "distilled", "outcome", "undo", "forget", "reconsolidate"} <= named
    for language in ("ja", "en"):
        speak(language)
        words = {action: action_word(action) for action in named}
        assert all(words.values())
        if language == "ja":
            assert [action for action, word in words.items() if word.isascii()] == []
