"""A home, or something laid out like one: what was set aside, a backup that is unpacked (O2). A person is counted and
taken out in the same way everywhere."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.adapters.files import cutting_out, person_files
from omoide.adapters.files.local_folder import LocalFolder
from omoide.adapters.files.shredding import shred
from omoide.adapters.sql import copies, person_leaks, person_rows, server_person_files
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.faults import explained
from omoide.adapters.sql.person_tables import all_tables
from omoide.adapters.sql.person_work import erase_work, left_in_work
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.domain.erasure import Removed, Searched, added
from omoide.domain.needles import Needles
from omoide.errors import Busy, StoreDamaged
from omoide.home import DATABASE

if TYPE_CHECKING:
    from omoide.adapters.sql.server_folder import ServerFolder

_PATIENCE = 10.0  # seconds for readers to let go of what was written last
_PAUSE = 0.05
PeopleInSettings = Callable[[Path, str, bool], int]


class Ground:
    def __init__(
        self, root: Path, default: str, in_settings: PeopleInSettings, archive: Callable[[str], object] | None = None,
        server: Database | None = None, files: ServerFolder | None = None,
    ) -> None:  # fmt: skip
        """`default` is the person that a job means when it names nobody; `in_settings(folder, person, drop)` counts
        what the settings there say of a person, and with `drop` takes it out; `archive` deletes a file of an archive
        that is kept elsewhere; `server` has the rows and `files` the files, where they are not here alone."""
        self.root, self.path = root, root / DATABASE
        self._default, self._in_settings, self._server = default, in_settings, server
        self.files = files
        self._archive = archive or (lambda name: shred(root / "archive" / name))

    @property
    def has_rows(self) -> bool:
        return self._server is not None or self.path.exists()

    @contextmanager
    def rows(self) -> Iterator[Database]:
        if self._server is not None:
            yield self._server
            return
        with closing(SqliteDatabase(self.path)) as database:
            yield database

    def places(self, person: str) -> list[Path]:
        """Files that are theirs, and the store."""
        return [*person_files.places(self.root, person, self._default), *self.root.glob(f"{DATABASE}*")]

    def texts(self, person: str) -> Iterator[str]:
        """What stands in their files."""
        yield from person_files.texts(self.root, person)
        if self.files:
            yield from server_person_files.texts(self.files, person)

    def counted(self, person: str) -> dict[str, int]:
        files = person_files.counted(self.root, person, self._default)
        if self.files:
            files = added(files, server_person_files.counted(self.files, person))
        named = {"settings": self._in_settings(self.root, person, False)}
        if not self.has_rows:
            return {kind: count for kind, count in (files | named).items() if count}
        with self.rows() as database:
            rows = person_rows.counted(database, person)
        return {kind: count for kind, count in (rows | files | named).items() if count}

    def remove(self, person: str, leaking: Needles) -> Removed:
        gone, again = self._remove_rows(person, leaking) if self.has_rows else ({}, {})
        gone = added(gone, person_files.erase(self.root, person, self._default))
        with self._pages():
            again = added(again, cutting_out.cut_out(LocalFolder(self.root), person, leaking))
        if self.files:
            gone = added(gone, server_person_files.erase(self.files, person))
            with self.files.alone("pages"):
                again = added(again, cutting_out.cut_out(self.files, person, leaking))
        if self.has_rows:
            self._scrub()
        if dropped := self._in_settings(self.root, person, True):
            gone = added(gone, {"settings": dropped})
        return Removed(gone, again)

    def _remove_rows(self, person: str, leaking: Needles) -> tuple[dict[str, int], dict[str, int]]:
        with self.rows() as database:
            for name in person_rows.archived(database, person):  # their rows still tell of them if this is killed
                self._archive(name)
        with self.rows() as database, database.transaction():
            gone = person_rows.erase(database, person)
            if self._server is not None and (work := erase_work(database, person)):
                gone["work"] = work
            again = person_leaks.derive_again(database, person, leaking)
        with self.rows() as database:
            person_rows.settle_words(database)
        return gone, again

    def remove_even_if_damaged(self, person: str, leaking: Needles) -> Removed:
        """A store that nobody can read is of no use to anybody, and nobody can tell what is in it."""
        removed = Removed()
        if self.path.exists() and copies.faults_in(self.path):
            for path in self.root.glob(f"{DATABASE}*"):
                shred(path)
            removed = Removed({"unreadable_stores": 1})
        return removed + self.remove(person, leaking)

    def left(self, person: str) -> list[str]:
        """What still names them, in words for a report."""
        found = [f"{kind}: {count}" for kind, count in self.counted(person).items()]
        if self.has_rows:
            with self.rows() as database:
                found += [f"{kind}: {count}" for kind, count in person_rows.orphans(database).items()]
                if self._server is not None and (work := left_in_work(database, person)):
                    found.append(f"work: {work}")
        return found

    def look_through(self, needles: Needles) -> Searched:
        """On a server every row; a file is looked through with the other files, byte by byte."""
        if self._server is not None:
            looked_at, found = person_rows.look_through(self._server, needles)
            told = tuple(f"{table}: {count}" for table, count in found.items())
            return Searched("database", self._server.name, looked_at, told)
        with self.rows() as database:
            return Searched("database", DATABASE, {"tables": len(all_tables(database))})

    def _scrub(self) -> None:
        """A server writes its tables anew too; its logs and copies of its own are its administrator's."""
        if self._server is None:
            return scrub(self.path)
        for table in all_tables(self._server):
            self._server.execute(f"VACUUM FULL {table}")

    def _pages(self) -> AbstractContextManager[object]:
        """The lock that every write of a page takes, where there is one."""
        folder = self.root / "locks"
        if not folder.is_dir():
            return nullcontext()
        from filelock import FileLock

        return FileLock(folder / "pages.lock", timeout=_PATIENCE)


class OldStore(Ground):
    """The store from before a move to a server, which lies in the home and is read no more: its rows alone. The files
    beside it are the home's. Unlike what was set aside it is not deleted where it is damaged: its owner may not know
    yet that it is of no use."""

    @contextmanager
    def rows(self) -> Iterator[Database]:
        try:
            with super().rows() as database:
                yield database
        except StoreDamaged as error:
            raise StoreDamaged(
                f"{self.path} is the store from before the move to the server, and nobody can read whom it holds:"
                " delete it or move it elsewhere, then run the same command again.",
                f"{self.path} はサーバーへ引っ越す前のデータで、誰が含まれているか読み取れません。削除するか別の場所に"
                "移してから、同じコマンドをもう一度実行してください。",
            ) from error

    def counted(self, person: str) -> dict[str, int]:
        with self.rows() as database:
            return person_rows.counted(database, person)

    def remove(self, person: str, leaking: Needles) -> Removed:
        gone, again = self._remove_rows(person, leaking)
        self._scrub()
        return Removed(gone, again)


def scrub(path: Path) -> None:
    """Write the file anew without free space in it, and empty the log of what was written before."""
    try:
        with closing(copies.open_plain(path)) as connection:
            connection.execute("PRAGMA secure_delete = ON")
            _empty_log(connection)
            connection.execute("VACUUM")
            _empty_log(connection)
    except sqlite3.Error as error:
        raise explained(error, path) from error


def _empty_log(connection: sqlite3.Connection) -> None:
    """Somebody who reads keeps it; reading takes a moment."""
    until = time.monotonic() + _PATIENCE
    while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        if time.monotonic() > until:
            raise Busy(
                "another program keeps reading the store: end it, then call the erasure again; it goes on from here.",
                "別のプログラムが読み続けています。終了してからもう一度消去を実行すると、続きから行います。",
            )
        time.sleep(_PAUSE)
