"""omoide episodes, omoide diary, omoide import log: what they print, in both languages, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.doors.cli.shell import Shell
from tests.mind.test_text_logs import LOG

NOW = "2026-03-20T12:00:00+09:00"
STRONG = "I got the job!!! I can't believe it!!! I'm so happy I could scream!!!"


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "log.txt"
    path.write_text(LOG, encoding="utf-8")
    return str(path)


@pytest.fixture
def lived(shell: Shell) -> Shell:
    for day, text in (("05", STRONG), ("07", "The library was closed, so we read at home.")):
        shell.remember(text, "--reply", "Tell me more.", "--time", f"2026-01-{day}T20:00:00+09:00")
    shell.remember("Cherry blossoms are out.", "--time", "2026-03-18T20:00:00+09:00")
    return shell


def test_update_list_show_merge_and_restore(lived: Shell) -> None:
    # P1, P3, P7
    assert lived("episodes").out.startswith("No episodes yet")
    done = lived.json("episodes", "update", "--now", NOW)
    assert done == {"episodes": {"told": 3, "refused": 0, "postponed": 0}}
    assert lived("episodes", "--archived").out == "There is no such episode.\n"
    assert lived("episodes", "--until", "2020-01-01").out == "There is no such episode.\n"
    assert lived("diary", "--until", "2020-01-01").out == "Nothing is written about those days.\n"
    listed = lived.json("episodes")["episodes"]
    assert [episode["date"] for episode in listed] == ["2026-01-05", "2026-01-07", "2026-03-18"]
    assert list(listed[0]) == ["id", "date", "summary", "compressed", "arousal", "arousal_max", "created_at"]
    assert listed[0]["id"] == "episode_2026-01-05_001"
    assert "I got the job" in listed[0]["summary"]
    merged = lived("episodes", "update", "--merge", "--now", NOW)
    assert (merged.code, merged.out) == (0, "0 days told\n1 week merged\n")
    week = lived.json("episodes", "--range", " 2026-01-06 ～ 2026-01-06 ")["episodes"]
    assert [(e["date"], e["original_count"], e["compressed"]) for e in week] == [("2026-01-05~2026-01-11", 2, True)]
    assert list(week[0]) == [
        "id", "date", "summary", "compressed", "original_count", "arousal_avg", "arousal_max", "created_at",
    ]  # fmt: skip
    assert [e["id"] for e in lived.json("episodes", "--archived")["episodes"]] == [e["id"] for e in listed[:2]]
    shown = lived.json("episodes", "show", week[0]["id"])
    assert (shown["kind"], shown["made_by"], len(shown["sources"]), shown["person"]) == ("week", "offline", 2, "me")
    assert lived("episodes", "restore", week[0]["id"]).out == "2 days came back from the archive\n"
    assert lived.json("episodes")["episodes"] == listed


def test_special_moments_have_the_fields_of_their_kind(lived: Shell) -> None:
    # P5, P7
    from omoide import open_mind
    from tests.mind.world import at

    with open_mind(lived.home) as mind:
        for kind, detail in (("achievement", "sh_1"), ("discovery", "猫"), ("bonding", "anxious→joy")):
            mind.faculties.store.episodes.add_special(mind.scope, kind, "…", detail, at("2026-01-06T12:00:00"), 0.7)
    found = lived.json("episodes")["episodes"]
    assert [(e["type"], list(e)[-2], e[list(e)[-2]]) for e in found] == [
        ("achievement", "goal_id", "sh_1"), ("discovery", "source_question", "猫"),
        ("bonding", "emotion_change", "anxious→joy"),
    ]  # fmt: skip


def test_the_diary_reads_latest_first_in_both_languages(lived: Shell) -> None:
    # P1, I3
    assert "まだ何も書かれていません" in lived("diary", "--lang", "ja").out
    lived("episodes", "update", "--now", NOW)
    told = lived("diary").out
    assert told.index("2026-03-18 (Wed)") < told.index("2026-01-07 (Wed)") < told.index("2026-01-05 (Mon)  ★")
    assert "2026-03-18 (水)" in lived("diary", "--lang", "ja").out
    assert [e["date"] for e in lived.json("diary", "--limit", "1")["episodes"]] == ["2026-03-18"]
    assert [e["date"] for e in lived.json("diary", "--until", "2026-01-31")["episodes"]] == ["2026-01-07", "2026-01-05"]
    assert [e["date"] for e in lived.json("diary", "--since", "2026-01-06")["episodes"]] == ["2026-03-18", "2026-01-07"]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["episodes", "--range", "2026-02-02~2026-02-01"], 2, "turn it round"),
        (["episodes", "--since", "2026-02-30"], 2, "no day of the calendar"),
        (["episodes", "--range", "2026-01-01", "--since", "2026-01-01"], 2, "--range stands for both"),
        (["episodes", "show"], 2, "ID is missing: `omoide episodes show ID`"),
        (["episodes", "show", "episode_1999-01-01_001"], 3, "no episode"),
        (["episodes", "restore", "episode_1999-01-01_001"], 3, "no merged week"),
        (["episodes", "dance"], 2, "knows show, update, restore"),
        (["episodes", "--merge"], 2, "--merge only goes with update"),
        (["diary", "--range", "soon"], 2, "no range of days"),
        (["import", "log", "nowhere.txt"], 3, "there is no nowhere.txt"),
        (["import", "log", "/", "--timezone", "Mars/Olympus"], 2, "--timezone"),
    ],
)
def test_nonsense_gets_one_line(shell: Shell, arguments: list[str], code: int, told: str) -> None:
    # P4, I3
    assert told in shell(*arguments).refused(code)
    assert shell(*arguments, "--lang", "ja").refused(code) != shell(*arguments).refused(code)


def test_a_log_is_imported_once_and_counted(shell: Shell, log: str) -> None:
    # N5, E7
    first = shell("import", "log", log, "--timezone", "Asia/Tokyo", "--persona", "葵", "--person", "健")
    assert (first.code, first.out.splitlines()) == (
        0,
        [
            "2 turns read: 2 new memories, 0 passed over, 0 failed",
            "1 file, 4 messages, 1 system message passed over",
        ],
    )
    again = shell.json("import", "log", log, "--timezone", "Asia/Tokyo", "--persona", "葵", "--person", "健")
    assert again == {
        "turns": 2, "memories": 0, "skipped": 2, "failed": 0, "files": 1, "other_files": 0, "messages": 4, "system": 1,
        "undated": 0, "timeless": 0, "unanswered": 0,
    }  # fmt: skip
    told = shell.json("episodes", "update", "--persona", "葵", "--person", "健")
    assert told["episodes"]["told"] == 1
    [day] = json.loads(shell("diary", "--persona", "葵", "--person", "健", "--json").out)["episodes"]
    assert "おかえりなさい" in day["summary"]
    assert day["summary"].startswith("1月2日、健と2回やりとりをした。")
