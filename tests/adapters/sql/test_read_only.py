"""A store on a disk that takes no writing can still be read, and never as less than it holds (O7)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from omoide.adapters.sql.migrations import MIGRATIONS, migrate
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.errors import CannotWrite
from tests.servers.disks import ReadOnly, SmallDisk

_KILLED = """
import os, sys
from pathlib import Path
from omoide.adapters.sql.sqlite import SqliteDatabase

database = SqliteDatabase(Path(sys.argv[1]))
database.execute("INSERT INTO words VALUES ('second')")
os.kill(os.getpid(), 9)
"""


def made(folder: Path) -> Path:
    """A store that was closed cleanly, with one word in it."""
    folder.mkdir(exist_ok=True)
    database = SqliteDatabase(folder / "omoide.db")
    database.execute("CREATE TABLE words (word TEXT)")
    database.execute("INSERT INTO words VALUES ('first')")
    database.close()
    assert [path.name for path in folder.iterdir()] == ["omoide.db"]
    return folder


def killed(folder: Path) -> Path:
    """A second word was written, and the process killed: it stands beside the file only."""
    made(folder)
    subprocess.run([sys.executable, "-c", _KILLED, str(folder / "omoide.db")], timeout=60)
    assert (folder / "omoide.db-wal").stat().st_size
    return folder


def words(database: SqliteDatabase) -> list[str]:
    return [word for (word,) in database.execute("SELECT word FROM words ORDER BY rowid").fetchall()]


def refused(database: SqliteDatabase) -> CannotWrite:
    """In a transaction and outside of one, before anything was done in it."""
    with pytest.raises(CannotWrite), database.transaction():
        raise AssertionError("a transaction that cannot be kept must not begin")
    with pytest.raises(CannotWrite) as error:
        database.execute("INSERT INTO words VALUES ('third')")
    return error.value


def test_a_store_that_was_closed_cleanly_is_read(tmp_path: Path, read_only: ReadOnly) -> None:
    # O7
    database = SqliteDatabase(read_only(made(tmp_path / "home")) / "omoide.db")
    assert words(database) == ["first"]
    error = refused(database)
    assert read_only.said["en"] in error.en
    assert read_only.said["ja"] in error.ja
    assert words(database) == ["first"]
    database.close()


def test_what_a_killed_process_wrote_last_is_read_too(tmp_path: Path, read_only: ReadOnly) -> None:
    # O7: opened as a file that nobody changes, it would show the first word alone
    database = SqliteDatabase(read_only(killed(tmp_path / "home")) / "omoide.db")
    assert words(database) == ["first", "second"]
    refused(database)
    database.close()


def test_an_old_state_is_not_taken_for_the_present_one(tmp_path: Path, read_only: ReadOnly) -> None:
    # O7: a home that was copied without the index of its last changes
    home = killed(tmp_path / "home")
    (home / "omoide.db-shm").unlink()
    database = SqliteDatabase(read_only(home) / "omoide.db")
    with pytest.raises(CannotWrite) as error:
        words(database)
    assert "omoide.db-wal" in error.value.en
    assert "OMOIDE_HOME" in error.value.en
    assert "omoide.db-wal" in error.value.ja
    assert "OMOIDE_HOME" in error.value.ja


def test_a_process_that_outlives_the_trouble_writes_again(tmp_path: Path, read_only: ReadOnly) -> None:
    # O7
    home = read_only(made(tmp_path / "home"))
    database = SqliteDatabase(home / "omoide.db")
    refused(database)
    read_only.writable_again(home)
    database.execute("INSERT INTO words VALUES ('second')")
    with database.transaction():
        database.execute("INSERT INTO words VALUES ('third')")
    assert words(database) == ["first", "second", "third"]
    database.close()


def test_what_others_write_meanwhile_is_seen(tmp_path: Path, read_only: ReadOnly) -> None:
    # O7: a container reads what the machine around it writes
    home = made(tmp_path / "home")
    if not read_only.mounted:
        pytest.skip("permissions hold for every process of this user")
    reader, writer = SqliteDatabase(read_only(home) / "omoide.db"), SqliteDatabase(home / "omoide.db")
    assert words(reader) == ["first"]
    writer.execute("INSERT INTO words VALUES ('second')")
    assert words(reader) == ["first", "second"]
    writer.execute("INSERT INTO words VALUES ('third')")
    assert words(reader) == ["first", "second", "third"]
    writer.close()
    assert words(reader) == ["first", "second", "third"]
    reader.close()


def test_an_older_home_says_why_it_cannot_be_read(tmp_path: Path, read_only: ReadOnly) -> None:
    # O7, N4: to bring it up to date is to write
    home = tmp_path / "home"
    home.mkdir()
    older = SqliteDatabase(home / "omoide.db")
    migrate(older, migrations=MIGRATIONS[:1])
    older.close()
    database = SqliteDatabase(read_only(home) / "omoide.db")
    with pytest.raises(CannotWrite, match="older omoide"):
        migrate(database)
    database.close()


@pytest.mark.parametrize("without_index", [False, True])
@pytest.mark.parametrize(("make", "there"), [(made, ["first"]), (killed, ["first", "second"])])
def test_a_full_disk_is_read_and_nothing_is_half_written(
    small_disk: SmallDisk, make: Callable[[Path], Path], there: list[str], without_index: bool
) -> None:
    # O7: not even the files that SQLite wants beside a store find room
    home = make(small_disk.at / "home")
    if without_index:
        (home / "omoide.db-shm").unlink(missing_ok=True)
    small_disk.fill()
    database = SqliteDatabase(home / "omoide.db")
    assert words(database) == there
    with pytest.raises(CannotWrite) as error:
        database.executemany("INSERT INTO words VALUES (?)", [(f"{number} " + "x" * 4_000,) for number in range(1_000)])
    assert "is full" in error.value.en
    assert "いっぱい" in error.value.ja
    assert words(database) == there
    small_disk.free()
    database.execute("INSERT INTO words VALUES ('more')")
    assert words(database) == [*there, "more"]
    database.close()
    assert os.listdir(home) == ["omoide.db"]
