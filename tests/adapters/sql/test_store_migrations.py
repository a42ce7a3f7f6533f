"""Upgrades (N4): each whole or not at all, after a backup; a newer home is refused and left as it is."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from omoide import open_mind
from omoide.adapters.sql.migrations import MIGRATIONS, Migration, migrate, version
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.adapters.sql.store import SqlStore
from omoide.domain.turn import NO_WISHES
from omoide.errors import Refused
from tests.adapters.sql.store_things import AOI, turn

NOW = MIGRATIONS[-1].number
NEXT = Migration(
    MIGRATIONS[-1].number + 1, "another room", ("CREATE TABLE rooms (name TEXT)", "INSERT INTO rooms VALUES ('study')")
)


def test_numbers_of_migrations_only_rise() -> None:
    # N4: a home at one number has seen all below it
    numbers = [migration.number for migration in MIGRATIONS]
    assert numbers == sorted(set(numbers))
    assert numbers[0] == 1


def test_a_new_home_needs_no_backup_and_opening_again_changes_nothing(path: Path) -> None:
    # N4
    called: list[str] = []
    SqlStore(path, before_upgrade=lambda: called.append("backup")).close()
    before = path.read_bytes()
    store = SqlStore(path, before_upgrade=lambda: called.append("backup"))
    assert version(store.database) == NOW
    store.close()
    assert called == []
    assert path.read_bytes() == before


def test_an_upgrade_comes_after_a_backup_and_keeps_what_was_there(store: SqlStore) -> None:
    # N4
    store.turns.add(turn())
    seen: list[int] = []
    migrate(store.database, lambda: seen.append(version(store.database)), (*MIGRATIONS, NEXT))
    migrate(store.database, lambda: seen.append(-1), (*MIGRATIONS, NEXT))
    assert seen == [NOW]
    ledger = store.database.execute("SELECT number, name FROM migrations ORDER BY number").fetchall()
    assert ledger == [(step.number, step.name) for step in (*MIGRATIONS, NEXT)]
    assert store.database.execute("SELECT name FROM rooms").fetchall() == [("study",)]
    assert store.turns.waiting(AOI) == [turn()]


def test_what_was_resolved_before_gets_the_order_of_its_times(path: Path) -> None:
    # N4, L4
    database = SqliteDatabase(path)
    migrate(database, migrations=[step for step in MIGRATIONS if step.number < 20])
    old = "INSERT INTO resolutions (person, key, persona, matter, resolved, resolved_offset) VALUES (?,?,'a',?,?,0)"
    for name, moment in (("late", 2_000_000), ("early", 1_000_000)):
        database.execute(old, ("me", name, name, moment))
    database.close()
    store = SqlStore(path)
    store.resolutions.add("me", "aoi", "heard of late", datetime(1970, 1, 1, tzinfo=UTC))
    store.resolutions.add("other", "aoi", "nobody's business", datetime(1970, 1, 1, tzinfo=UTC))
    found = store.resolutions.recorded_after("me", -1)
    assert [(number, one.matter) for number, one in found] == [(1, "early"), (2, "late"), (3, "heard of late")]
    assert store.resolutions.recorded_after("me", 2) == found[2:]
    store.close()


def test_an_upgrade_that_fails_leaves_the_home_as_it_was(store: SqlStore) -> None:
    # N4: the statements and the line in the ledger are one transaction
    broken = Migration(NEXT.number, "broken", (*NEXT.statements, "CREATE TABLE turns (again TEXT)"))
    with pytest.raises((sqlite3.OperationalError, psycopg.errors.DuplicateTable)):
        migrate(store.database, None, (*MIGRATIONS, broken))
    assert version(store.database) == NOW
    assert ("rooms",) not in store.database.execute(store.database.dialect.tables).fetchall()


def test_without_a_backup_there_is_no_upgrade(store: SqlStore) -> None:
    # N4
    def fail() -> None:
        raise OSError("no room for a backup")

    with pytest.raises(OSError, match="no room"):
        migrate(store.database, fail, (*MIGRATIONS, NEXT))
    assert version(store.database) == NOW


def test_of_many_who_come_at_once_one_takes_the_backup(tmp_path: Path) -> None:
    # N4: the others wait until the new form stands
    database = SqliteDatabase(tmp_path / "omoide.db")
    migrate(database, None, MIGRATIONS[:-1])
    database.close()
    ready = threading.Barrier(3)

    def come() -> list[str]:
        ready.wait()
        with open_mind(tmp_path) as mind:
            assert mind.faculties.store.form() == NOW
            return [backup.reason for backup in mind.backups.list()]

    with ThreadPoolExecutor(3) as people:
        assert [one.result() for one in [people.submit(come) for _ in range(3)]] == [["upgrade"]] * 3


def test_a_newer_home_is_refused_and_left_untouched(path: Path) -> None:
    # N4
    store = SqlStore(path)
    store.turns.add(turn())
    migrate(store.database, None, (*MIGRATIONS, NEXT))
    store.close()
    before = path.read_bytes()
    called: list[str] = []
    with pytest.raises(Refused, match="upgrade omoide") as refused:
        SqlStore(path, before_upgrade=lambda: called.append("backup"))
    assert "更新" in refused.value.ja
    assert called == []
    assert path.read_bytes() == before


def test_the_database_of_another_program_is_not_built_upon(path: Path) -> None:
    # N4, N5
    database = SqliteDatabase(path)
    database.execute("CREATE TABLE emotions (id TEXT)")
    database.close()
    with pytest.raises(Refused, match="another program"):
        SqlStore(path)
    assert SqliteDatabase(path).execute("SELECT name FROM sqlite_master").fetchall() == [("emotions",)]


_FIRST_FORM = (
    "INSERT INTO turns VALUES ('aoi', 'me', 'turn-1', 's', 'We moved to Otaru.', 'How lovely!', 1768726800000000,"
    " 32400, '/home/me/app', 'encoded', '', 1, 0)",
    "INSERT INTO turns VALUES ('aoi', 'me', 'turn-2', 's', 'The ferry was late.', 'Oh no.', 1768726860000000, 32400,"
    " '', 'waiting', '', 0, 0)",
    "INSERT INTO memories VALUES (1, 'mem_20260118_001', 'aoi', 'me', 1768726800000000, 32400, 60, 'positive', 40,"
    " '[\"joy\"]', 'emotional', 0.98, 1.375, 739635, 1, 1, 0, 0, 0, 1, 0, 0, 0, NULL, 's', '/home/me/app')",
    "INSERT INTO texts VALUES (1, 'We moved to Otaru.', 'How lovely!', '[\"Otaru\"]', 'offline')",
    "INSERT INTO sources VALUES (1, 0, 'turn-1')",
    "INSERT INTO counters VALUES ('memories', 1), ('mem_20260118', 1)",
)


def test_a_home_of_the_first_form_moves_up_after_a_backup_of_itself(tmp_path: Path) -> None:
    # N4: existing memories are not personal, existing turns have no wishes, everything else is as it was
    database = SqliteDatabase(tmp_path / "omoide.db")
    migrate(database, None, MIGRATIONS[:1])
    for statement in _FIRST_FORM:
        database.execute(statement)
    database.close()
    with open_mind(tmp_path, persona="aoi") as mind:
        (memory,) = mind.list()
        assert (memory.id, memory.origin, memory.personal, memory.protected) == (
            "mem_20260118_001", "/home/me/app", False, True,
        )  # fmt: skip
        assert (memory.trigger, memory.sources, memory.keywords) == ("We moved to Otaru.", ("turn-1",), ("Otaru",))
        (backup,) = mind.backups.list()
        assert backup.reason == "upgrade"
        assert mind.end_session().memories == 1  # the turn that waited in the old form
        assert [turn.wishes for turn in mind.turns_of(memory)] == [NO_WISHES]
        with mind.backups.unpacked(backup.name) as before:  # type: ignore[attr-defined]
            kept = sqlite3.connect(before)
            assert kept.execute("SELECT MAX(number) FROM migrations").fetchone() == (1,)
            assert "personal" not in [column[1] for column in kept.execute("PRAGMA table_info(memories)")]
            kept.close()
