"""Emotions, questions and goals in the store: whole, once, in their scope, also with several processes."""

# M2, M3, M4, N4, N6, X8

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from omoide.adapters.sql.mending import mend
from omoide.adapters.sql.migrations import MIGRATIONS, migrate
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.adapters.sql.store import SqlStore
from omoide.domain.goal import Goal, ProgressNote
from omoide.domain.persona_emotion import FeltEmotion, PersonaEmotion
from omoide.domain.question import OpenQuestion
from omoide.domain.turn import Scope
from tests.adapters.sql.store_things import AOI, NOON, REN, turn

LATER = NOON + timedelta(days=1)
DAY = date(2026, 1, 18)
ROOT = Path(__file__).parents[3]


def felt(category: str = "joy", minutes: float = 0, scope: Scope = AOI) -> FeltEmotion:
    return FeltEmotion(scope, NOON + timedelta(minutes=minutes), PersonaEmotion(category, 0.5))  # type: ignore[arg-type]


def test_the_log_comes_back_in_the_order_of_time(store: SqlStore) -> None:
    # M2: also when an older conversation is lived through later
    lines = [felt("joy", 5), felt("anxious", 0, REN), felt("anger", 5), felt("neutral", 0, Scope("ren", "ken"))]
    for line in lines:
        store.emotions.add(line)
    assert store.emotions.since("aoi") == [lines[1], lines[0], lines[2]]
    assert store.emotions.since("aoi", NOON + timedelta(minutes=1)) == [lines[0], lines[2]]
    assert store.emotions.last("aoi") == lines[2]
    assert store.emotions.last("aoi", "yui") == lines[1]
    assert store.emotions.last("aoi", "ken", before=NOON) is None
    assert store.emotions.last("nobody") is None
    assert store.emotions.since("nobody") == []


def test_since_when_it_has_felt_so(store: SqlStore) -> None:
    # M6
    assert store.emotions.changed_at("aoi") is None
    for category, minutes in (("joy", 0), ("joy", 1)):
        store.emotions.add(felt(category, minutes))
    assert store.emotions.changed_at("aoi") == NOON
    for category, minutes in (("anger", 2), ("joy", 3), ("joy", 3), ("joy", 4)):
        store.emotions.add(felt(category, minutes))
    assert store.emotions.changed_at("aoi") == NOON + timedelta(minutes=3)


def test_the_last_talk_is_the_newest_turn_with_anybody(store: SqlStore) -> None:
    # M6: what was taken in last may be older
    assert store.emotions.last_talk("aoi") is None
    store.turns.add(turn(1, time=LATER, scope=REN))
    store.turns.add(turn(2, time=NOON))
    store.turns.add(turn(3, time=LATER + timedelta(days=1), scope=Scope("ren", "ken")))
    assert store.emotions.last_talk("aoi") == LATER


def test_ten_thousand_emotions(file_store: SqlStore) -> None:
    with file_store.transaction():
        for n in range(10_000):
            file_store.emotions.add(felt("joy" if n < 9_990 else "sadness", n))
    assert len(file_store.emotions.since("aoi")) == 10_000
    assert file_store.emotions.last("aoi") == felt("sadness", 9_999)
    assert file_store.emotions.changed_at("aoi") == NOON + timedelta(minutes=9_990)
    plans = [
        file_store.database.execute(f"EXPLAIN QUERY PLAN {sql}", ("aoi",)).fetchall()[0][3]
        for sql in (
            "SELECT category FROM emotions WHERE persona = ? ORDER BY time DESC, row DESC LIMIT 1",
            "SELECT time FROM turns WHERE persona = ? ORDER BY time DESC LIMIT 1",
        )
    ]
    assert ["emotions_by_time" in plans[0], "turns_by_persona" in plans[1]] == [True, True], plans


def test_a_question_from_asking_to_conversion(store: SqlStore) -> None:
    # M3: each step once
    asked = OpenQuestion("q_001", AOI, "猫の好物", "知りたい", 0.8, DAY, NOON, sources=("turn-1",))
    assert store.questions.add(AOI, "猫の好物", "知りたい", 0.8, DAY, NOON, ["turn-1"]) == (asked, True)
    assert store.questions.add(AOI, "猫の好物？", "", 0.1, DAY, LATER, []) == (asked, False)
    assert store.questions.all(AOI) == [asked]
    assert not store.questions.convert(AOI, "q_001", "fact", LATER)
    assert store.questions.resolve(AOI, "q_001", "カリカリ", LATER)
    assert not store.questions.resolve(AOI, "q_001", "魚", LATER)
    resolved = replace(asked, resolved_at=LATER, answer="カリカリ")
    assert (store.questions.all(AOI), store.questions.all(AOI, True)) == ([], [resolved])
    assert store.questions.convert(AOI, "q_001", "fact", LATER)
    assert not store.questions.convert(AOI, "q_001", "skip", LATER)
    converted = replace(resolved, converted="fact", converted_at=LATER)
    assert store.questions.get(AOI, "q_001") == converted
    # what was resolved may be wondered about again
    again, new = store.questions.add(AOI, "猫の好物", "", 0.5, DAY, LATER, [])
    assert (again.id, new) == ("q_002", True)
    assert store.questions.all(AOI, None) == [converted, again]
    assert store.questions.drop(AOI, "q_002")
    assert not store.questions.drop(AOI, "q_002")
    assert store.questions.add(AOI, "別の問い", "", 0.5, DAY, NOON, [])[0].id == "q_003"


def test_a_goal_from_setting_to_its_end(store: SqlStore) -> None:
    # M4: notes in order, an end once, and the same may be set anew afterwards
    made = Goal("sh_001", AOI, "short", "詩を書く", NOON, 2, sources=("turn-1",))
    assert store.goals.add(AOI, "short", "詩を書く", 2, NOON, ["turn-1"]) == (made, True)
    assert store.goals.add(AOI, "long", " 詩を書く。", 1, LATER, []) == (made, False)
    assert store.goals.note(AOI, "sh_001", "三行", NOON)
    assert store.goals.note(AOI, "sh_001", "四行", LATER)
    noted = replace(made, progress_notes=(ProgressNote(NOON, "三行"), ProgressNote(LATER, "四行")))
    assert store.goals.all(AOI) == [noted]
    assert store.goals.close(AOI, "sh_001", "completed", "書けた", LATER)
    assert not store.goals.close(AOI, "sh_001", "abandoned", "", LATER)
    assert not store.goals.note(AOI, "sh_001", "五行", LATER)
    closed = replace(noted, status="completed", closed_at=LATER, reason="書けた")
    assert (store.goals.all(AOI), store.goals.all(AOI, None)) == ([], [closed])
    assert store.goals.add(AOI, "long", "詩を書く", 1, LATER, [])[0].id == "lo_002"
    assert store.goals.get(AOI, "sh_999") is None


def test_nobody_else_sees_or_changes_them(store: SqlStore) -> None:
    # N6
    store.questions.add(AOI, "topic", "", 0.5, DAY, NOON, [])
    store.goals.add(AOI, "short", "goal", 1, NOON, [])
    for other in (REN, Scope("ren", "ken"), Scope("%", "%"), Scope("", "")):
        assert (store.questions.all(other, None), store.questions.get(other, "q_001")) == ([], None)
        assert (store.goals.all(other, None), store.goals.get(other, "sh_001")) == ([], None)
        changed = (
            store.questions.resolve(other, "q_001", "x", NOON),
            store.questions.drop(other, "q_001"),
            store.goals.note(other, "sh_001", "x", NOON),
            store.goals.close(other, "sh_001", "abandoned", "x", NOON),
        )
        assert changed == (False, False, False, False)
    # the same words of another person are another goal
    assert store.goals.add(REN, "short", "goal", 1, NOON, [])[1]


WRITER = """
import sys
from tests.adapters.sql.store_things import AOI, NOON, opened
store = opened(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for n in range(25):
    goal, _ = store.goals.add(AOI, "long" if n % 2 else "short", f"{sys.argv[2]} {n}", 1, NOON, [])
    store.goals.note(AOI, "sh_001", f"{sys.argv[2]} {n}", NOON)
    print(goal.id)
shared, new = store.goals.add(AOI, "short", "the same", 1, NOON, [])
print(shared.id, new)
"""


def test_ids_are_unique_across_processes_and_no_note_is_lost(store: SqlStore, place: str) -> None:
    # M4, X8
    store.goals.add(AOI, "short", "first", 1, NOON, [])
    children = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, place, f"w{n}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        )
        for n in range(3)
    ]  # fmt: skip
    try:
        for child in children:
            assert child.stdout
            assert child.stdout.readline() == "ready\n"
        said = [child.communicate("\n", timeout=60)[0].splitlines() for child in children]
    finally:
        for child in children:
            child.kill()
    ids = [name for lines in said for name in lines[:-1]]
    assert sorted(int(name[3:]) for name in {*ids}) == sorted(int(name[3:]) for name in ids)
    assert len({*ids}) == 75
    last = [lines[-1].split() for lines in said]
    assert len({name for name, _ in last}) == 1
    assert sorted(new for _, new in last) == ["False", "False", "True"]
    first = store.goals.get(AOI, "sh_001")
    assert first
    assert sorted(note.text for note in first.progress_notes) == sorted(
        f"w{p} {n}" for p in range(3) for n in range(25)
    )
    store.close()


def test_an_older_home_gets_the_tables_and_keeps_its_turns(path: Path) -> None:
    # N4
    database = SqliteDatabase(path)
    migrate(database, migrations=[step for step in MIGRATIONS if step.number < 4])
    database.close()
    store = SqlStore(path)
    assert store.goals.add(AOI, "short", "goal", 1, NOON, [])[1]
    assert store.emotions.since("aoi") == []
    store.close()


def test_after_a_repair_no_number_is_given_out_again(file_store: SqlStore) -> None:
    # O1: the counters may have been what was broken
    file_store.goals.add(AOI, "short", "goal", 1, NOON, [])
    file_store.questions.add(AOI, "topic", "", 0.5, DAY, NOON, [])
    file_store.emotions.add(felt())
    file_store.resolutions.add("me", "aoi", "the leak", NOON)
    file_store.database.execute("DELETE FROM counters")
    mend(file_store.database, set())
    file_store.resolutions.add("me", "aoi", "the door", NOON)
    assert [number for number, _ in file_store.resolutions.recorded_after("me", -1)] == [1, 2]
    assert file_store.goals.add(AOI, "short", "another", 1, NOON, [])[0].id == "sh_002"
    assert file_store.questions.add(AOI, "another", "", 0.5, DAY, NOON, [])[0].id == "q_002"
    file_store.emotions.add(felt("anger", 1))
    assert len(file_store.emotions.since("aoi")) == 2
