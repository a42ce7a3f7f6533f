"""Upgrades (N4): each whole or not at all, after a backup; a newer home is refused and left as it is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.migrations import MIGRATIONS, Migration, migrate, version
from omoide.adapters.sql.store import SqlStore
from omoide.errors import Refused
from tests.adapters.sql.store_things import AOI, turn

SECOND = Migration(2, "a second room", ("CREATE TABLE rooms (name TEXT)", "INSERT INTO rooms VALUES ('study')"))


def test_migrations_are_numbered_without_a_gap() -> None:
    # N4
    assert [migration.number for migration in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


def test_a_new_home_needs_no_backup_and_opening_again_changes_nothing(path: Path) -> None:
    # N4
    called: list[str] = []
    SqlStore(path, before_upgrade=lambda: called.append("backup")).close()
    before = path.read_bytes()
    store = SqlStore(path, before_upgrade=lambda: called.append("backup"))
    assert version(store.database) == len(MIGRATIONS)
    store.close()
    assert called == []
    assert path.read_bytes() == before


def test_an_upgrade_comes_after_a_backup_and_keeps_what_was_there(store: SqlStore) -> None:
    # N4
    store.turns.add(turn())
    seen: list[int] = []
    migrate(store.database, lambda: seen.append(version(store.database)), (*MIGRATIONS, SECOND))
    migrate(store.database, lambda: seen.append(-1), (*MIGRATIONS, SECOND))
    assert seen == [1]
    ledger = store.database.execute("SELECT number, name FROM migrations ORDER BY number").fetchall()
    assert ledger == [(1, MIGRATIONS[0].name), (2, SECOND.name)]
    assert store.database.execute("SELECT name FROM rooms").fetchall() == [("study",)]
    assert store.turns.waiting(AOI) == [turn()]


def test_an_upgrade_that_fails_leaves_the_home_as_it_was(store: SqlStore) -> None:
    # N4: the statements and the line in the ledger are one transaction
    broken = Migration(2, "broken", (*SECOND.statements, "CREATE TABLE turns (again TEXT)"))
    with pytest.raises(sqlite3.OperationalError):
        migrate(store.database, None, (*MIGRATIONS, broken))
    assert version(store.database) == 1
    assert store.database.execute("SELECT COUNT(*) FROM sqlite_master WHERE name = 'rooms'").fetchone() == (0,)


def test_without_a_backup_there_is_no_upgrade(store: SqlStore) -> None:
    # N4
    def fail() -> None:
        raise OSError("no room for a backup")

    with pytest.raises(OSError, match="no room"):
        migrate(store.database, fail, (*MIGRATIONS, SECOND))
    assert version(store.database) == 1


def test_a_newer_home_is_refused_and_left_untouched(path: Path) -> None:
    # N4
    store = SqlStore(path)
    store.turns.add(turn())
    migrate(store.database, None, (*MIGRATIONS, SECOND))
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
    database = Database(path)
    database.execute("CREATE TABLE emotions (id TEXT)")
    database.close()
    with pytest.raises(Refused, match="another program"):
        SqlStore(path)
    assert Database(path).execute("SELECT name FROM sqlite_master").fetchall() == [("emotions",)]
