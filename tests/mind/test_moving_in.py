"""Moving in from document 002's database and out to it: N5, E11, X5."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from omoide.adapters.sql.old_house import FIELDS
from omoide.ports import Filter
from tests.mind.world import Clock, at, mind_in


def old_memory(number: int, **changes: Any) -> dict[str, Any]:
    return {
        "id": f"mem_20260110_{number:03}", "created": f"2026-01-10T18:0{number % 10}:00+09:00", "memory_days": 4.375,
        "recalled_since_last_batch": 0, "recall_count": 2, "emotional_intensity": 60, "emotional_valence": "positive",
        "emotional_arousal": 40, "emotional_tags": '["joy"]', "decay_coefficient": 0.97, "category": "decision",
        "keywords": '["lantern"]', "current_level": 1, "trigger": f"The lantern plan {number}", "content": "We agreed.",
        "embedding": None, "relations": "[]", "retention_score": 52.5, "archived_at": None, "protected": 0,
        "revival_requested": 0, "revival_requested_at": None,
    } | changes  # fmt: skip


def old_database(
    path: Path, memories: list[dict[str, Any]], last_run: str | None = "2026-01-15T03:00:00+09:00"
) -> Path:
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE TABLE memories ({', '.join(FIELDS)})")
    connection.execute("CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT)")
    for memory in memories:
        marks = ", ".join("?" * len(FIELDS))
        connection.execute(f"INSERT INTO memories VALUES ({marks})", [memory[name] for name in FIELDS])
    connection.execute("INSERT INTO state VALUES ('last_compression_run', '2026-01-15T03:00:00+09:00')")
    connection.commit()
    connection.close()
    return path


def test_a_memory_keeps_its_age_strength_and_links(tmp_path: Path) -> None:
    # N5, E11
    links = json.dumps([{"id": "mem_20260110_002", "type": "continues"}, {"id": "gone", "type": "same_topic"}])
    source = old_database(
        tmp_path / "memories.db",
        [
            old_memory(1, relations=links, protected=1),
            old_memory(2, current_level=4, archived_at="2026-01-14T03:00:00+09:00", retention_score=4.0),
            old_memory(3, recalled_since_last_batch=1),
        ],
    )
    clock = Clock(at("2026-01-15T12:00:00"))
    with mind_in(tmp_path / "home", clock) as mind:
        done = mind.import_old(source)
        assert (done.turns, done.memories, done.skipped, done.failed) == (3, 3, 0, 0)
        first, second, third = (mind.show(f"mem_20260110_00{n}") for n in (1, 2, 3))
        assert (first.days, first.recalls, first.coefficient, first.protected) == (4.375, 2, 0.97, True)
        assert first.retention == pytest.approx(60 * 0.97**4.375)
        assert [(link.id, link.type) for link in first.relations] == [("mem_20260110_002", "continues")]
        assert (second.level, second.archived_at) == (4, at("2026-01-14T03:00:00"))
        assert third.recalled
        assert (
            mind.recall("lantern plan 3", mark=False).memories[0].memory.id == third.id
        )  # embedded by the present embedder
        mind.sleep(clock.set("2026-01-16T03:00:00"))
        assert mind.show(first.id).days == pytest.approx(5.375)
        strong = mind.show(third.id)
        assert (strong.days, strong.coefficient, strong.recalls) == (pytest.approx(2.1875), pytest.approx(0.99), 3)


def test_moving_in_twice_brings_nothing_twice(tmp_path: Path) -> None:
    # E7, N5
    source = old_database(tmp_path / "memories.db", [old_memory(n) for n in range(1, 5)])
    with mind_in(tmp_path / "home", Clock(at("2026-01-15T12:00:00"))) as mind:
        assert mind.import_old(source).memories == 4
        again = mind.import_old(source)
        assert (again.memories, again.skipped) == (0, 4)
        assert mind.counts().total == 4


def test_an_id_that_is_taken_gets_another(tmp_path: Path) -> None:
    # E5
    clock = Clock(at("2026-01-10T09:00:00"))
    with mind_in(tmp_path / "home", clock) as mind:
        mine = mind.remember("my own first memory of the day")
        clock.set("2026-01-15T12:00:00")
        source = old_database(tmp_path / "memories.db", [old_memory(1)])
        assert mind.import_old(source).ids == ("mem_20260110_002",)
        assert mind.show(mine.id).trigger == mine.trigger


@pytest.mark.parametrize(
    "wrong",
    [
        {"emotional_intensity": 400}, {"emotional_valence": "grumpy"}, {"category": "gossip"},
        {"decay_coefficient": 1.5}, {"created": "yesterday"}, {"current_level": 9}, {"memory_days": float("inf")},
        {"trigger": None},
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_understood_is_named_and_the_others_kept(tmp_path: Path, wrong: dict[str, Any]) -> None:
    source = old_database(tmp_path / "memories.db", [old_memory(1, **wrong), old_memory(2)])
    with mind_in(tmp_path / "home", Clock(at("2026-01-15T12:00:00"))) as mind:
        done = mind.import_old(source)
        assert (done.memories, done.failed) == (1, 1)
        assert "mem_20260110_001" in done.problems[0].en
        assert [m.id for m in mind.list()] == ["mem_20260110_002"]


@pytest.mark.parametrize("unread", [{"emotional_tags": "{broken"}, {"keywords": "[1"}, {"embedding": b"123"}])
def test_a_memory_is_not_lost_for_what_it_can_do_without(tmp_path: Path, unread: dict[str, Any]) -> None:
    # N5: a vector of a wrong length or a broken list is named and left out
    source = old_database(tmp_path / "memories.db", [old_memory(1, **unread)])
    with mind_in(tmp_path / "home", Clock(at("2026-01-15T12:00:00"))) as mind:
        done = mind.import_old(source)
        assert (done.memories, done.failed, len(done.problems)) == (1, 0, 1)
        assert next(iter(unread)) in done.problems[0].en
        assert mind.list()[0].trigger == "The lantern plan 1"


def test_secrets_do_not_move_in(tmp_path: Path) -> None:
    # E8
    source = old_database(tmp_path / "memories.db", [old_memory(1, content="password: hunter2secret!")])
    with mind_in(tmp_path / "home", Clock(at("2026-01-15T12:00:00"))) as mind:
        mind.import_old(source)
        assert "hunter2" not in mind.list()[0].content


def test_out_and_in_again_is_the_same_memory(tmp_path: Path) -> None:
    # E11, N5
    clock = Clock()
    with mind_in(tmp_path / "home", clock) as mind:
        for n in range(6):
            mind.remember(f"Chapter {n} of the river story", intensity=10 + 15 * n)
        mind.protect(mind.list()[0].id)
        mind.sleep(clock.set("2026-01-25T03:00:00"))
        before = sorted(mind.export(), key=lambda memory: memory["id"])
        assert mind.export_old(tmp_path / "out.db") == 6
    with mind_in(tmp_path / "other", clock) as other:
        assert other.import_old(tmp_path / "out.db").memories == 6
        after = sorted(other.export(), key=lambda memory: memory["id"])
        for left, right in zip(before, after, strict=True):
            assert left.keys() == right.keys()
            # without the record of a last run, an age is taken as of now, and marks for a night begin anew
            for name in left.keys() - {"embedding", "retention_score", "memory_days"}:
                assert left[name] == right[name], name
        assert {m.level for m in other.list(Filter(archived=True))} <= {4}


def test_a_memory_that_got_another_id_is_known_the_next_time(tmp_path: Path) -> None:
    # E7, N5
    clock = Clock(at("2026-01-10T09:00:00"))
    source = old_database(tmp_path / "memories.db", [old_memory(1), old_memory(2, id="note-2")])
    with mind_in(tmp_path / "home", clock) as mind:
        mind.remember("my own first memory of the day")
        clock.set("2026-01-15T12:00:00")
        assert mind.import_old(source).memories == 2
        again = mind.import_old(source)
        assert (again.memories, again.skipped, mind.counts().total) == (0, 2, 3)
    with mind_in(tmp_path / "home", clock, person="bob") as bob:  # the ids are taken by somebody else's memories
        assert bob.import_old(source).memories == 2
        assert bob.import_old(source).memories == 0


def test_an_import_that_was_stopped_still_makes_the_links(tmp_path: Path) -> None:
    # N5, G1
    links = json.dumps([{"id": "mem_20260110_002", "type": "continues"}])
    source = old_database(tmp_path / "memories.db", [old_memory(1, relations=links), old_memory(2)])

    def stop(done: int, total: int) -> None:
        if done == total:
            raise KeyboardInterrupt

    with mind_in(tmp_path / "home", Clock(at("2026-01-15T12:00:00"))) as mind:
        with pytest.raises(KeyboardInterrupt):
            mind.import_old(source, stop)
        assert mind.import_old(source).skipped == 2
        assert [(r.id, r.type) for r in mind.show("mem_20260110_001").relations] == [("mem_20260110_002", "continues")]


def test_the_limit_of_protection_holds_for_those_who_move_in(tmp_path: Path) -> None:
    # F6
    source = old_database(tmp_path / "memories.db", [old_memory(n, protected=1) for n in range(1, 5)])
    with mind_in(tmp_path / "home", Clock(at("2026-01-15T12:00:00")), protection={"most": 3}) as mind:
        assert mind.import_old(source).memories == 4
        assert [(m.protected, m.protection_pending) for m in mind.list()[::-1]] == [(True, False)] * 3 + [(False, True)]


def test_times_in_the_future_do_not_move_in(tmp_path: Path) -> None:
    # E5, F7: neither a memory that has not happened nor a night that would keep all others away
    source = old_database(tmp_path / "memories.db", [old_memory(1, created="2036-01-10T18:00:00+09:00"), old_memory(2)])
    clock = Clock(at("2026-01-12T12:00:00"))  # earlier than the last run that the old house tells of
    with mind_in(tmp_path / "home", clock) as mind:
        done = mind.import_old(source)
        assert (done.memories, done.failed) == (1, 1)
        assert mind.sleep(clock.set("2026-01-13T03:00:00")).lived
