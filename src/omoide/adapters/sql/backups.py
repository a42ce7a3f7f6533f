"""Backups of the embedded store (O1): one zip file each, in a folder or an object store.

    omoide-20260201T030000-weekly.zip
      omoide.db           a consistent copy, taken while others write
      personas/  people/  skills/     pages, logs, journals, profiles
      settings.toml       the settings as they were
      manifest.json       when, why, how large, what hashes, how many rows, which version

With a key the whole of it is sealed (adapters/crypt/sealing.py) and ends in .sealed.zip.

Restoring never loses what was there: the present store and pages are kept under set-aside/. A sound store is
overwritten by SQLite itself in one transaction, so processes that have it open go on with the restored memories. (What
another process writes between the copy that is set aside and that transaction is in neither.) A damaged one is swapped
for the backup, which is refused while others have it open. What a kill leaves is told in `restoring`.
"""

from __future__ import annotations

import json
import re
import uuid
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from omoide.adapters.crypt import sealing
from omoide.adapters.files import shredding
from omoide.adapters.files.backup_shelf import FolderShelf
from omoide.adapters.files.folder import Folder
from omoide.adapters.files.house import HouseFile
from omoide.adapters.files.locks import FileLocks
from omoide.adapters.sql import copies, restoring
from omoide.adapters.sql.archive_files import without_house
from omoide.adapters.sql.backup_files import (
    MANIFEST,
    UNREADABLE,
    described,
    manifest_in,
    pack,
    problems_of,
    refreshed,
    unreadable,
    version_of,
)
from omoide.adapters.sql.migrations import MIGRATIONS
from omoide.disk import refused
from omoide.domain.backup_rules import KeepRules, kept, lies_ahead
from omoide.errors import Busy, NotFound, Refused, StoreDamaged
from omoide.home import DATABASE, make_folder
from omoide.ports import Backup, DamagedBackup, Problem, Seal, Shelf

LOCK = "store"  # restoring and repairing exclude each other
_STAMPED = re.compile(r"omoide-\d{8}T\d{6}-")
_SEALED_FOR = "sealed_for"  # in the manifest of a sealed one


class SqlBackups:
    def __init__(
        self, home: Path, database_path: Path, shelf: Shelf | Path, seal: Seal | None = None,
        files: Folder | None = None, house: HouseFile | None = None,
    ) -> None:  # fmt: skip
        """`shelf` may be a mere folder. With a seal they are encrypted, and can be opened if they are. `files` has the
        pages, where they do not lie in the home. `house` says which one this is, where several may share the shelf."""
        self._files, self._house = files, house
        self._home = Path(home)
        self._database = Path(database_path)
        self._shelf: Shelf = FolderShelf(shelf) if isinstance(shelf, Path) else shelf
        self._seal = seal
        self._locks = FileLocks(self._home / "locks")

    @property
    def where(self) -> str:
        return self._shelf.where

    @property
    def folder(self) -> Path:
        """Where they are made ready."""
        return self._shelf.folder or self._home

    # ------------------------------------------------------------ taking

    def create(self, now: datetime, reason: str) -> Backup:
        """Take one, look it over, and only then give it its name."""
        if not self._database.exists():
            raise NotFound(
                f"there is no store at {self._database} yet: nothing to back up.",
                f"{self._database} にはまだ何もありません。バックアップするものがありません。",
            )
        try:
            make_folder(self.folder)
            copies.sweep(self.folder, now)
            with copies.workroom(self.folder, "taking") as work:
                return self._create(work, now, reason)
        except OSError as error:
            raise refused(self.folder, error) from error

    def _create(self, work: Path, now: datetime, reason: str) -> Backup:
        copy, packed = work / DATABASE, work / "backup.zip"
        copies.copy_whole(self._database, copy)
        if faults := copies.faults_in(copy):
            raise StoreDamaged(
                f"{self._database} is damaged ({faults[0]}), so no backup was taken: run `omoide repair`.",
                f"{self._database} が壊れています（{faults[0]}）。`omoide repair` を実行してから取り直してください。",
            )
        manifest = described(copy, now, reason, self._house.settled().id if self._house else "")
        pack(packed, self._home, manifest, copy, self._files)
        packed, manifest = self._sealed(packed, manifest)
        return self._backup(self._named(packed, now, reason, _SEALED_FOR in manifest), manifest)

    def _sealed(self, packed: Path, manifest: dict[str, Any]) -> tuple[Path, dict[str, Any]]:
        """Of what is sealed no more is told than when and why it was taken."""
        if self._seal is None:
            return packed, manifest
        sealed = packed.with_name("sealed.zip")
        about = {name: manifest[name] for name in ("taken", "reason", "house") if name in manifest}
        told = self._seal.close(packed, sealed, about)
        sealed.chmod(0o600)
        copies.sync(sealed)
        return sealed, told

    def _named(self, packed: Path, now: datetime, reason: str, sealed: bool) -> str:
        purpose = re.sub(r"[^\w-]+", "-", reason).strip("-")[:40] or "backup"
        stem, ending = f"omoide-{now:%Y%m%dT%H%M%S}-{purpose}", ".sealed.zip" if sealed else ".zip"
        number, name = 1, f"{stem}{ending}"
        while not self._shelf.take_in(packed, name):
            number += 1
            name = f"{stem}-{number}{ending}"
        return name

    # ------------------------------------------------------------ looking

    def list(self) -> list[Backup]:
        """Newest first. A file whose manifest cannot be read is `damaged`; `verify` says why."""
        found = [backup for name in self._names() if (backup := self._looked_at(name))]
        return sorted(found, key=lambda backup: (backup.taken, backup.name), reverse=True)

    def damaged(self) -> list[DamagedBackup]:
        known = {backup.name for backup in self.list()}
        found = [self._unread(name) for name in self._names() if name not in known]
        return sorted((one for one in found if one), key=lambda one: one.name)

    def newest(self, now: datetime) -> datetime | None:
        """By their names first, which begin with their time: a list of all would have to look into each."""
        for name in sorted(filter(_STAMPED.match, self._names()), reverse=True):
            if (backup := self._looked_at(name)) and backup.mine and not lies_ahead(backup.taken, now):
                return backup.taken
        dated = (one.taken for one in self.list() if one.mine and not lies_ahead(one.taken, now))
        return max(dated, default=None)

    def _names(self) -> list[str]:
        return [name for name in self._shelf.names() if name.startswith("omoide-") and name.endswith(".zip")]

    def _looked_at(self, name: str) -> Backup | None:
        try:
            with self._shelf.opened(name) as file:
                return self._backup(name, manifest_in(file), file.seek(0, 2))
        except UNREADABLE:
            return None

    def _unread(self, name: str) -> DamagedBackup | None:
        """None when it was taken away while we looked."""
        try:
            with self._shelf.opened(name) as file:
                size = file.seek(0, 2)
        except FileNotFoundError:
            return None
        except OSError:
            size = 0  # it may not even be opened
        path, where = self._place(name)
        return DamagedBackup(name, path, size, where)

    def _place(self, name: str) -> tuple[Path | None, str]:
        path = self._shelf.folder / name if self._shelf.folder else None
        return path, str(path or f"{self._shelf.where}/{name}")

    def _backup(self, name: str, manifest: dict[str, Any], size: int | None = None) -> Backup:
        if size is None:
            with self._shelf.opened(name) as file:
                size = file.seek(0, 2)
        path, where = self._place(name)
        house = str(manifest.get("house", ""))
        return Backup(
            name, path, datetime.fromisoformat(manifest["taken"]), size, str(manifest["reason"]),
            str(manifest["sha256"]), where, _SEALED_FOR in manifest, house, self._is_mine(house),
        )  # fmt: skip

    def _is_mine(self, house: str) -> bool:
        """What lies in the home itself is the home's (X10)."""
        if self._house is None or (self._shelf.folder and self._shelf.folder.is_relative_to(self._home)):
            return True
        return house in self._house.known().owns

    def verify(self, name: str) -> list[Problem]:
        with self._unpacked(name) as (_, problems):
            return problems

    def newest_sound(self) -> Backup | None:
        """Of those that can be opened, and are this house's."""
        for backup in self.list():
            with suppress(Refused):
                if backup.mine and not self.verify(backup.name):
                    return backup
        return None

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
                    f"the backup {name} is not sound ({problems[0].en}): choose another. Nothing was changed.",
                    f"バックアップ {name} は壊れています（{problems[0].ja}）。別のものを選んでください。変更なし。",
                )
            yield folder

    @contextmanager
    def _unpacked(self, name: str) -> Iterator[tuple[Path, list[Problem]]]:
        """A disk that is full, or may not be written, is no fault of the backup."""
        with ExitStack() as held:
            try:
                make_folder(self._home)
                work = held.enter_context(copies.workroom(self._home, "looking"))
                folder = work / "unpacked"
                folder.mkdir(mode=0o700)
                problems = self._problems(self._fetched(name, work), folder, name)
            except OSError as error:
                raise refused(self._home, error) from error
            yield folder, problems

    def _fetched(self, name: str, work: Path) -> Path:
        try:
            if not name or Path(name).name != name:
                raise FileNotFoundError(name)
            return self._shelf.local(name, work)
        except FileNotFoundError as error:
            raise NotFound(
                f"there is no backup {name!r}: `omoide backup list` shows those there are.",
                f"バックアップ {name!r} はありません。一覧は `omoide backup list` で見られます。",
            ) from error

    def _problems(self, path: Path, folder: Path, name: str) -> list[Problem]:
        """Without the right key a sealed one is refused, unless it is seen to be damaged even so."""
        try:
            with zipfile.ZipFile(path) as opened:
                sealed = sealing.is_sealed(opened)
                if sealed and (fault := sealing.fault_without_key(opened)):
                    return [fault]
            sealed_for = manifest_in(path).get(_SEALED_FOR, "")
        except UNREADABLE as error:
            return unreadable(error, folder)
        if not sealed:
            return problems_of(path, folder)
        if self._seal is None:
            raise sealing.without_key(name, sealed_for)
        plain = folder.with_name("opened.zip")
        try:
            try:
                self._seal.open(path, plain, name)
            except StoreDamaged as error:
                return [Problem(error.en, error.ja)]
            return problems_of(plain, folder)
        finally:
            shredding.shred(plain)

    # ------------------------------------------------------------ changing

    def rewrite(self, name: str, change: Callable[[Path], object]) -> Backup:
        """Change what is in a sound one (O2): `change` is given the folder that it lies in, unpacked. It is looked over
        again before it takes the place of the old one, which is overwritten. A sealed one stays sealed, and one of
        another house as it is (X10)."""
        looked_at = self._looked_at(name)
        if looked_at and not looked_at.mine:
            raise Refused(
                f"the backup {name} is another house's: it has to be changed or deleted from there.",
                f"バックアップ {name} は別の家のものです。その家で書き換えるか、消してください。",
            )
        with self.sound(name) as folder:
            fresh = folder.with_name("rewritten.zip")
            try:
                change(folder)
                manifest = refreshed(json.loads((folder / MANIFEST).read_text(encoding="utf-8")), folder / DATABASE)
                pack(fresh, folder, manifest)
                _refuse_unsound(fresh, folder.with_name("again"))
                sealed = looked_at is not None and looked_at.sealed
                ready, told = self._sealed(fresh, manifest) if sealed else (fresh, manifest)
                self._shelf.replace(ready, name)
                return self._backup(name, told)
            finally:
                for left in (folder, folder.with_name("again"), fresh):
                    shredding.shred_folder(left)

    # ------------------------------------------------------------ restoring

    def restore(self, name: str, now: datetime) -> Path:
        with self._locks.hold(LOCK):
            restoring.finish(self._home, self._database)
            with self.sound(name) as ready:
                refuse_newer(ready / DATABASE, name)
                self._refuse_at_night()
                self._settle_house(ready / DATABASE)
                copies.sweep(self._home, now)
                aside = copies.aside_folder(self._home, now)
                present = self._set_aside(aside)
                told = {"id": uuid.uuid4().hex, "at": now.isoformat(), "backup": name}
                restoring.decide(ready, self._home, self._database, aside, present, told)
            restoring.finish(self._home, self._database)
            return aside

    def _settle_house(self, ready: Path) -> None:
        """Before anything is replaced: which house this is depends on where it is, not on what is restored (X10). One
        whose store is damaged was here before all the same."""
        if self._house is None:
            return
        self._house.settled()
        if self._database.exists():
            present = ready if copies.faults_in(self._database) else self._database
            with closing(copies.open_plain(present)) as store:
                self._house.adopt(without_house(store, copies.form_of(store)))

    def _refuse_at_night(self) -> None:
        """A night works on what it has read: it would go on with the old memories and write into the new ones."""
        if self._locks.any_held("night"):
            raise at_night()

    def finish_restore(self) -> bool:
        with self._locks.hold(LOCK):
            return restoring.finish(self._home, self._database)

    def _set_aside(self, aside: Path) -> restoring.Present:
        """The store as it is now; pages are moved there when their time comes. Returns what of it stays true."""
        if not self._database.exists():
            return restoring.Present()
        if copies.faults_in(self._database):
            copies.set_aside(self._database, aside)
            return restoring.Present()
        copies.copy_whole(self._database, aside / self._database.name)
        return restoring.present_in(self._database)

    # ------------------------------------------------------------ letting go

    def prune(self, rules: KeepRules, now: datetime, dry_run: bool = False) -> list[str]:
        """The newest sound one always stays, also when no rule keeps it."""
        taken = [backup for backup in self.list() if backup.mine]
        stay = kept([backup.taken for backup in taken], rules, now)
        old = [backup for at, backup in enumerate(taken) if at not in stay]
        dated = [taken[at] for at in sorted(stay) if not lies_ahead(taken[at].taken, now)]
        if old and not any(map(self._seems_sound, dated)):
            last = next((backup for backup in old if self._seems_sound(backup)), None)
            old = [backup for backup in old if backup != last]
        for backup in old if not dry_run else ():
            self._shelf.remove(backup.name)
        return [backup.name for backup in old]

    def _seems_sound(self, backup: Backup) -> bool:
        """As far as it can be told: one that we have no key for is at least what was sealed."""
        try:
            return not self.verify(backup.name)
        except Refused:
            return True


def _refuse_unsound(path: Path, folder: Path) -> None:
    folder.mkdir(mode=0o700)
    if problems := problems_of(path, folder):
        raise StoreDamaged(
            f"the changed backup is not sound ({problems[0].en}), so the old one was kept: check the disk.",
            f"書き直したバックアップに異常があるため（{problems[0].ja}）、元のままにしました。ディスクを確認してください。",
        )


def at_night() -> Busy:
    return Busy(
        "a night is being lived or an index rebuilt in this home: wait until it is done. Nothing was changed.",
        "このホームで夜の処理か索引の作り直しが進んでいます。終わるのを待ってください。何も変更していません。",
    )


def refuse_newer(fresh: Path, name: str) -> None:
    form, known = version_of(fresh), MIGRATIONS[-1].number
    if form > known:
        raise Refused(
            f"the backup {name} is from a newer omoide (form {form}, this program knows {known}): upgrade omoide."
            " Nothing was changed.",
            f"バックアップ {name} は新しい版の omoide のものです（形式 {form}、この版は {known} まで）。"
            "omoide を更新してください。何も変更していません。",
        )
