"""Memories: kept whole, aged by arithmetic, changed only where asked (E5, E9, E11, F10, X8)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omoide.adapters.sql.store import SqlStore
from omoide.domain.memory import Memory, Relation
from omoide.domain.relations import Edges
from omoide.domain.strengths import NEVER, Strengths
from omoide.domain.turn import Scope
from omoide.errors import NotFound, Refused
from omoide.ports import Counts, Filter
from tests.adapters.sql.store_things import AOI, FIRST_NIGHT, NOON, Stop, memory, stop, together, unsound


def ids(found: list[Memory]) -> list[str]:
    return [m.id for m in found]


def micros(moment: datetime) -> int:
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


# ---------------------------------------------------------------- ids


def test_ids_count_per_day_and_grow_past_999(store: SqlStore) -> None:
    # E5
    day = date(2026, 1, 18)
    made = [store.memories.new_id(day) for _ in range(1_001)]
    assert made[:2] == ["mem_20260118_001", "mem_20260118_002"]
    assert made[-3:] == ["mem_20260118_999", "mem_20260118_1000", "mem_20260118_1001"]
    assert store.memories.new_id(date(2026, 1, 19)) == "mem_20260119_001"


def test_an_id_that_moved_in_is_not_given_out_again(store: SqlStore) -> None:
    # E5, N5
    store.memories.add(memory(7), FIRST_NIGHT)
    store.memories.add(memory(3), FIRST_NIGHT)
    store.memories.add(memory(id="mem_x"), FIRST_NIGHT)
    assert store.memories.new_id(NOON.date()) == "mem_20260118_008"


def test_an_id_is_not_used_again_after_a_deletion(store: SqlStore) -> None:
    # E5: what was forgotten must not come back under its name
    row = store.memories.add(memory(1), FIRST_NIGHT)
    store.memories.delete([row])
    assert store.memories.new_id(NOON.date()) == "mem_20260118_002"
    assert store.memories.add(memory(2), FIRST_NIGHT) > row


def test_an_id_that_was_not_used_is_free_again(store: SqlStore) -> None:
    # X8: undone with its transaction
    with pytest.raises(Stop):
        together(store, lambda: store.memories.new_id(NOON.date()), stop)
    assert store.memories.new_id(NOON.date()) == "mem_20260118_001"


def test_the_same_id_twice_is_refused(store: SqlStore) -> None:
    # E5
    store.memories.add(memory(1), FIRST_NIGHT)
    with pytest.raises(Refused, match="mem_20260118_001"):
        store.memories.add(memory(1, content="another"), FIRST_NIGHT)
    assert store.memories.select(AOI, Filter()) == [memory(1)]
    assert unsound(store) == []


# ---------------------------------------------------------------- in and out


def test_a_new_memory_is_held_at_its_full_intensity(store: SqlStore) -> None:
    # E11
    row = store.memories.add(memory(1), FIRST_NIGHT)
    [kept] = store.memories.get([memory(1).id])
    assert kept == memory(1)
    assert kept.row == row
    assert (kept.level, kept.retention, kept.recalls, kept.recalled, kept.relations, kept.archived) == (
        1, 60.0, 0, False, (), False,
    )  # fmt: skip
    assert kept.created.isoformat() == NOON.isoformat()


def test_days_and_retention_are_those_of_the_last_night(store: SqlStore) -> None:
    # F1, E5: 0.625 → 1.625 at the first night, then one more each night
    store.memories.add(memory(1), FIRST_NIGHT)
    store.memories.add(memory(2, days=3.5), FIRST_NIGHT, newborn=False)
    store.runs.set_last_night(AOI, FIRST_NIGHT)
    first = {m.id: (m.days, m.retention) for m in store.memories.select(AOI, Filter())}
    store.runs.set_last_night(AOI, FIRST_NIGHT + 10)
    later = {m.id: (m.days, m.retention) for m in store.memories.select(AOI, Filter())}
    assert first == {memory(1).id: (1.625, 60 * 0.9**1.625), memory(2).id: (3.5, 60 * 0.9**3.5)}
    assert later == {memory(1).id: (11.625, 60 * 0.9**11.625), memory(2).id: (13.5, 60 * 0.9**13.5)}


def test_an_archived_memory_does_not_age(store: SqlStore) -> None:
    # F4
    archived = memory(1, level=4, text_level=3, days=30.0, archived_at=NOON, retention=60 * 0.9**30)
    store.memories.add(archived, FIRST_NIGHT, newborn=False)
    store.runs.set_last_night(AOI, FIRST_NIGHT + 100)
    assert store.memories.get([archived.id]) == [archived]


def test_memories_come_in_the_order_asked_for(store: SqlStore) -> None:
    # E11: also more than one statement can take
    for number in (1, 2, 3):
        store.memories.add(memory(number), FIRST_NIGHT)
    asked = [memory(3).id, "mem_none", *(f"mem_{n}" for n in range(40_000)), memory(1).id]
    assert store.memories.get(asked) == [memory(3), memory(1)]
    assert store.memories.get([]) == []


def test_fetch_leaves_out_what_is_retired_or_gone(store: SqlStore) -> None:
    # N1
    rows = [store.memories.add(memory(number), FIRST_NIGHT) for number in (1, 2, 3)]
    store.memories.retire(rows[1], NOON, memory(3).id)
    found = store.memories.fetch(AOI, [*rows, 99, *range(1_000, 40_000)])
    assert sorted(ids(found)) == [memory(1).id, memory(3).id]


def test_sources_can_be_found_by_turn(store: SqlStore) -> None:
    # E9: in their order, and from the turn back to the memory
    store.memories.add(memory(1, sources=("z", "a", "m")), FIRST_NIGHT)
    store.memories.add(memory(2, sources=("a",)), FIRST_NIGHT)
    assert [m.sources for m in store.memories.get([memory(1).id, memory(2).id])] == [("z", "a", "m"), ("a",)]
    found = store.database.execute("SELECT row FROM sources WHERE turn = 'a' ORDER BY row").fetchall()
    assert found == [(1,), (2,)]


def test_relations_come_with_the_memory(store: SqlStore) -> None:
    # G1, E11: outgoing ones, by id; to what is not there, none
    store.memories.add(memory(1), FIRST_NIGHT)
    linked = memory(2, relations=(Relation(memory(1).id, "continues", 0.5), Relation("mem_none", "references")))
    store.memories.add(linked, FIRST_NIGHT)
    assert store.memories.get([linked.id])[0].relations == (Relation(memory(1).id, "continues", 0.5),)
    assert store.memories.get([memory(1).id])[0].relations == ()


# ---------------------------------------------------------------- lists


def test_lists_are_newest_first_and_filtered(store: SqlStore) -> None:
    # F6, E11
    hour = timedelta(hours=1)
    store.memories.add(memory(1, created=NOON), FIRST_NIGHT)
    store.memories.add(memory(2, created=NOON + 3 * hour, level=2, category="work"), FIRST_NIGHT)
    store.memories.add(memory(3, created=NOON + 2 * hour, protected=True), FIRST_NIGHT)
    store.memories.add(memory(4, created=NOON + hour, level=4, archived_at=NOON), FIRST_NIGHT, newborn=False)
    store.memories.add(memory(5, created=NOON - hour, retired_at=NOON, retired_by=memory(1).id), FIRST_NIGHT)
    expected = {
        Filter(): [2, 3, 4, 1],
        Filter(retired=None): [2, 3, 4, 1, 5],
        Filter(retired=True): [5],
        Filter(level=2): [2],
        Filter(archived=True): [4],
        Filter(archived=False): [2, 3, 1],
        Filter(protected=True): [3],
        Filter(protected=False, category="emotional"): [4, 1],
        Filter(since=NOON + hour): [2, 3, 4],
        Filter(until=NOON + hour): [1],
        Filter(since=(NOON + hour).astimezone(UTC), until=NOON + 3 * hour): [3, 4],
        Filter(limit=2): [2, 3],
        Filter(limit=2, offset=1): [3, 4],
        Filter(offset=3): [1],
        Filter(limit=0): [],
    }
    found = {where: ids(store.memories.select(AOI, where)) for where in expected}
    assert found == {where: [memory(number).id for number in numbers] for where, numbers in expected.items()}


def test_counts_leave_retired_ones_out_of_all_others(store: SqlStore) -> None:
    # F10, N1: a text waits while it is above its level; an archived one is a trace
    held = [
        memory(1),
        memory(2, protected=True),
        memory(3, level=2),
        memory(4, level=3, text_level=2),
        memory(5, level=4, text_level=3, archived_at=NOON),
        memory(6, level=4, text_level=1, archived_at=NOON),
        memory(7, level=2, retired_at=NOON, protected=True),
    ]
    for one in held:
        store.memories.add(one, FIRST_NIGHT)
    assert store.memories.counts(AOI) == Counts(
        total=6, by_level={1: 2, 2: 1, 3: 1, 4: 2}, archived=2, protected=1, retired=1, texts_waiting=3
    )


# ---------------------------------------------------------------- the night


def test_strengths_are_the_columns_by_row(store: SqlStore) -> None:
    # F1, F4, X8: newborns are stored with the age that they will have at their first night
    store.memories.add(memory(1, protected=True, recalls=2, recalled_for=FIRST_NIGHT), FIRST_NIGHT)
    store.memories.add(memory(2, retired_at=NOON), FIRST_NIGHT)
    archived = memory(
        3, intensity=0, level=4, text_level=3, days=9.0, archived_at=NOON + timedelta(days=3),
        revival_requested_at=NOON + timedelta(days=5),
    )  # fmt: skip
    store.memories.add(archived, FIRST_NIGHT + 4, newborn=False)
    got = store.memories.strengths(AOI)
    day = 86_400_000_000
    expected = {
        "row": [1, 3],
        "created": [micros(NOON)] * 2,
        "intensity": [60.0, 0.0],
        "coefficient": [0.9, 0.9],
        "days": [1.625, 9.0],
        "anchor": [FIRST_NIGHT, FIRST_NIGHT + 4],
        "level": [1, 4],
        "text_level": [1, 3],
        "recalls": [2, 0],
        "recalled_for": [FIRST_NIGHT, NEVER],
        "archived_at": [NEVER, micros(NOON) + 3 * day],
        "revival_requested_at": [NEVER, micros(NOON) + 5 * day],
        "protected": [True, False],
    }
    assert {name: getattr(got, name).tolist() for name in expected} == expected
    assert {getattr(got, name).dtype.kind for name in expected} == {"i", "f", "b"}


def test_a_night_reads_what_it_can_change_and_counts_the_rest(store: SqlStore) -> None:
    # F3, F4, F10
    gone = {"level": 4, "text_level": 3, "archived_at": NOON}
    kinds: list[dict[str, Any]] = [
        {}, {"level": 2}, {"level": 3, "text_level": 2, "protected": True}, {"retired_at": NOON}, gone,
        gone | {"revival_requested_at": NOON}, gone | {"protected": True}, gone | {"retired_at": NOON},
        gone | {"text_level": 1},
    ]  # fmt: skip
    for number, kind in enumerate(kinds, 1):
        store.memories.add(memory(number, **kind), FIRST_NIGHT)
    awake, resting = store.memories.awake(AOI)
    whole = store.memories.strengths(AOI)
    assert (awake.row.tolist(), resting) == ([1, 2, 3, 6], 2)
    assert len(awake.changed(whole.take(np.isin(whole.row, awake.row)))) == 0
    assert [store.memories.longer_than_held(AOI, level) for level in (1, 2)] == [[2, 9], []]
    assert store.memories.awake(Scope("aoi", "nobody"))[1] == 0


def test_no_memories_are_empty_columns(store: SqlStore) -> None:
    assert len(store.memories.strengths(AOI)) == 0


def test_a_night_writes_only_the_positions_given(store: SqlStore) -> None:
    # X8, F1
    for number in (1, 2, 3):
        store.memories.add(memory(number), FIRST_NIGHT)
    before = store.memories.strengths(AOI)
    aged = before.put(
        slice(None), coefficient=0.95, days=2.5, anchor=FIRST_NIGHT + 1, level=4, text_level=2, recalls=7,
        recalled_for=FIRST_NIGHT + 2, archived_at=micros(NOON), revival_requested_at=micros(NOON) + 1, protected=True,
    )  # fmt: skip
    store.memories.write_strengths(aged, np.array([0, 2]))
    after = store.memories.strengths(AOI)
    expected = before.put(
        np.array([0, 2]), **{c: getattr(aged, c)[[0, 2]] for c in Strengths.__dataclass_fields__ if c != "row"}
    )
    assert len(after.changed(expected)) == 0
    assert after.changed(before).tolist() == [0, 2]
    store.memories.write_strengths(aged, np.array([], dtype=np.int64))
    assert len(store.memories.strengths(AOI).changed(expected)) == 0


# ---------------------------------------------------------------- texts


def test_a_rewritten_text_takes_its_words_along_and_loses_its_vector(store: SqlStore) -> None:
    # F10, F11, R12: keywords stay as they were made
    row = store.memories.add(memory(1), FIRST_NIGHT)
    store.vectors.put([row], np.ones((1, 4)), "e")
    assert store.vectors.missing(AOI, "e") == []
    store.memories.rewrite(row, "山登り", "富士山へ", 2, "model:x")
    [kept] = store.memories.get([memory(1).id])
    assert kept == memory(1, trigger="山登り", content="富士山へ", text_level=2, made_by="model:x")
    assert store.vectors.missing(AOI, "e") == [(row, kept.text)]
    assert [store.words.search(AOI, cue, 5)[0].tolist() for cue in ("富士山", "箱根", "嬉しそう")] == [[row], [row], []]
    assert unsound(store) == []


def test_rewriting_what_is_gone_does_nothing(store: SqlStore) -> None:
    # D5: it may have been deleted while a model was thinking
    store.memories.rewrite(9, "a", "b", 2, "offline")
    assert store.memories.counts(AOI).total == 0


def test_what_fails_to_be_indexed_is_not_kept(store: SqlStore) -> None:
    # X8: a memory and its words are one transaction
    with pytest.raises(Stop):
        together(store, lambda: store.memories.add(memory(1), FIRST_NIGHT), stop)
    assert store.words.search(AOI, "温泉", 5)[0].tolist() == []
    assert unsound(store) == []


# ---------------------------------------------------------------- marks


def test_a_recall_is_marked_for_its_night(store: SqlStore) -> None:
    # F1, R3
    rows = [store.memories.add(memory(number), FIRST_NIGHT) for number in (1, 2)]
    store.memories.mark_recalled(np.array([rows[0]]).tolist(), FIRST_NIGHT)
    store.memories.mark_recalled([], FIRST_NIGHT)
    assert [m.recalled_for for m in store.memories.get([memory(1).id, memory(2).id])] == [FIRST_NIGHT, None]


def test_the_first_revival_request_counts(store: SqlStore) -> None:
    # F4: the oldest request is served first; what is active has nothing to come back from
    archived = store.memories.add(memory(1, level=4, archived_at=NOON), FIRST_NIGHT, newborn=False)
    active = store.memories.add(memory(2), FIRST_NIGHT)
    store.memories.request_revival([archived, active], NOON + timedelta(days=1))
    store.memories.request_revival([archived, active], NOON + timedelta(days=2))
    found = store.memories.get([memory(1).id, memory(2).id])
    assert [m.revival_requested_at for m in found] == [NOON + timedelta(days=1), None]


def test_protection_and_its_pending_request(store: SqlStore) -> None:
    # F6
    row = store.memories.add(memory(1, protection_pending=True), FIRST_NIGHT)
    flags = []
    for protected, pending in ((True, False), (False, True), (False, False)):
        store.memories.protect(row, protected, pending)
        [kept] = store.memories.get([memory(1).id])
        flags.append((kept.protected, kept.protection_pending))
        assert (kept in store.memories.select(AOI, Filter(protection_pending=True))) == pending
    assert flags == [(True, False), (False, True), (False, False)]
    with pytest.raises(NotFound):
        store.memories.protect(99, True)


def test_where_memories_came_from_is_told_by_row(store: SqlStore) -> None:
    # E9
    rows = [
        store.memories.add(memory(n, origin=origin, personal=personal), FIRST_NIGHT)
        for n, origin, personal in ((1, "/home/me/app", False), (2, "", True), (3, "/home/me/other", True))
    ]
    assert store.memories.origins([*rows, 99]) == {
        rows[0]: ("/home/me/app", False),
        rows[1]: ("", True),
        rows[2]: ("/home/me/other", True),
    }
    assert [m.id[-3:] for m in store.memories.select(AOI, Filter(personal=True))] == ["003", "002"]


def test_retiring_can_be_undone(store: SqlStore) -> None:
    # N1
    row = store.memories.add(memory(1), FIRST_NIGHT)
    store.memories.retire(row, NOON, "mem_new")
    assert store.memories.get([memory(1).id]) == [memory(1, retired_at=NOON, retired_by="mem_new")]
    assert store.memories.select(AOI, Filter()) == []
    store.memories.retire(row, None, None)
    assert store.memories.get([memory(1).id]) == [memory(1)]
    with pytest.raises(NotFound):
        store.memories.retire(99, NOON, None)


def test_deleted_means_everywhere(store: SqlStore, path: Path) -> None:
    # F5, O2: text, words, vector, sources and links both ways
    rows = [store.memories.add(memory(n, content=f"秘密の言葉{n}"), FIRST_NIGHT) for n in (1, 2, 3)]
    store.vectors.put(rows, np.ones((3, 4)), "e")
    store.relations.add(Edges.of([(rows[0], rows[1], "continues", 1.0), (rows[1], rows[2], "same_topic", 0.5)]))
    store.memories.delete([rows[1], 99])
    left = {
        table: store.database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        for table in ("memories", "texts", "sources", "vectors", "relations", "word_lists")
    }
    assert left == {"memories": 2, "texts": 2, "sources": 2, "vectors": 2, "relations": 0, "word_lists": 2}
    assert store.memories.get([memory(2).id]) == []
    assert rows[1] not in store.words.search(AOI, "秘密の言葉", 10)[0].tolist()
    store.close()
    if path.exists():  # nothing is left of it in the file either
        assert "秘密の言葉2".encode() not in path.read_bytes()
        assert "秘密の言葉1".encode() in path.read_bytes()


def test_a_memory_of_the_future_of_the_calendar_survives(store: SqlStore) -> None:
    # E5
    edge = replace(memory(1), created=NOON.replace(year=9999, month=12, day=31, hour=23))
    store.memories.add(edge, edge.created.toordinal())
    assert store.memories.get([edge.id]) == [edge]
