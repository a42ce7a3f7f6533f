"""Backups of the embedded store (O1): one zip file each, which a person can copy anywhere.

    omoide-20260201T030000-weekly.zip
      omoide.db           a consistent copy, taken while others write
      settings.toml       the settings as they were
      manifest.json       when, why, how large, what hash, which version

Restoring never loses what was there: the present store is kept under set-aside/. A sound store is overwritten by
SQLite itself in one transaction, so processes that have it open go on with the restored memories, and a kill at any
moment leaves the old ones or the new ones, whole. (What another process writes between the copy that is set aside and
that transaction is in neither.) A damaged one is swapped for the backup, which is refused while others have it open;
see copies.swap for what a kill leaves then.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from omoide.adapters.files.locks import FileLocks
from omoide.adapters.sql import copies, counters
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.faults import explained, no_access
from omoide.adapters.sql.migrations import MIGRATIONS, migrate
from omoide.errors import NotFound, Refused, StoreDamaged
from omoide.ports import Backup

LOCK = "store"  # restoring and repairing exclude each other
_DATABASE, _MANIFEST = "omoide.db", "manifest.json"
_UNREADABLE = (OSError, zipfile.BadZipFile, zlib.error, KeyError, ValueError, NotImplementedError, EOFError)
_BLOCK = 1 << 20


class SqlBackups:
    def __init__(self, home: Path, database_path: Path, folder: Path) -> None:
        self._home = Path(home)
        self._database = Path(database_path)
        self._folder = Path(folder)
        self._locks = FileLocks(self._home / "locks")

    # ------------------------------------------------------------ taking

    def create(self, now: datetime, reason: str) -> Backup:
        """Take one, look it over, and only then give it its name."""
        if not self._database.exists():
            raise NotFound(
                f"there is no store at {self._database} yet: nothing to back up.",
                f"{self._database} にはまだ何もありません。バックアップするものがありません。",
            )
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            copies.sweep(self._folder, now)
            with copies.workroom(self._folder, "taking") as work:
                return self._create(work, now, reason)
        except OSError as error:
            raise no_access(self._folder, error.strerror or error) from error

    def _create(self, work: Path, now: datetime, reason: str) -> Backup:
        copy, packed = work / _DATABASE, work / "backup.zip"
        copies.copy_whole(self._database, copy)
        if faults := copies.faults_in(copy):
            raise StoreDamaged(
                f"{self._database} is damaged ({faults[0]}), so no backup was taken: run `omoide repair`.",
                f"{self._database} が壊れています（{faults[0]}）。`omoide repair` を実行してから取り直してください。",
            )
        manifest = {
            "taken": now.isoformat(), "reason": reason, "bytes": copy.stat().st_size, "sha256": _hash_of(copy),
            "version": _version_of(copy),
        }  # fmt: skip
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as pack:
            pack.writestr(_MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
            pack.write(copy, _DATABASE)
            for settings in sorted(self._home.glob("settings*.toml")):
                pack.write(settings, settings.name)
        copies.sync(packed)
        path = self._named(packed, now, reason)
        return _backup(path, manifest)

    def _named(self, packed: Path, now: datetime, reason: str) -> Path:
        """The name is taken before the file moves there, so that two in one second never overwrite each other."""
        purpose = re.sub(r"[^\w-]+", "-", reason).strip("-")[:40] or "backup"
        stem = f"omoide-{now:%Y%m%dT%H%M%S}-{purpose}"
        number = 1
        while True:
            path = self._folder / (f"{stem}.zip" if number == 1 else f"{stem}-{number}.zip")
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                number += 1
                continue
            os.replace(packed, path)
            copies.sync_folder(self._folder)
            return path

    # ------------------------------------------------------------ looking

    def list(self) -> list[Backup]:
        """Newest first. A file whose manifest cannot be read is not among them; `verify` says why."""
        found = []
        for path in self._folder.glob("omoide-*.zip"):
            try:
                with zipfile.ZipFile(path) as pack:
                    found.append(_backup(path, json.loads(pack.read(_MANIFEST))))
            except _UNREADABLE:
                continue
        return sorted(found, key=lambda backup: (backup.taken, backup.name), reverse=True)

    def verify(self, name: str) -> list[str]:
        with self._unpacked(name) as (_, problems):
            return problems

    def newest_sound(self) -> Backup | None:
        return next((backup for backup in self.list() if not self.verify(backup.name)), None)

    @contextmanager
    def unpacked(self, name: str) -> Iterator[Path]:
        """The database of a sound backup as a file, for as long as this lasts."""
        with self._unpacked(name) as (database, problems):
            if problems:
                raise StoreDamaged(
                    f"the backup {name} is not sound ({problems[0]}): choose another. Nothing was changed.",
                    f"バックアップ {name} は壊れています（{problems[0]}）。別のものを選んでください。変更なし。",
                )
            yield database

    @contextmanager
    def _unpacked(self, name: str) -> Iterator[tuple[Path, list[str]]]:
        path = self._folder / name
        if Path(name).name != name or not path.is_file():
            raise NotFound(
                f"there is no backup {name!r}: `omoide backup list` shows those there are.",
                f"バックアップ {name!r} はありません。一覧は `omoide backup list` で見られます。",
            )
        self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
        with copies.workroom(self._home, "looking") as work:
            database = work / _DATABASE
            yield database, _problems_of(path, database)

    # ------------------------------------------------------------ restoring

    def restore(self, name: str, now: datetime) -> Path:
        with self._locks.hold(LOCK), self.unpacked(name) as fresh:
            _refuse_newer(fresh, name)
            copies.sweep(self._home, now)
            aside = copies.aside_folder(self._home, now)
            numbers: dict[str, int] = {}
            if not self._database.exists() or copies.faults_in(self._database):
                self._swap(fresh, aside)
            else:
                numbers = self._overwrite(fresh, aside)
            self._bring_back_settings(name)
            copies.drop_index(self._home)
            database = Database(self._database)
            try:
                migrate(database)  # an older backup is brought up to date
                with database.transaction():
                    for counter, value in numbers.items():
                        counters.raise_to(database, counter, value)
            finally:
                database.close()
            return aside

    def _overwrite(self, fresh: Path, aside: Path) -> dict[str, int]:
        """Returns the numbers given out so far: rows and ids of the store that was set aside are not used again, so
        that later backups and this one never mean different memories by one number. Revisions of vectors do go back:
        that is how an index sees that it must start anew."""
        copies.copy_whole(self._database, aside / self._database.name)
        try:
            with closing(copies.open_plain(fresh)) as source, closing(copies.open_plain(self._database)) as target:
                known = target.execute("SELECT COUNT(*) FROM sqlite_master WHERE name = 'counters'").fetchone()[0]
                numbers = target.execute("SELECT name, value FROM counters").fetchall() if known else []
                copies.copy_into(source, target)
                return {name: value for name, value in numbers if name != "vectors"}
        except sqlite3.Error as error:
            raise explained(error, self._database) from error

    def _swap(self, fresh: Path, aside: Path) -> None:
        if self._database.exists():
            copies.set_aside(self._database, aside)
        copies.swap(fresh, self._database)

    def _bring_back_settings(self, name: str) -> None:
        """Only those that are gone: present ones may be newer than the backup on purpose."""
        with zipfile.ZipFile(self._folder / name) as pack:
            for member in pack.namelist():
                if re.fullmatch(r"settings[\w.-]*\.toml", member) and not (self._home / member).exists():
                    (self._home / member).write_bytes(pack.read(member))

    # ------------------------------------------------------------ letting go

    def prune(self, keep: int) -> list[str]:
        """Delete all but the newest; the newest sound one always stays, also when it is not among them."""
        taken = self.list()
        kept, old = taken[: max(keep, 1)], taken[max(keep, 1) :]
        if old and not any(not self.verify(backup.name) for backup in kept):
            last = next((backup for backup in old if not self.verify(backup.name)), None)
            old = [backup for backup in old if backup != last]
        for backup in old:
            backup.path.unlink(missing_ok=True)
        return [backup.name for backup in old]


def _backup(path: Path, manifest: dict[str, Any]) -> Backup:
    taken = datetime.fromisoformat(manifest["taken"])
    if taken.tzinfo is None:
        raise ValueError("a time without a time zone")
    size = path.stat().st_size
    return Backup(path.name, path, taken, size, str(manifest["reason"]), str(manifest["sha256"]))


def _problems_of(path: Path, database: Path) -> list[str]:
    """Unpack the database; the first thing that is wrong ends the search, except that SQLite may find several."""
    try:
        with zipfile.ZipFile(path) as pack:
            manifest = json.loads(pack.read(_MANIFEST))
            _backup(path, manifest)
            if broken := pack.testzip():
                return [f"{broken} in the zip file is damaged"]
            with pack.open(_DATABASE) as source, database.open("wb") as target:
                digest = _copied(source, target)
    except _UNREADABLE as error:
        return [f"the zip file cannot be read: {error}"]
    if digest != manifest["sha256"]:
        return ["the database is not the one that was backed up: its hash differs"]
    return [f"the database in it is damaged: {fault}" for fault in copies.faults_in(database)]


def _copied(source: Any, target: BinaryIO) -> str:
    digest = hashlib.sha256()
    while block := source.read(_BLOCK):
        digest.update(block)
        target.write(block)
    target.flush()
    os.fsync(target.fileno())
    return digest.hexdigest()


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _version_of(path: Path) -> int:
    with closing(copies.open_plain(path)) as connection:
        return copies.form_of(connection)


def _refuse_newer(fresh: Path, name: str) -> None:
    form, known = _version_of(fresh), MIGRATIONS[-1].number
    if form > known:
        raise Refused(
            f"the backup {name} is from a newer omoide (form {form}, this program knows {known}): upgrade omoide."
            " Nothing was changed.",
            f"バックアップ {name} は新しい版の omoide のものです（形式 {form}、この版は {known} まで）。"
            "omoide を更新してください。何も変更していません。",
        )
