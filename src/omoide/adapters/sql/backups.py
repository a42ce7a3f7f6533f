"""Backups of the embedded store (O1): one zip file each, which a person can copy anywhere.

    omoide-20260201T030000-weekly.zip
      omoide.db           a consistent copy, taken while others write
      personas/  people/  skills/     the pages
      settings.toml       the settings as they were
      manifest.json       when, why, how large, what hashes, which version

Restoring never loses what was there: the present store and pages are kept under set-aside/. A sound store is
overwritten by SQLite itself in one transaction, so processes that have it open go on with the restored memories. (What
another process writes between the copy that is set aside and that transaction is in neither.) A damaged one is swapped
for the backup, which is refused while others have it open. What a kill leaves is told in `restoring`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import uuid
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from omoide.adapters.files import page_copies, shredding
from omoide.adapters.files.locks import FileLocks
from omoide.adapters.sql import copies, restoring
from omoide.adapters.sql.faults import no_access
from omoide.adapters.sql.migrations import MIGRATIONS
from omoide.errors import NotFound, Refused, StoreDamaged
from omoide.home import DATABASE
from omoide.ports import Backup

LOCK = "store"  # restoring and repairing exclude each other
_MANIFEST = "manifest.json"
_SETTINGS = re.compile(r"settings[\w.-]*\.toml")
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
        copy, packed = work / DATABASE, work / "backup.zip"
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
        _pack(packed, self._home, manifest | {"pages": {}, "folders": list(page_copies.FOLDERS)}, copy)
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
        with self.sound(name) as folder:
            yield folder / DATABASE

    @contextmanager
    def sound(self, name: str) -> Iterator[Path]:
        with self._unpacked(name) as (folder, problems):
            if problems:
                raise StoreDamaged(
                    f"the backup {name} is not sound ({problems[0]}): choose another. Nothing was changed.",
                    f"バックアップ {name} は壊れています（{problems[0]}）。別のものを選んでください。変更なし。",
                )
            yield folder

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
            folder = work / "unpacked"
            folder.mkdir(mode=0o700)
            yield folder, _problems_of(path, folder)

    # ------------------------------------------------------------ changing

    @property
    def folder(self) -> Path:
        return self._folder

    def rewrite(self, name: str, change: Callable[[Path], object]) -> Backup:
        """Change what is in a sound one (O2): `change` is given the folder that it lies in, unpacked. It is looked over
        again before it takes the place of the old one, which is overwritten."""
        path = self._folder / name
        with self.sound(name) as folder, copies.workroom(self._folder, "changing") as work:
            with zipfile.ZipFile(path) as pack:
                manifest = json.loads(pack.read(_MANIFEST))
            try:
                change(folder)
                database = folder / DATABASE
                manifest |= {"bytes": database.stat().st_size, "sha256": _hash_of(database)}
                _pack(work / name, folder, manifest)
                _refuse_unsound(work / name, folder.with_name("again"))
                shredding.replace(path, work / name)
                copies.sync_folder(self._folder)
            finally:
                shredding.shred_folder(folder)
        return _backup(path, manifest)

    # ------------------------------------------------------------ restoring

    def restore(self, name: str, now: datetime) -> Path:
        with self._locks.hold(LOCK):
            restoring.finish(self._home, self._database)
            with self.sound(name) as ready:
                _refuse_newer(ready / DATABASE, name)
                copies.sweep(self._home, now)
                aside = copies.aside_folder(self._home, now)
                numbers = self._set_aside(aside)
                told = {"id": uuid.uuid4().hex, "at": now.isoformat(), "backup": name}
                restoring.decide(ready, self._home, self._database, aside, numbers, told)
            restoring.finish(self._home, self._database)
            return aside

    def finish_restore(self) -> bool:
        with self._locks.hold(LOCK):
            return restoring.finish(self._home, self._database)

    def _set_aside(self, aside: Path) -> dict[str, int]:
        """The store as it is now; pages are moved there when their time comes. Returns the numbers given out so far."""
        if not self._database.exists():
            return {}
        if copies.faults_in(self._database):
            copies.set_aside(self._database, aside)
            return {}
        copies.copy_whole(self._database, aside / self._database.name)
        return restoring.numbers_in(self._database)

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


def _pack(packed: Path, home: Path, manifest: dict[str, Any], database: Path | None = None) -> None:
    """Database, settings and pages of a home; the database may lie elsewhere. A manifest without pages gets none."""
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as pack:
        pack.write(database or home / DATABASE, DATABASE)
        for settings in sorted(home.glob("settings*.toml")):
            pack.write(settings, settings.name)
        if "pages" in manifest:
            manifest["pages"] = page_copies.pack(home, pack)
        pack.writestr(_MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
    copies.sync(packed)


def _refuse_unsound(path: Path, folder: Path) -> None:
    folder.mkdir(mode=0o700)
    if problems := _problems_of(path, folder):
        raise StoreDamaged(
            f"the changed backup is not sound ({problems[0]}), so the old one was kept: check the disk.",
            f"書き直したバックアップに異常があるため（{problems[0]}）、元のままにしました。ディスクを確認してください。",
        )


def _backup(path: Path, manifest: dict[str, Any]) -> Backup:
    taken = datetime.fromisoformat(manifest["taken"])
    if taken.tzinfo is None:
        raise ValueError("a time without a time zone")
    size = path.stat().st_size
    return Backup(path.name, path, taken, size, str(manifest["reason"]), str(manifest["sha256"]))


def _problems_of(path: Path, folder: Path) -> list[str]:
    """Unpack it; the first thing that is wrong ends the search, except that SQLite may find several."""
    database = folder / DATABASE
    try:
        with zipfile.ZipFile(path) as pack:
            manifest = json.loads(pack.read(_MANIFEST))
            _backup(path, manifest)
            if broken := pack.testzip():
                return [f"{broken} in the zip file is damaged"]
            with pack.open(DATABASE) as source, database.open("wb") as target:
                digest = _copied(source, target)
            for member in pack.namelist():
                if _SETTINGS.fullmatch(member):
                    (folder / member).write_bytes(pack.read(member))
            pages = manifest.get("pages")  # None in a backup that was taken before there were pages
            folders = manifest.get("folders", page_copies.FIRST)
            if pages is not None and (problem := page_copies.unpack(pack, pages, folder, folders)):
                return [problem]
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
