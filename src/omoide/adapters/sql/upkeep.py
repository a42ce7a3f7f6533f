"""Looking after the embedded store (O1, O5): is it sound, is it growing too large, and making it whole again.

A damaged store is never worked on in place. It is copied aside, a new store is filled from that copy and from the
newest sound backup (mending.py has the rule), and only the finished one takes its place. Killed at any moment before
that, the damaged file stands untouched.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext, suppress
from datetime import datetime
from pathlib import Path
from shutil import copyfile

from omoide.adapters.clock import SystemClock
from omoide.adapters.files.locks import FileLocks
from omoide.adapters.sql import copies
from omoide.adapters.sql.archive_findings import archive_faults
from omoide.adapters.sql.backups import LOCK, SqlBackups
from omoide.adapters.sql.faults import explained
from omoide.adapters.sql.findings import (
    StoreLimits,
    damaged,
    growth,
    other_form,
    reported,
    soundness,
    told,
    too_large,
    too_old,
    unreadable_pages,
    unwritable,
    without_vectors,
)  # fmt: skip
from omoide.adapters.sql.mending import Mended, Saved, lost_turns, mend, save_into
from omoide.adapters.sql.migrations import MIGRATIONS, migrate
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.errors import OmoideError, StoreDamaged
from omoide.ports import Blobs, Clock, Finding


class SqlUpkeep:
    def __init__(
        self,
        home: Path,
        database_path: Path,
        backups: SqlBackups,
        limits: StoreLimits | None = None,
        clock: Clock | None = None,
        embedder: Callable[[], str] | None = None,
        archive: Callable[[], Blobs] | None = None,
    ) -> None:
        """`embedder` names the present one, if it can be had at all; `archive` opens the place of its files."""
        self._home = Path(home)
        self._database = Path(database_path)
        self._backups = backups
        self._limits = limits or StoreLimits()
        self._clock = clock or SystemClock()
        self._embedder = embedder
        self._archive = archive
        self._locks = FileLocks(self._home / "locks")

    # ------------------------------------------------------------ looking

    def check(self) -> Sequence[Finding]:
        """Errors need `repair`; warnings say what to do. Nothing is changed."""
        if not self._database.exists():
            return [Finding("ok", "store", "there is no store yet.", "まだ保存されたものはありません。")]
        faults = copies.faults_in(self._database)
        if faults:
            return [damaged(faults), *self._age_of_backups()]
        about_file = [*too_large(self.size(), self._limits), *unwritable(self._home)]
        return [*self._inside(), *about_file, *self._age_of_backups()]

    def _inside(self) -> list[Finding]:
        try:
            with closing(copies.look_into(self._database)) as connection:
                form = copies.form_of(connection)
                if form != MIGRATIONS[-1].number:
                    return [other_form(form)]
                about_pages = unreadable_pages(connection)
                about_store = [*soundness(connection), *self._vectors(connection)]
                about_files = archive_faults(connection, self._archive) if self._archive else []
                return [*about_store, *about_pages, *about_files, *growth(connection, self._limits)]
        except sqlite3.Error as error:
            raise explained(error, self._database) from error

    def _vectors(self, connection: sqlite3.Connection) -> list[Finding]:
        try:
            name = self._embedder() if self._embedder else ""
        except OmoideError as error:  # a missing extra or a wrong setting: that has to be put right first
            return [Finding("warning", "embedder", error.en, error.ja)]
        return without_vectors(connection, name) if name else []

    def _age_of_backups(self) -> list[Finding]:
        """An object store that cannot be reached is something to know, not a reason to know nothing else."""
        try:
            newest = self._backups.newest(now := self._clock.now())
        except OmoideError as error:
            return [Finding("warning", "backup", error.en, error.ja)]
        return too_old(now - newest if newest else None, self._limits)

    def size(self) -> int:
        """Bytes of the database with what has not been folded into it yet."""
        beside = self._database.with_name(f"{self._database.name}-wal")
        size = 0
        for path in (self._database, beside):
            with suppress(FileNotFoundError):  # the last to close the store takes the second away
                size += path.stat().st_size
        return size

    # ------------------------------------------------------------ doing

    def vacuum(self) -> tuple[int, int]:
        before = self.size()
        if not self._database.exists():
            return before, before
        try:
            with closing(copies.open_plain(self._database)) as connection:
                for statement in ("PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                    connection.execute(statement).fetchall()
        except sqlite3.Error as error:
            raise explained(error, self._database) from error
        return before, self.size()

    def repair(self, now: datetime) -> Sequence[Finding]:
        if not self._database.exists():
            return self.check()
        with self._locks.hold(LOCK):
            copies.sweep(self._home, now)
            if not copies.faults_in(self._database):
                return self._mend_in_place(now)
            return self._rebuild(now)

    def _mend_in_place(self, now: datetime) -> list[Finding]:
        database = SqliteDatabase(self._database)
        try:
            migrate(database, before_upgrade=lambda: self._backups.create(now, "upgrade"), folder=self._home)
            mended = mend(database, lost_turns(database))
        finally:
            database.close()
        return told(mended)

    def _rebuild(self, now: datetime) -> list[Finding]:
        aside = copies.aside_folder(self._home, now)
        copies.set_aside(self._database, aside)
        backup = self._backups.newest_sound()
        unpacked = self._backups.unpacked(backup.name) if backup else nullcontext()
        with copies.workroom(self._home, "repairing") as work, unpacked as kept:
            fresh = work / "fresh.db"
            saved = save_into(fresh, self._copied(aside, work), kept)
            mended = self._finished(fresh, saved)
            copies.swap(fresh, self._database)
            copies.drop_index(self._home)
        return [*reported(saved, aside, backup), *told(mended)]

    def _copied(self, aside: Path, work: Path) -> Path:
        """What was set aside stays as it was found: reading happens in a copy, with the last writes beside it."""
        copy = work / "damaged.db"
        for ending in ("", "-wal"):
            source = aside / f"{self._database.name}{ending}"
            if source.exists():
                copyfile(source, f"{copy}{ending}")
        return copy

    def _finished(self, fresh: Path, saved: Saved) -> Mended:
        """One file, on the disk, without a fault."""
        database = SqliteDatabase(fresh)
        try:
            mended = mend(database, saved.lost_turns)
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            database.close()
        if faults := copies.faults_in(fresh):
            raise StoreDamaged(
                f"the repaired copy is not sound ({faults[0]}), so nothing was replaced: check the disk.",
                f"直したデータにも異常があるため（{faults[0]}）、置き換えていません。ディスクを確認してください。",
            )
        copies.sync(fresh)
        return mended
