"""The persona's inner life from the shell: mood, goals, questions."""

# I3, I4, M1-M6, P5

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from omoide import open_mind
from omoide.doors.cli.printing import width

from .shell import Shell, converse

NOON = "2026-01-18T12:00:00+09:00"


def tagged(shell: Shell, category: str, time: str = NOON) -> None:
    from datetime import datetime

    with open_mind(shell.home) as mind:
        reply = f'うん。<persona_emotion category="{category}" intensity="0.9"/>'
        mind.perceive("ただいま", reply, time=datetime.fromisoformat(time))


def test_goals_from_setting_to_reaching(shell: Shell) -> None:
    added = shell.json("goals", "add", "write a poem", "--priority", "2", "--now", NOON)
    assert added == {
        "goal": {
            "id": "sh_001", "goal": "write a poem", "created_at": NOON, "status": "active", "progress_notes": [],
            "priority": 2, "term": "short", "closed_at": None, "reason": "", "sources": [],
        },
        "new": True,
    }  # fmt: skip
    assert shell.json("goals", "add", "Write a poem!")["new"] is False
    assert shell.json("goals", "add", "speak Italian", "--long")["goal"]["id"] == "lo_002"
    noted = shell.json("goals", "note", "sh_001", "three lines", "--now", NOON)
    assert noted["goal"]["progress_notes"] == [{"time": NOON, "note": "three lines"}]
    done = shell.json("goals", "done", "sh_001", "--note", "it rhymes", "--now", NOON)
    assert done["goal"]["status"] == "completed"
    assert done["episode"] == {
        "type": "achievement", "summary": "【達成】I reached my goal: write a poem (it rhymes)", "arousal": 0.8,
    }  # fmt: skip
    assert shell.json("goals", "drop", "lo_002", "--why", "French instead")["goal"]["reason"] == "French instead"
    assert shell.json("goals") == {
        "goals": [],
        "statistics": {"short_term": 0, "long_term": 0, "completed": 1, "abandoned": 1, "oldest_active_days": 0},
    }
    assert [goal["id"] for goal in shell.json("goals", "--all")["goals"]] == ["lo_002", "sh_001"]
    shell("goals", "done", "sh_001").refused(4)
    shell("goals", "done", "sh_999").refused(3)


def test_questions_from_asking_to_an_answer(shell: Shell) -> None:
    asked = shell.json("questions", "add", "猫の好物", "--context", "知りたい", "--priority", "0.8", "--now", NOON)
    assert asked == {
        "question": {
            "id": "q_001", "topic": "猫の好物", "context": "知りたい", "priority": 0.8, "source_date": "2026-01-18",
            "asked_at": NOON, "resolved_at": None, "answer": "", "converted": "none", "converted_at": None,
            "sources": [],
        },
        "new": True,
    }  # fmt: skip
    shell.json("questions", "add", "another")
    assert shell.json("questions", "resolve", "q_001", "カリカリ", "--now", NOON)["question"]["resolved_at"] == NOON
    assert [question["id"] for question in shell.json("questions")["questions"]] == ["q_002"]
    assert shell.json("questions", "drop", "q_002")["dropped"] is True
    assert [question["answer"] for question in shell.json("questions", "--all")["questions"]] == ["カリカリ"]
    shell("questions", "resolve", "q_001").refused(4)
    shell("questions", "drop", "q_002").refused(3)


@pytest.mark.parametrize(
    "arguments",
    [
        ["goals", "sing"],
        ["goals", "add"],
        ["goals", "add", "two", "words"],
        ["goals", "add", " "],
        ["goals", "add", "x", "--priority", "0"],
        ["goals", "add", "x", "--why", "y"],
        ["goals", "--long"],
        ["goals", "note", "sh_001"],
        ["questions", "ask", "x"],
        ["questions", "add", "x", "--priority", "2"],
        ["questions", "resolve"],
        ["questions", "drop", "q_001", "--all"],
        ["mood", "--days", "0"],
        ["mood", "--days", "nan"],
        ["mood", "--png", "mood.svg"],
        ["mood", "--svg", "no/such/folder/mood.svg"],
        ["mood", "--now", "yesterday"],
    ],
)
def test_nonsense_is_refused_in_one_line(shell: Shell, arguments: list[str]) -> None:
    shell(*arguments).refused(2)


def test_nobody_is_bored_a_minute_after_a_talk(shell: Shell) -> None:
    # I4, M1
    shell.remember("Good morning.", "--time", NOON)
    rows = shell("mood", "--now", "2026-01-18T12:01:00+09:00").out.splitlines()
    assert rows[1].split() == ["boredom", "0.02", "0.60"]
    assert rows[-2:] == ["I am at rest; nothing draws me.", "  It does not act by itself: nothing is strong enough."]
    rows = shell("mood", "--now", "2026-01-19T10:30:00+09:00").out.splitlines()
    assert rows[-3:-1] == ["Nobody has talked to me for 22 hours. I am bored.", "  22 hours since the last talk"]


@pytest.mark.parametrize(
    ("drive", "en", "ja"),
    [
        ("boredom", "1 day since the last talk", "最後の会話から1日"),
        ("curiosity", "top question: the lake", "最優先の問い: the lake"),
        ("goal_achievement", "top goal: write", "最優先の目標: write"),
        (
            "relatedness",
            "emotion: anxious (intensity 0.9), since 2026-01-18 12:00",
            "感情: 不安（強さ 0.9）、2026-01-18",
        ),
    ],
)
def test_the_strongest_drive_says_what_stands_behind_it(shell: Shell, drive: str, en: str, ja: str) -> None:
    # I4
    now = NOON
    if drive == "boredom":
        tagged(shell, "contentment")
        now = "2026-01-19T12:00:00+09:00"
    elif drive == "curiosity":
        shell.json("questions", "add", "the lake", "--priority", "0.9")
    elif drive == "goal_achievement":
        shell.json("goals", "add", "write")
    else:
        tagged(shell, "anxious")
    for language, told in (("en", en), ("ja", ja)):
        answer = shell("mood", "--now", now, "--lang", language)
        assert (answer.code, answer.err) == (0, "")
        assert told in answer.out
    state = shell.json("mood", "--now", now)
    assert state["motivation_log"]["dominant_drive"] == drive


def test_the_mood_of_the_last_days(shell: Shell, capfd: pytest.CaptureFixture[str]) -> None:
    # M2, M6
    tagged(shell, "anxious", "2026-01-10T12:00:00+09:00")
    tagged(shell, "protective")
    now = "2026-01-18T13:00:00+09:00"
    state = shell.json("mood", "--now", now)
    assert set(state) == {"drives", "motivation_log", "may_act", "why_not", "over_threshold", "emotions"}
    assert state["emotions"] == [{"timestamp": NOON, "type": "persona", "category": "protective", "intensity": 0.9}]
    assert (state["may_act"], state["over_threshold"]) == (True, ["relatedness"])
    assert len(shell.json("mood", "--now", now, "--days", "30")["emotions"]) == 2
    assert "quiet hours" in shell("mood", "--now", "2026-01-19T03:00:00+09:00").out
    shell("mood", "--now", now, "--plot")
    drawn = capfd.readouterr().out  # plotext writes past the streams that the shell of a test puts in place
    assert "protective┤" in drawn
    assert "●" in drawn
    assert "No emotions" in shell("mood", "--now", "2027-01-18T13:00:00+09:00", "--plot").out


def test_pictures(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tagged(shell, "joy")
    png, svg = tmp_path / "m.png", tmp_path / "m.svg"
    assert shell("mood", "--now", NOON, "--png", str(png), "--svg", str(svg)).code == 0
    assert (png.read_bytes()[:4], svg.read_bytes()[:5]) == (b"\x89PNG", b"<?xml")
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "omoide[plot]" in shell("mood", "--png", str(png)).refused(7)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
@pytest.mark.parametrize("command", [["mood", "--plot", "--now", NOON], ["goals"], ["questions"]])
def test_nothing_is_wider_than_the_terminal(shell: Shell, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm-256color")
    tagged(shell, "joy")
    shell.json("goals", "add", "猫のミケと温泉に行く。" * 12)
    shell.json("questions", "add", "ミケはなぜ温泉が好きなのか。" * 12)
    code, screen = converse([*command, "--lang", "ja"])
    assert code == 0, screen
    rows = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen).splitlines()
    assert [row for row in rows if width(row.rstrip()) > 80] == []
