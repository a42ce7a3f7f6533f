"""Backups of a database on a server (O1, N4): zip files like those of an embedded home, the rows as a file of SQLite.

They lie in the home of the machine that takes them, or where its settings say. Whoever runs the server will have
backups of its own too; these are for one's hands: they can be looked at, carried elsewhere, and become a home that
needs no server.
"""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from omoide.adapters.files import page_copies
from omoide.adapters.files.file_carrying import carry
from omoide.adapters.files.folder import Folder
from omoide.adapters.files.house import HouseFile
from omoide.adapters.files.local_folder import LocalFolder
from omoide.adapters.sql import copies, crossing, home_files, restoring
from omoide.adapters.sql.archive_files import without_house
from omoide.adapters.sql.audit import SqlAudit
from omoide.adapters.sql.backups import SqlBackups, at_night, refuse_newer
from omoide.adapters.sql.migrations import MIGRATIONS, migrate, version
from omoide.adapters.sql.postgres import PostgresDatabase, lock_number
from omoide.adapters.sql.server_folder import ServerFolder
from omoide.adapters.sql.server_locks import ServerLocks
from omoide.adapters.sql.settling_in import settle_in
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.adapters.sql.state import SqlState
from omoide.disk import refused
from omoide.domain.audit import Audited
from omoide.domain.backup_rules import KeepRules
from omoide.domain.machine_clock import STATE_KEY
from omoide.domain.turn import Scope
from omoide.errors import NotFound, OmoideError
from omoide.home import DATABASE, make_folder
from omoide.ports import Backup, DamagedBackup, Problem, Seal, Shelf

# Numbers of the advisory locks that anybody holds here: one of 64 bits stands there in two halves.
_HELD = """SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND d.datname = current_database()"""


class ServerBackups:
    def __init__(
        self, home: Path, database: PostgresDatabase, shelf: Shelf | Path, seal: Seal | None = None,
        house: HouseFile | None = None,
    ) -> None:  # fmt: skip
        """`database` sees all scopes, and has the file that says which house this is."""
        self._home = home
        self._database = database
        self._shelf, self._seal, self._house = shelf, seal, house
        self._files = SqlBackups(home, home / DATABASE, shelf, seal, house=house)

    @property
    def where(self) -> str:
        return self._files.where

    def create(self, now: datetime, reason: str) -> Backup:
        form = version(self._database)
        if not form:
            raise NotFound(
                f"there is nothing in {self._database.name} yet: nothing to back up.",
                f"{self._database.name} にはまだ何もありません。バックアップするものがありません。",
            )
        try:
            make_folder(self._home)
            copies.sweep(self._home, now)
            with copies.workroom(self._home, "taking") as work:
                copy = work / DATABASE
                self._copy_into(copy, form)
                house = self._house if form >= home_files.FORM else None
                taken = SqlBackups(self._home, copy, self._shelf, self._seal, self._pages(form), house)
                return taken.create(now, reason)
        except OSError as error:
            raise refused(self._home, error) from error

    def list(self) -> list[Backup]:
        return self._files.list()

    def newest(self, now: datetime) -> datetime | None:
        return self._files.newest(now)

    def damaged(self) -> list[DamagedBackup]:
        return self._files.damaged()

    def verify(self, name: str) -> list[Problem]:
        return self._files.verify(name)

    def prune(self, rules: KeepRules, now: datetime, dry_run: bool = False) -> Sequence[str]:
        return self._files.prune(rules, now, dry_run)

    def restore(self, name: str, now: datetime) -> Path:
        """All or nothing, rows and pages, whoever is killed. What was there is set aside as files."""
        with ServerLocks(self._database).hold("restore"):
            self._finish()
            with self._files.sound(name) as ready:
                refuse_newer(ready / DATABASE, name)
                self._refuse_at_night()
                copies.sweep(self._home, now)
                aside = self._set_aside(now)
                present = without_house(self._database, version(self._database))
                migrate(self._database)  # it may be empty, or older than what comes
                if self._house:  # which one this is depends on where it is, not on what is restored (X10)
                    self._house.adopt(present)
                told = Audited(uuid.uuid4().hex, now, "restore", subject=name)
                plan = {"aside": aside.name, "audit": told.id}
                place = restoring.lay_out(ready, self._home, plan, restoring.ON_SERVER)
            try:
                self._replace(place, told)
            except OmoideError:
                with suppress(OmoideError):  # a server that is away now says later whether it was done
                    self._finish()
                raise
            self._finish()
            settle_in(self._database)
            return aside

    def finish_restore(self) -> bool:
        """What is left when rows and pages are replaced is a matter of files here."""
        with ServerLocks(self._database).hold("restore"):
            return self._finish()

    def _finish(self) -> bool:
        def has(line: str) -> bool:
            if version(self._database) != MIGRATIONS[-1].number:
                return False  # another server than it was, with nothing of it
            return self._database.execute("SELECT 1 FROM audit WHERE id = ?", (line,)).fetchone() is not None

        return restoring.finish_on_server(self._home, has)

    def _set_aside(self, now: datetime) -> Path:
        """What is there, or no folder at all: half of it would help nobody, and holds what people said."""
        aside = copies.aside_folder(self._home, now)
        try:
            if form := version(self._database):
                self._copy_into(aside / DATABASE, form)
                carry(self._pages(form), LocalFolder(aside))
        except (OmoideError, OSError):
            shutil.rmtree(aside, ignore_errors=True)
            raise
        return aside

    def _refuse_at_night(self) -> None:
        """On whatever machine it is lived."""
        if not version(self._database):
            return
        scopes = self._database.execute("SELECT persona, person FROM scopes").fetchall()
        held = {number for (number,) in self._database.execute(_HELD).fetchall()}
        if any(lock_number(f"lock {Scope(*names).key('night')}") in held for names in scopes):
            raise at_night()

    def _pages(self, form: int) -> Folder:
        """Before there was a table for them they were files of this machine."""
        return ServerFolder(self._database) if form >= home_files.FORM else LocalFolder(self._home)

    def _copy_into(self, path: Path, form: int) -> None:
        """What is there now, all of one moment, in the form that it has."""
        copy = SqliteDatabase(path)
        with closing(copy):
            migrate(copy, migrations=[step for step in MIGRATIONS if step.number <= form])
            copy.execute("PRAGMA foreign_keys = OFF")
            with self._database.snapshot() as read, copy.transaction():
                crossing.carry_over(read, self._database, copy, form)
            copy.execute("PRAGMA foreign_keys = ON")
            crossing.index(copy, form)
            copy.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _replace(self, place: Path, told: Audited) -> None:
        form = MIGRATIONS[-1].number
        source = SqliteDatabase(place / DATABASE)

        def read(sql: str) -> Iterable[Sequence[Any]]:
            return source.execute(sql)

        with closing(source):
            migrate(source)  # an older one is brought up to date; it is an unpacked copy
            with self._database.transaction():
                given = dict(self._database.execute("SELECT name, value FROM counters").fetchall())
                present = restoring.Present(given, SqlState(self._database).get(STATE_KEY))
                crossing.clear(self._database, form)
                crossing.carry_over(read, source, self._database, form)
                crossing.index(self._database, form)
                restoring.keep_present(self._database, present)
                # A backup that does not know a folder leaves what is there.
                folders = [folder for folder in page_copies.FOLDERS if (place / folder).exists()]
                carry(LocalFolder(place), ServerFolder(self._database), folders)
                SqlAudit(self._database).add(told)
