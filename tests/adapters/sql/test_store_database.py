"""One file, many threads, and everything that can go wrong with a disk (X1, X8)."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.adapters.sql.store import SqlStore
from omoide.errors import Busy, InvalidInput, StoreDamaged
from omoide.ports import Filter
from tests.adapters.sql.store_things import AOI, FIRST_NIGHT, Stop, memory, stop, together, turn, unsound


def keys(store: SqlStore) -> list[str]:
    return [row[0] for row in store.database.execute("SELECT key FROM state ORDER BY key")]


def test_the_file_is_kept_as_the_design_asks(file_store: SqlStore) -> None:
    # X8: WAL and 30 s of patience; O2: deleted means overwritten
    asked = ("journal_mode", "busy_timeout", "synchronous", "foreign_keys", "secure_delete")
    assert [file_store.database.execute(f"PRAGMA {name}").fetchone()[0] for name in asked] == ["wal", 30_000, 1, 1, 1]


def test_a_transaction_is_all_or_nothing(store: SqlStore) -> None:
    # X8
    with pytest.raises(Stop):
        together(store, lambda: store.state.set("a", "1"), stop)
    assert keys(store) == []
    with store.transaction():
        store.state.set("a", "1")
        store.state.set("b", "2")
    assert keys(store) == ["a", "b"]


def test_a_nested_transaction_joins_the_outer_one(store: SqlStore) -> None:
    # X8
    with pytest.raises(Stop):
        together(store, lambda: together(store, lambda: store.state.set("inner", "1")), stop)
    assert keys(store) == []


def test_a_nested_failure_that_is_caught_undoes_only_its_own_part(store: SqlStore) -> None:
    # X8: half of what failed must not be kept by the outer transaction
    with store.transaction():
        store.state.set("outer", "1")
        with pytest.raises(Stop):
            together(store, lambda: store.state.set("inner", "1"), stop)
        store.state.set("outer too", "1")
    assert keys(store) == ["outer", "outer too"]


def test_readers_see_the_last_commit_while_another_thread_writes(store: SqlStore) -> None:
    # X8: reading never waits for a writer
    store.state.set("a", "old")
    seen: list[str | None] = []
    with store.transaction():
        store.state.set("a", "new")
        reader = threading.Thread(target=lambda: seen.append(store.state.get("a")))
        reader.start()
        reader.join()
    seen.append(store.state.get("a"))
    assert seen == ["old", "new"]


def test_threads_write_at_once_and_lose_nothing(store: SqlStore) -> None:
    # X8, E5
    def write(name: int) -> None:
        for number in range(20):
            with store.transaction():
                made = store.memories.new_id(memory().created.date())
                store.memories.add(memory(id=made, sources=(f"{name}-{number}",)), FIRST_NIGHT)

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = store.memories.select(AOI, Filter())
    assert sorted(m.id for m in kept) == [f"mem_20260118_{n:03}" for n in range(1, 81)]
    assert {m.sources[0] for m in kept} == {f"{name}-{number}" for name in range(4) for number in range(20)}


def test_a_lock_that_is_not_freed_is_busy(file_store: SqlStore, path: Path) -> None:
    # X8
    other = SqliteDatabase(path)
    other.execute("PRAGMA busy_timeout = 0")
    with file_store.transaction(), pytest.raises(Busy, match="try again"), other.transaction():
        raise AssertionError("two writers at once")
    with other.transaction():
        other.execute("INSERT INTO state VALUES ('after', 'x')")
    assert keys(file_store) == ["after"]
    other.close()


def test_a_closed_database_opens_anew(store: SqlStore) -> None:
    # O1: a restored file is found by whoever uses the store next
    store.state.set("a", "1")
    store.close()
    assert keys(store) == ["a"]


def test_a_full_disk_undoes_the_whole_transaction(file_store: SqlStore) -> None:
    # X8: also when the error is swallowed, the rest of the transaction is not kept without its beginning
    file_store.turns.add(turn(1))
    pages = file_store.database.execute("PRAGMA page_count").fetchone()[0]
    file_store.database.execute(f"PRAGMA max_page_count = {pages + 2}")

    def swallowed() -> None:
        with pytest.raises(StoreDamaged):
            file_store.turns.add(turn(3, said="長い" * 100_000))

    with pytest.raises(StoreDamaged) as full:
        together(
            file_store,
            lambda: file_store.turns.add(turn(2)),
            swallowed,
            lambda: file_store.turns.add(turn(4, said="長い" * 100_000)),
        )
    assert str(file_store.database.path) in full.value.en
    assert "空き" in full.value.ja
    assert file_store.turns.waiting(AOI) == [turn(1)]
    assert unsound(file_store) == []
    file_store.turns.add(turn(5))
    assert file_store.turns.count(AOI) == 2


def test_what_sqlite_undid_by_itself_is_not_continued(file_store: SqlStore) -> None:
    # X8: some disk errors end the transaction behind our back
    def begin() -> None:
        file_store.state.set("a", "1")

    def lose() -> None:
        file_store.database.connection.execute("ROLLBACK")

    with pytest.raises(StoreDamaged, match="undone"):
        together(file_store, begin, lose, lambda: file_store.state.set("b", "2"))
    with pytest.raises(StoreDamaged, match="undone"):
        together(file_store, begin, lose)
    with pytest.raises(StoreDamaged, match="undone"):
        together(file_store, begin, lose, lambda: together(file_store, begin))
    assert keys(file_store) == []


def test_a_file_that_is_no_database(path: Path) -> None:
    # X1
    path.parent.mkdir()
    path.write_text("dear diary, " * 1_000)
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="omoide repair") as damaged:
        SqlStore(path)
    assert str(path) in damaged.value.en
    assert "omoide repair" in damaged.value.ja
    assert path.read_bytes() == before


def test_a_damaged_page_is_noticed_while_reading(path: Path) -> None:
    # X1: the header is whole, the rows are not
    store = SqlStore(path)
    with store.transaction():
        for number in range(300):
            store.turns.add(turn(number, said=f"{number} " + "あ" * 500))
    store.close()
    content = bytearray(path.read_bytes())
    content[len(content) // 4 :] = b"\xa5" * (len(content) - len(content) // 4)
    path.write_bytes(content)
    with pytest.raises(StoreDamaged, match="omoide repair"):
        SqlStore(path).turns.waiting(AOI)


def test_a_folder_in_place_of_the_file(path: Path) -> None:
    # X1
    path.mkdir(parents=True)
    with pytest.raises(StoreDamaged, match="permissions"):
        SqlStore(path)


def test_a_file_in_place_of_the_folder(path: Path) -> None:
    # X1
    path.parent.write_text("x")
    with pytest.raises(StoreDamaged, match="permissions"):
        SqlStore(path)


@pytest.mark.parametrize("bad", ["nul \0 byte", "half a pair \ud83d"])
def test_text_that_cannot_be_kept_is_refused_whole(store: SqlStore, bad: str) -> None:
    # X1, E7: nothing of it is written
    with pytest.raises(InvalidInput):
        store.turns.add(turn(said=bad))
    with pytest.raises(InvalidInput):
        store.state.set("key", bad)
    for field in ("trigger", "content", "keywords", "sources", "session", "made_by"):
        with pytest.raises(InvalidInput):
            store.memories.add(memory(1, **{field: (bad,) if field in ("keywords", "sources") else bad}), FIRST_NIGHT)
    row = store.memories.add(memory(), FIRST_NIGHT)
    with pytest.raises(InvalidInput):
        store.memories.rewrite(row, "fine", bad, 2, "offline")
    assert store.memories.get([memory().id]) == [memory()]
    assert store.turns.count(AOI) == 0
    assert keys(store) == []


def test_a_wrong_statement_is_a_bug_and_says_so(file_store: SqlStore) -> None:
    # X1: only faults of the world are translated
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        file_store.database.execute("SELECT * FROM nowhere")
