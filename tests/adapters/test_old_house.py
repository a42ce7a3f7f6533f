"""N5, E11: the database of document 002's system, read and written with all of its 22 fields."""

from __future__ import annotations

import itertools
import json
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide.adapters.sql.old_house import FIELDS, OldDatabase
from omoide.errors import InvalidInput, Refused

LAST_RUN = "2026-01-20T03:00:00+09:00"
MEMORY: dict[str, Any] = {
    "id": "mem_20260120_001",
    "created": "2026-01-20T14:30:00+09:00",
    "memory_days": 1.375,
    "recalled_since_last_batch": True,
    "recall_count": 2,
    "emotional_intensity": 45,
    "emotional_valence": "positive",
    "emotional_arousal": 30,
    "emotional_tags": ["joy", "relief"],
    "decay_coefficient": 0.92,
    "category": "work",
    "keywords": ["温泉", "SQLite"],
    "current_level": 4,
    "trigger": "保存先を相談された",
    "content": "SQLite に決めた 🙂",
    "embedding": [0.5, -0.25, 0.125],
    "relations": [{"id": "mem_20260115_002", "type": "continues"}],
    "retention_score": 42.5,
    "archived_at": "2026-02-01T03:00:00+09:00",
    "protected": False,
    "revival_requested": True,
    "revival_requested_at": "2026-02-03T10:00:00+09:00",
}

names = itertools.count()
stamps = st.datetimes().map(lambda moment: moment.isoformat() + "+09:00")
numbers = st.floats(allow_nan=False, allow_infinity=False)
words = st.lists(st.text(max_size=8), max_size=3)


def memories_of(dimensions: int) -> st.SearchStrategy[list[dict[str, Any]]]:
    vector = st.lists(
        st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=dimensions, max_size=dimensions
    )
    one = st.fixed_dictionaries(
        {
            "id": st.text(min_size=1),
            "created": stamps,
            "memory_days": numbers,
            "recalled_since_last_batch": st.booleans(),
            "recall_count": st.integers(0, 1000),
            "emotional_intensity": st.integers(0, 100),
            "emotional_valence": st.sampled_from(["positive", "negative", "neutral"]),
            "emotional_arousal": st.integers(0, 100),
            "emotional_tags": words,
            "decay_coefficient": numbers,
            "category": st.text(),
            "keywords": words,
            "current_level": st.integers(1, 4),
            "trigger": st.text(),
            "content": st.text(),
            "embedding": st.none() | vector,
            "relations": st.lists(st.fixed_dictionaries({"id": st.text(), "type": st.text()}), max_size=2),
            "retention_score": st.none() | numbers,
            "archived_at": st.none() | stamps,
            "protected": st.booleans(),
            "revival_requested": st.booleans(),
            "revival_requested_at": st.none() | stamps,
        }
    )
    return st.lists(one, max_size=4, unique_by=lambda memory: memory["id"])


def written(path: Path, *memories: dict[str, Any]) -> sqlite3.Connection:
    """An old database, open to be broken; commits by itself."""
    OldDatabase().write(path, memories)
    return sqlite3.connect(path, isolation_level=None)


@given(st.integers(1, 5).flatmap(memories_of), st.none() | stamps)
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_is_read_again(tmp_path: Path, memories: list[dict[str, Any]], last_run: str | None) -> None:
    path = tmp_path / f"{next(names)}.db"
    expected = [memory | {"last_compression_run": last_run} for memory in memories]
    assert OldDatabase().write(path, expected) == len(memories)
    assert list(OldDatabase().read(path)) == expected


def test_the_form_is_that_of_the_old_system(tmp_path: Path) -> None:  # E11
    connection = written(tmp_path / "memories.db", MEMORY | {"last_compression_run": LAST_RUN})
    connection.row_factory = sqlite3.Row
    row = dict(connection.execute("SELECT * FROM memories").fetchone())
    assert tuple(row) == FIELDS
    assert len(FIELDS) == 22
    assert row == MEMORY | {
        "recalled_since_last_batch": 1, "protected": 0, "revival_requested": 1,
        "emotional_tags": '["joy", "relief"]', "keywords": '["温泉", "SQLite"]',
        "relations": '[{"id": "mem_20260115_002", "type": "continues"}]',
        "embedding": np.array(MEMORY["embedding"], dtype=np.float32).tobytes(),
    }  # fmt: skip
    assert [tuple(state) for state in connection.execute("SELECT * FROM state")] == [("last_compression_run", LAST_RUN)]


def test_reading_changes_nothing(tmp_path: Path) -> None:  # N5
    path = tmp_path / "memories.db"
    written(path, MEMORY).close()
    before = path.read_bytes()
    list(OldDatabase().read(path))
    assert path.read_bytes() == before


def test_a_wal_that_is_not_folded_in_yet_is_read_too(tmp_path: Path) -> None:  # N5
    path = tmp_path / "memories.db"
    open_elsewhere = written(path, MEMORY)
    open_elsewhere.execute("PRAGMA journal_mode = WAL")
    open_elsewhere.execute("UPDATE memories SET content = 'changed'")
    assert [memory["content"] for memory in OldDatabase().read(path)] == ["changed"]
    open_elsewhere.close()


def test_a_database_from_before_revival_is_whole(tmp_path: Path) -> None:  # N5
    path = tmp_path / "memories.db"
    connection = written(path, MEMORY)
    connection.execute("ALTER TABLE memories DROP COLUMN revival_requested")
    connection.execute("ALTER TABLE memories DROP COLUMN revival_requested_at")
    connection.execute("DROP TABLE state")
    expected = MEMORY | {"revival_requested": False, "revival_requested_at": None, "last_compression_run": None}
    assert list(OldDatabase().read(path)) == [expected]


@pytest.mark.parametrize(
    ("column", "value", "instead"),
    [
        ("keywords", '["温泉', []),
        ("emotional_tags", '{"joy": 1}', []),
        ("relations", "[" * 100_000, []),
        ("embedding", b"\0\0\0", None),
        ("embedding", np.zeros(2, dtype=np.float32).tobytes(), None),
        ("embedding", np.full(3, np.nan, dtype=np.float32).tobytes(), None),
        ("emotional_intensity", "very", None),
        ("decay_coefficient", b"\xff\xfe", None),
    ],
)
def test_a_broken_row_is_named_and_the_others_come(tmp_path: Path, column: str, value: Any, instead: Any) -> None:  # N5
    path = tmp_path / "memories.db"
    sound = [MEMORY | {"id": f"mem_20260120_00{number}"} for number in (2, 3)]
    connection = written(path, MEMORY, *sound)
    connection.execute(f"UPDATE memories SET {column} = ? WHERE id = ?", (value, MEMORY["id"]))
    broken, *others = OldDatabase().read(path)
    assert broken.pop("problem").startswith(f"{column}: ")
    assert broken == MEMORY | {column: instead, "last_compression_run": None}
    assert others == [memory | {"last_compression_run": None} for memory in sound]


def test_a_text_that_is_no_text_is_named(tmp_path: Path) -> None:  # N5
    path = tmp_path / "memories.db"
    written(path, MEMORY).execute("UPDATE memories SET content = CAST(x'ff41' AS TEXT)")
    [memory] = OldDatabase().read(path)
    assert memory["problem"] == "content: is not readable text"


def test_a_column_without_which_nothing_is_a_memory(tmp_path: Path) -> None:  # N5
    path = tmp_path / "memories.db"
    written(path, MEMORY).execute("ALTER TABLE memories DROP COLUMN category")
    [memory] = OldDatabase().read(path)
    assert memory["problem"] == "category: is missing"
    assert memory["content"] == MEMORY["content"]


def test_a_damaged_page_costs_only_its_own_rows(tmp_path: Path) -> None:  # N5
    path = tmp_path / "memories.db"
    many = [MEMORY | {"id": f"mem_20260120_{number:03}", "content": f"{number} " + "あ" * 300} for number in range(200)]
    written(path, *many).close()
    with path.open("r+b") as file:
        file.seek(4096 * (path.stat().st_size // 4096 // 2))
        file.write(b"\xa5" * 4096)
    found = list(OldDatabase().read(path))
    memories = [memory for memory in found if "problem" not in memory]
    assert 180 < len(memories) < 200
    assert all(memory in [one | {"last_compression_run": None} for one in many] for memory in memories)
    assert [set(memory) for memory in found if "problem" in memory] == [{"problem", "last_compression_run"}]


@pytest.mark.parametrize("content", [None, b"", b"just text, no database at all" * 300])
def test_another_file_is_refused_at_once(tmp_path: Path, content: bytes | None) -> None:  # N5
    path = tmp_path / "memories.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InvalidInput) as refused:
        OldDatabase().read(path)
    assert "memories.db" in refused.value.en
    assert refused.value.ja != refused.value.en


def test_another_database_is_refused(tmp_path: Path) -> None:  # N5
    with sqlite3.connect(tmp_path / "x.db") as connection:
        connection.execute("CREATE TABLE memories (row INTEGER PRIMARY KEY, id TEXT)")
    with pytest.raises(InvalidInput):
        OldDatabase().read(tmp_path / "x.db")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "memories.db"
    path.write_text("mine")
    with pytest.raises(Refused):
        OldDatabase().write(path, [MEMORY])
    assert path.read_text() == "mine"


@pytest.mark.parametrize("bad", [MEMORY, {"id": "mem_20260120_002"}, MEMORY | {"id": "x", "trigger": "half \ud83d"}])
def test_a_memory_that_cannot_be_written_leaves_no_file(tmp_path: Path, bad: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        OldDatabase().write(tmp_path / "memories.db", [MEMORY, bad])
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="can be written"):
        OldDatabase().write(tmp_path / "nowhere" / "memories.db", [MEMORY])


def test_only_the_fields_of_the_old_system_are_written(tmp_path: Path) -> None:  # E11: ours may carry more
    path = tmp_path / "memories.db"
    OldDatabase().write(path, [{**MEMORY, "scope": "aoi", "sources": ["turn"]}])
    assert json.loads(json.dumps(list(OldDatabase().read(path)))) == [MEMORY | {"last_compression_run": None}]
