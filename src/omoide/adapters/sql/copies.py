"""Whole copies of a database file: taken while others write, looked over, and put in the place of another.

SQLite's own backup does the copying wherever it can. Copying a file under SQLite's hands can tear it, and renaming one
that a process has open leaves that process writing into the old file; so a file is only ever swapped when it is
damaged, and nobody has it open as far as SQLite can tell.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from omoide.adapters.sql.faults import explained, of_the_file
from omoide.adapters.sql.read_only import open_to_read
from omoide.adapters.sql.sqlite import LOCK_WAIT_SECONDS
from omoide.errors import Busy

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_WORKROOM = ".omoide-work"
_LEFT_SECONDS = 86_400
_BESIDE = ("-wal", "-shm")  # the files that SQLite keeps beside a database


def open_plain(path: Path, wait: float = LOCK_WAIT_SECONDS) -> sqlite3.Connection:
    """An existing file, as it is: nothing is created, no memory map (a damaged file may be shorter than it claims)."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=wait, isolation_level=None)


def look_into(path: Path) -> sqlite3.Connection:
    """As `open_plain`, to look only: a -wal beside it is left unfolded, and the disk need not take any writing."""
    return open_to_read(path, LOCK_WAIT_SECONDS)


def copy_into(source: sqlite3.Connection, target: sqlite3.Connection, wait: float = LOCK_WAIT_SECONDS) -> None:
    """All of it, in one step: a consistent moment, and one transaction on the other side. Python would wait for a
    busy target for ever; we do so only for a while."""
    deadline = time.monotonic() + wait

    def give_up(status: int, remaining: int, total: int) -> None:
        if status in _BUSY and time.monotonic() > deadline:
            raise Busy(
                "another process keeps the store busy: let it finish, then try again. Nothing was changed.",
                "別のプロセスが保存先を使用中です。終わるのを待ってからやり直してください。何も変更していません。",
            )

    source.backup(target, progress=give_up)


def copy_whole(source: Path, target: Path) -> None:
    """A new file that stands alone (no -wal beside it), its owner's alone, and safely on the disk."""
    try:
        target.touch(mode=0o600)
        with closing(look_into(source)) as origin, closing(sqlite3.connect(target, isolation_level=None)) as copy:
            copy_into(origin, copy)
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        full = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
        raise explained(error, outside_workrooms(target) if full else source) from error
    sync(target)


def form_of(connection: sqlite3.Connection) -> int:
    """Which form of the home a file has (see migrations), read without opening it as a store: that changes the file."""
    known = connection.execute("SELECT COUNT(*) FROM sqlite_master WHERE name = 'migrations'").fetchone()[0]
    return connection.execute("SELECT COALESCE(MAX(number), 0) FROM migrations").fetchone()[0] if known else 0


def faults_in(path: Path) -> list[str]:
    """What SQLite finds wrong with a file; empty when it is sound."""
    try:
        with closing(look_into(path)) as connection:
            found = [str(line) for (line,) in connection.execute("PRAGMA integrity_check(10)")]
            if found == ["ok"]:
                _read_texts(connection)
    except UnicodeDecodeError as error:
        return [str(error)]
    except sqlite3.DatabaseError as error:
        if not of_the_file(error):
            raise explained(error, path) from error
        return [str(error)]
    return [] if found == ["ok"] else found


def _read_texts(connection: sqlite3.Connection) -> None:
    """SQLite checks where texts are, not what they are: bytes that spell nothing are met only by reading them."""
    for table in ("texts", "turns"):
        if connection.execute("SELECT COUNT(*) FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]:
            for _ in connection.execute(f"SELECT * FROM {table}"):
                pass


def refuse_if_open(path: Path) -> None:
    """Busy when anybody has the file open, this process too. A file that SQLite cannot read at all cannot be asked:
    then nobody can work with it either. Asking may fold a -wal into the file, so set the file aside first."""
    with closing(open_plain(path, wait=0.0)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY:
                raise Busy(
                    f"another program has {path} open: end it (a server, a session), then try again.",
                    f"別のプログラムが {path} を開いています。サーバーやセッションを終了してからやり直してください。",
                ) from error


def aside_folder(home: Path, now: datetime) -> Path:
    """A new folder for what is set aside; two in the same second get two."""
    stem = now.strftime("%Y%m%dT%H%M%S")
    for number in range(1, 1_000):
        folder = home / "set-aside" / (stem if number == 1 else f"{stem}-{number}")
        try:
            folder.mkdir(parents=True, mode=0o700)
        except FileExistsError:
            continue
        return folder
    raise RuntimeError("a thousand folders were set aside in one second")


def set_aside(path: Path, folder: Path) -> None:
    """A copy of a damaged file, byte by byte, with what lies beside it; the file itself stays until it is swapped.
    Nothing is kept, and Busy raised, when somebody has it open."""
    try:
        for file in (path, *(path.with_name(path.name + ending) for ending in _BESIDE)):
            if file.exists():
                shutil.copy2(file, folder / file.name)
                sync(folder / file.name)
        sync_folder(folder)
        refuse_if_open(path)
    except Busy:
        shutil.rmtree(folder)
        raise


def swap(fresh: Path, path: Path) -> None:
    """Put a file in the place of one that was set aside.

    A -wal that stayed would be played onto the new file, so it goes first. Killed in between, the old file stands
    there without its last writes, which are set aside with the whole of it: doing the same again mends it.
    """
    if path.exists():
        refuse_if_open(path)
    for ending in _BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)
    os.replace(fresh, path)
    sync_folder(path.parent)


@contextmanager
def workroom(folder: Path, purpose: str) -> Iterator[Path]:
    """A folder to work in, gone afterwards. The leading dot and the ending let `sweep` know it again after a kill."""
    with tempfile.TemporaryDirectory(prefix=f".{purpose}-", suffix=_WORKROOM, dir=folder) as work:
        yield Path(work)


def workrooms(folder: Path) -> list[Path]:
    return sorted(folder.glob(f".*{_WORKROOM}"))


def outside_workrooms(path: Path) -> Path:
    """The folder that a person knows, of a path that may lie in a workroom."""
    return next(parent for parent in path.parents if not any(_WORKROOM in part for part in parent.parts))


def sweep(folder: Path, now: datetime) -> None:
    """Delete workrooms that a killed process left a day ago or longer: they hold copies of what people said."""
    for left in workrooms(folder):
        with suppress(FileNotFoundError):  # of somebody who is at work, and has just finished
            if now.timestamp() - left.stat().st_mtime > _LEFT_SECONDS:
                shutil.rmtree(left, ignore_errors=True)


def drop_index(home: Path) -> None:
    """What is derived from another store would mislead; it is made anew when it is needed."""
    shutil.rmtree(home / "index", ignore_errors=True)


def sync(path: Path) -> None:
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """So that a power cut does not forget the new names. Windows has no such thing."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network disks refuse it
            os.fsync(number)
    finally:
        os.close(number)
