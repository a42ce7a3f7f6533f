"""Remembering, recalling, sleeping, and looking at what is there."""

# I3, R12, E11, F1, F7

from __future__ import annotations

import math
from pathlib import Path

import pytest

from omoide.doors.cli.words import say_of, speak
from omoide.errors import Postponed, because, put_off
from omoide.sleep.steps import STEPS

from .shell import Shell

FIELDS = [
    "id", "created", "memory_days", "recalled_since_last_batch", "recall_count", "emotional_intensity",
    "emotional_valence", "emotional_arousal", "emotional_tags", "decay_coefficient", "category", "keywords",
    "current_level", "trigger", "content", "relations", "retention_score", "archived_at", "protected",
    "revival_requested", "revival_requested_at",
]  # fmt: skip
BESIDES = [
    "archived", "text_level", "made_by", "persona", "person", "session", "origin", "personal", "sources",
    "protection_pending", "retired_at", "retired_by",
]  # fmt: skip
EVENING = "2024-01-15T18:00:00+09:00"
NIGHT = "2024-01-16T03:00:00+09:00"


def test_what_is_remembered_comes_out_with_every_field(shell: Shell) -> None:
    memory = shell.json(
        "remember", "I got the job at Kobayashi Foods!", "--reply", "Congratulations!", "--time", EVENING,
        "--intensity", "80", "--category", "emotional", "--tag", "joy", "--tag", "pride", "--protect",
    )  # fmt: skip
    assert list(memory) == FIELDS + BESIDES
    assert memory["id"] == "mem_20240115_001"
    assert memory["created"] == EVENING
    assert (memory["memory_days"], memory["emotional_intensity"], memory["retention_score"]) == (0.375, 80, 80)
    assert (memory["category"], memory["emotional_tags"], memory["protected"]) == ("emotional", ["joy", "pride"], True)
    assert math.isclose(memory["decay_coefficient"], 0.98 + 0.019 * 0.8)
    assert (memory["current_level"], memory["archived"], memory["made_by"]) == (1, False, "offline")
    assert "Kobayashi" in memory["trigger"]
    assert shell.json("list") == {"memories": [memory]}
    assert shell.json("show", memory["id"]) == memory


def test_text_can_come_from_stdin(shell: Shell) -> None:
    answer = shell("remember", "-", "--json", stdin="猫のミケが三毛の子を産んだ\n".encode())
    assert (answer.code, "ミケ" in answer.json["trigger"]) == (0, True)
    assert "UTF-8" in shell("remember", "-", stdin="猫".encode("cp932")).refused(2)


def test_recall_answers_with_each_term_of_each_score(shell: Shell) -> None:
    wanted = shell.remember("My sister Yuki moved to Sapporo in spring.", "--time", EVENING)
    shell.remember("The printer on the third floor is out of toner.", "--time", EVENING)
    found = shell.json("recall", "Where did Yuki move to?", "--now", "2024-01-15T19:00:00+09:00")
    assert set(found) == {"memories", "linked"}
    first = found["memories"][0]
    assert list(first) == ["id", "created", "level", "archived", "trigger", "content", "origin", "score", "why"]
    assert (first["id"], first["level"], first["archived"]) == (wanted, 1, False)
    why = first["why"]
    base = why["retention"] * why["relevance"] * why["recall_factor"] * why["category_factor"]
    assert math.isclose(base, why["base"])
    assert math.isclose(first["score"], why["base"] + why["resonance_bonus"])
    assert first["score"] == why["priority"]
    told = shell("recall", "Where did Yuki move to?", "--why", "--no-mark").out
    for term in ("relevance", "meaning", "words", "retention", "recalls", "category", "resonance", "score"):
        assert term in told


def test_recall_in_a_project_lowers_what_came_from_another(shell: Shell, tmp_path: Path) -> None:
    # R3, R4, I3
    app, site = str(tmp_path / "work" / "app"), str(tmp_path / "work" / "site")
    here = shell.remember("The lighthouse server was moved to Otaru.", "--time", EVENING, "--project", app)
    there = shell.remember("Its lighthouse went to Hakodate, the server too.", "--time", EVENING, "--project", site)
    shell.remember("Soup for lunch.", "--time", EVENING)
    assert [m["origin"] for m in shell.json("list")["memories"]] == ["", site, app]
    cue = ("recall", "lighthouse server", "--no-mark")
    found = shell.json(*cue, "--project", f"{app}/src")["memories"]
    assert [(m["id"], m["origin"], m["why"]["project_factor"]) for m in found] == [(here, app, 1.0), (there, site, 0.5)]
    assert [m["why"]["project_factor"] for m in shell.json(*cue)["memories"]] == [1.0, 1.0]
    told = shell(*cue, "--why", "--project", app).out
    assert "of another project × 0.50" in told
    assert [name for name in ("app", "site") if f"  {name}\n" in told] == ["app", "site"]
    assert "ほかのプロジェクト × 0.50" in shell(*cue, "--why", "--project", app, "--lang", "ja").out
    shell.json("config", "set", "projects.mode", "strict")
    assert [m["id"] for m in shell.json(*cue, "--project", app)["memories"]] == [here]


def test_a_project_can_be_named_from_where_one_is(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # E9
    monkeypatch.chdir(tmp_path)
    shell.remember("A relative lighthouse.", "--project", ".")
    shell.remember("A lighthouse on another machine.", "--project", r"C:\work")
    assert [m["origin"] for m in shell.json("list")["memories"]] == [r"C:\work", str(tmp_path)]


def test_what_is_about_the_person_can_be_listed(shell: Shell) -> None:
    # R3
    mine = shell.remember("My sister Yuki lives in Otaru.")
    shell.remember("The build is red.")
    assert [(m["id"], m["personal"]) for m in shell.json("list", "--personal")["memories"]] == [(mine, True)]


def test_recall_marks_unless_asked_only_to_look(shell: Shell) -> None:
    shell.remember("Haruto is allergic to buckwheat noodles.", "--time", EVENING)
    shell.json("recall", "Haruto allergic buckwheat", "--no-mark")
    assert [m["recalled_since_last_batch"] for m in shell.json("list")["memories"]] == [False]
    shell.json("recall", "Haruto allergic buckwheat", "--now", "2024-01-15T19:00:00+09:00")
    assert [m["recalled_since_last_batch"] for m in shell.json("list")["memories"]] == [True]
    shell.json("sleep", "--now", NIGHT)
    (memory,) = shell.json("list")["memories"]
    assert (memory["recall_count"], memory["recalled_since_last_batch"]) == (1, False)


def test_recall_keeps_to_its_limit_and_to_what_is_relevant(shell: Shell) -> None:
    for day in range(10, 14):
        shell.remember(f"Walk number {day} along the Kamo river with Hana.", "--time", f"2024-01-{day}T10:00:00+09:00")
    assert len(shell.json("recall", "Kamo river walk with Hana", "--limit", "2")["memories"]) == 2
    nothing = shell("recall", "zzzzqqqq")
    assert (nothing.code, nothing.out, nothing.err) == (0, "Nothing comes to mind.\n", "")


def test_a_night_tells_what_it_did_by_step_and_is_lived_once(shell: Shell) -> None:
    shell.remember("Lunch was fine.", "--time", EVENING, "--intensity", "22", "--category", "casual")
    night = shell.json("sleep", "--now", NIGHT)
    assert (night["night"], night["previous"], night["lived"]) == ("2024-01-16", None, True)
    assert list(night["steps"]) == list(STEPS)
    assert night["steps"]["age"]["nights"] == 1
    # 22 x 0.722 ^ 1.375 = 14.06: a trace, by way of a summary
    assert night["steps"]["levels"] == {"to_level_2": 0, "to_level_3": 1, "to_level_4": 0}
    assert shell.json("sleep", "--now", NIGHT)["lived"] is False
    assert "lived already" in shell("sleep", "--now", NIGHT).out
    back = shell("sleep", "--now", "2023-12-01T03:00:00+09:00").out
    assert back.startswith("The night of 2023-12-01 is past: that of 2024-01-16 was lived already.")
    assert shell.json("list", "--level", "3")["memories"][0]["memory_days"] == 1.375


def test_sleep_if_missed_waits_until_a_night_was_missed(shell: Shell) -> None:
    shell.remember("Something small.", "--time", EVENING)
    shell.json("sleep", "--now", NIGHT)
    early = shell.json("sleep", "--if-missed", "--now", "2024-01-16T20:00:00+09:00")
    assert early == {"missed": False, "lived": False, "steps": {}}
    late = shell.json("sleep", "--if-missed", "--now", "2024-01-18T09:00:00+09:00")
    assert (late["lived"], late["night"], late["steps"]["age"]["nights"]) == (True, "2024-01-18", 2)


def test_the_list_can_be_narrowed(shell: Shell) -> None:
    old = shell.remember("An old chat about tea.", "--time", "2024-01-01T10:00:00+09:00", "--category", "casual")
    new = shell.remember(
        "We chose PostgreSQL.", "--time", "2024-02-01T10:00:00+09:00", "--category", "decision", "--protect"
    )

    def ids(*options: str) -> list[str]:
        return [memory["id"] for memory in shell.json("list", *options)["memories"]]

    assert ids() == [new, old]
    assert ids("--category", "casual") == [old]
    assert ids("--protected") == [new]
    assert ids("--archived") == []
    assert ids("--since", "2024-01-15T00:00:00+09:00") == [new]
    assert ids("--until", "2024-01-15T00:00:00+09:00") == [old]
    assert ids("--limit", "1") == [new]
    assert (ids("--level", "1"), ids("--level", "2")) == ([new, old], [])
    right = shell.json("correct", old, "It was coffee.")["id"]
    assert ids("--retired") == [old]
    assert old not in ids()
    assert right in ids()


def test_statistics_count_everything(shell: Shell) -> None:
    shell.remember("One thing.", "--time", EVENING, "--protect", "--intensity", "60")
    shell.remember("Another thing.", "--time", EVENING, "--intensity", "60")
    shell.json("sleep", "--now", NIGHT)
    stats = shell.json("stats")
    assert list(stats) == [
        "total", "by_level", "archived", "protected", "protected_most", "retired", "texts_waiting", "turns",
        "turns_waiting", "size", "last_night", "next_night",
    ]  # fmt: skip
    assert (stats["total"], stats["protected"], stats["protected_most"], stats["turns"]) == (2, 1, 50, 2)
    assert list(stats["by_level"]) == ["1", "2", "3", "4"]
    assert sum(stats["by_level"].values()) == 2
    assert stats["last_night"] == "2024-01-16"
    assert stats["size"] > 0


def test_why_tells_the_whole_story(shell: Shell) -> None:
    wrong = shell.remember("The meeting is on Tuesday.", "--reply", "Noted.", "--time", EVENING)
    right = shell.json("correct", wrong, "The meeting is on Thursday.")["id"]
    story = shell.json("why", right)
    assert list(story) == [
        "memory", "night", "days", "retention", "half_life", "terms", "ahead", "turns", "links_out", "links_in",
        "history",
    ]  # fmt: skip
    assert [turn["said"] for turn in story["turns"]] == ["The meeting is on Tuesday."]
    assert [old["id"] for old in story["history"]] == [wrong]
    assert [row["day"] for row in story["ahead"]] == [7, 30, 90, 180, 365]
    told = shell("why", right).out
    for words in ("How it fades", "Where it comes from", "Tuesday", wrong, "made by correction"):
        assert words in told


def test_personas_and_people_are_kept_apart(shell: Shell) -> None:
    """The same options before and after the command's name."""  # N6
    shell.remember("Only Aoi knows this.", "--persona", "aoi", "--person", "ken", "--time", EVENING)
    assert len(shell.json("--persona", "aoi", "--person", "ken", "list")["memories"]) == 1
    assert shell.json("list", "--persona", "aoi")["memories"] == []
    assert shell.json("list")["memories"] == []


def test_a_home_can_be_named_on_the_command_line(shell: Shell, tmp_path_factory) -> None:
    elsewhere = str(tmp_path_factory.mktemp("elsewhere") / "new")
    shell.remember("Kept elsewhere.", "--home", elsewhere)
    assert shell.json("list")["memories"] == []
    assert len(shell.json("--home", elsewhere, "list")["memories"]) == 1
    assert shell.json("init", "--home", elsewhere) == {
        "home": elsewhere, "persona": "default", "person": "me", "memories": 1,
    }  # fmt: skip


def test_a_pipe_gets_tab_separated_columns(shell: Shell) -> None:
    memory = shell.remember("Tabs\tand\nlines are folded.", "--time", EVENING)
    heading, row = shell("list").out.splitlines()
    assert heading.split("\t")[:2] == ["id", "made"]
    assert row.split("\t")[:2] == [memory, "2024-01-15 18:00"]
    assert len(row.split("\t")) == len(heading.split("\t"))


def test_remembered_text_cannot_steer_the_terminal(shell: Shell) -> None:
    """R14: an escape sequence that somebody typed is shown without its escape."""
    memory = shell.remember("beware \x1b[2J\x1b]0;owned\x07 of \u202eescapes", "--time", EVENING)
    for command in ("list", "recall"):
        shown = shell(command, *(["beware of escapes"] if command == "recall" else [])).out
        assert not set(shown) & {"\x1b", "\x07", "\u202e"}
    assert "\x1b" not in shell("show", memory).out


def test_why_a_step_waits_is_told_in_the_language_of_the_user() -> None:
    done = put_off(Postponed("it is away", "不在です")) | because(Postponed("no"), "failed")
    assert done == {"postponed": 1, "reason": "it is away", "reason_ja": "不在です", "failed": "no"}
    assert (say_of(done, "reason"), say_of(done, "failed")) == ("it is away", "no")
    try:
        speak("ja")
        assert (say_of(done, "reason"), say_of(done, "failed")) == ("不在です", "no")
    finally:
        speak("en")


def test_who_asks_for_the_wrong_two_is_told_whom_the_home_knows(shell: Shell) -> None:
    # N6: names of those who live here, and not a word of theirs
    shell.json("remember", "The cat is called Kinako", "--persona", "Juno", "--person", "Mara")
    for command in (("recall", "Kinako"), ("list",)):
        answer = shell(*command)
        assert "--persona Juno --person Mara" in answer.err
        assert "Kinako" not in answer.out + answer.err
    assert shell("list", "--persona", "Juno", "--person", "Mara").err == ""


def test_times_are_read_and_shown_by_the_clock_of_the_person(shell: Shell) -> None:
    # N3: whatever the clock of this machine shows
    shell("config", "set", "timezone", "Asia/Tokyo")
    memory = shell.json("remember", "The lake was frozen.", "--time", "2024-01-15 18:00")
    assert memory["created"] == EVENING
    shell("remember", "The kite flew away.", "--time", "2024-01-15T20:30:00+00:00")
    shown = shell("list").out
    assert "2024-01-15 18:00" in shown
    assert "2024-01-16 05:30" in shown


def test_what_nobody_answered_is_shown_without_an_answer(shell: Shell) -> None:
    # I2
    shown = shell("remember", "The lake was frozen.", "--time", EVENING).out
    assert '"The lake was frozen."\n' in shown
    assert "→" not in shown + shell("list").out
