"""Dreams, pages about persons and things, and the night by hand, from the shell."""

# I3, I4, D1, D2, D5, T2

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from omoide import open_mind
from omoide.domain.dream import Insight
from omoide.domain.proposal import Proposal
from omoide.sleep.steps import STEPS

from .shell import Shell

NIGHT = "2026-01-02T03:00:00+09:00"


def dreamt(shell: Shell, **fields: Any) -> None:
    with open_mind(shell.home) as mind:
        when = datetime.fromisoformat(NIGHT)
        insight = Insight("", mind.scope, when, "創作ノート", "書くことは祈りだ。", "一緒に書く", "筆を取る夢", 2)
        mind.faculties.store.insights.add(insight)
        for name, fact in (("Tama", "A white cat."), ("湖", "冷たい。")):
            mind.faculties.store.proposals.add(Proposal("", mind.scope, name, fact, "it matters", when))


def test_the_dream_diary(shell: Shell) -> None:
    assert "models.summary" in shell("dreams").out
    dreamt(shell)
    assert shell.json("dreams") == {
        "insights": [
            {
                "id": "in_001", "created_at": NIGHT, "trigger_topic": "創作ノート", "insight": "書くことは祈りだ。",
                "strategy": "一緒に書く", "log_entry": "筆を取る夢", "level": 2, "origin": "dream", "sources": [],
                "made_by": "",
            }
        ],
        "strategy": "一緒に書く",
    }  # fmt: skip
    assert shell("dreams").out.splitlines() == [
        "2026-01-02 03:00  week  創作ノート", "  書くことは祈りだ。", "  筆を取る夢", "  → 一緒に書く", "",
        "Now: 一緒に書く",
    ]  # fmt: skip
    assert "週次" in shell("dreams", "--lang", "ja").out
    shell("dreams", "--limit", "0").refused(2)


def test_pages_and_proposals(shell: Shell) -> None:
    assert shell.json("entities") == {"entities": [], "proposals": 0}
    dreamt(shell)
    assert [p["id"] for p in shell.json("entities", "proposals")["proposals"]] == ["pr_001", "pr_002"]
    taken = shell.json("entities", "accept", "pr_001", "--now", NIGHT)["proposal"]
    assert (taken["status"], taken["written"], taken["decided_at"]) == ("accepted", "A white cat.", NIGHT)
    assert shell.json("entities", "decline", "pr_002")["proposal"]["status"] == "declined"
    shell("entities", "accept", "pr_002").refused(4)
    shell("entities", "accept", "pr_999").refused(3)
    shell("entities", "write", "Miho", "writes poems about a cat")
    shell("entities", "write", "../x", "y").refused(2)
    assert shell.json("entities") == {"entities": [{"name": "Miho"}, {"name": "Tama"}], "proposals": 0}
    assert shell.json("entities", "search", "poems", "cat") == {
        "entities": [{"name": "Miho", "words": 2}, {"name": "Tama", "words": 1}], "proposals": 0,
    }  # fmt: skip
    assert shell.json("entities", "show", "Tama")["text"] == "# Tama\n\nA white cat.\n"
    shell("entities", "show", "nobody").refused(3)
    assert shell("entities").out == "Miho\nTama\n"
    assert "待っている提案はありません" in shell("entities", "proposals", "--lang", "ja").out


def test_the_names_tell_of_what_waits(shell: Shell) -> None:
    dreamt(shell)
    assert shell("entities").out.splitlines() == ["No pages yet.", "2 proposals wait: `omoide entities proposals`"]
    assert (
        shell("entities", "proposals").out.splitlines()[1]
        == "pr_001\t2026-01-02 03:00\tTama\tA white cat. – it matters"
    )


@pytest.mark.parametrize("level", ["auto", "1", "2", "3"])
def test_a_night_of_any_date_and_level(shell: Shell, level: str) -> None:
    # D1, D5: every step in its place; without a model the dream waits for one
    shell("remember", "It snowed.", "--time", "2026-01-01T18:00:00+09:00")
    night = shell.json("sleep", "--level", level, "--now", NIGHT)
    assert (night["night"], list(night["steps"])) == ("2026-01-02", list(STEPS))
    assert night["steps"]["dream"] == {"waiting": 1}


def test_a_scheduler_leaves_the_dream_to_the_conditions(shell: Shell) -> None:
    # D1: at noon somebody who types the command gets a dream, a scheduler does not
    shell("remember", "It snowed.", "--time", "2026-01-01T18:00:00+09:00")
    [night] = shell.json("sleep", "--all", "--now", "2026-01-02T12:00:00+09:00")["nights"]
    assert night["steps"]["dream"] == {"skipped": "not in quiet hours"}
    by_hand = shell.json("sleep", "--now", "2026-01-02T12:00:00+09:00")
    assert (by_hand["lived"], by_hand["steps"]["dream"]) == (False, {"waiting": 1})
    told = shell("sleep", "--all", "--now", "2026-01-03T12:00:00+09:00", "--lang", "ja").out
    assert "夢は見なかった（静かな時間帯ではない）" in told


def test_an_unknown_level_is_refused(shell: Shell) -> None:
    assert "auto, 1, 2, 3" in shell("sleep", "--level", "4").refused(2)
