"""What lies in one backup: a zip file with the store, the pages and the settings, and a manifest with the hash of
each."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import zipfile
import zlib
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from omoide.adapters.files import page_copies
from omoide.adapters.files.folder import Folder
from omoide.adapters.files.local_folder import LocalFolder
from omoide.adapters.sql import copies
from omoide.disk import FULL, no_room
from omoide.home import DATABASE
from omoide.ports import Problem

MANIFEST = "manifest.json"
UNREADABLE = (OSError, zipfile.BadZipFile, zlib.error, KeyError, ValueError, NotImplementedError, EOFError)
_SETTINGS = re.compile(r"settings[\w.-]*\.toml")
_BLOCK = 1 << 20


def described(database: Path, now: datetime, reason: str, house: str) -> dict[str, Any]:
    """A manifest for a copy of a store; pages are added as they are packed."""
    about: dict[str, Any] = {"taken": now.isoformat(), "reason": reason, "bytes": 0, "sha256": "", "version": 0}
    about |= {"house": house} if house else {}
    return refreshed(about | {"rows": {}, "pages": {}, "folders": list(page_copies.FOLDERS)}, database)


def refreshed(manifest: dict[str, Any], database: Path) -> dict[str, Any]:
    """The same, for a store that has changed since. One from before rows were counted still counts none."""
    fresh = {"bytes": database.stat().st_size, "sha256": _hash_of(database), "version": version_of(database)}
    return manifest | fresh | ({"rows": rows_in(database)} if "rows" in manifest else {})


def pack(
    packed: Path, home: Path, manifest: dict[str, Any], database: Path | None = None, files: Folder | None = None
) -> None:
    """Database, settings and pages of a home; database and pages may lie elsewhere. A manifest without pages gets
    none."""
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as into:
        into.write(database or home / DATABASE, DATABASE)
        for settings in sorted(home.glob("settings*.toml")):
            into.write(settings, settings.name)
        if "pages" in manifest:
            manifest["pages"] = page_copies.pack(files or LocalFolder(home), into)
        into.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
    packed.chmod(0o600)
    copies.sync(packed)


def manifest_in(file: BinaryIO | Path) -> dict[str, Any]:
    """Raises one of UNREADABLE when there is none that can be understood."""
    with zipfile.ZipFile(file) as opened:
        manifest = json.loads(opened.read(MANIFEST))
    if datetime.fromisoformat(manifest["taken"]).tzinfo is None:
        raise ValueError("a time without a time zone")
    if not {"reason", "sha256"} <= manifest.keys():
        raise ValueError("a manifest without a reason or a hash")
    return manifest


def problems_of(path: Path, folder: Path) -> list[Problem]:
    """Unpack it; the first thing that is wrong ends the search, except that SQLite may find several."""
    database = folder / DATABASE
    try:
        manifest = manifest_in(path)
        with zipfile.ZipFile(path) as opened:
            if broken := opened.testzip():
                return [Problem(f"{broken} in the zip file is damaged", f"zip ファイルの中の {broken} が壊れています")]
            with opened.open(DATABASE) as source, _own(database) as target:
                digest = _copied(source, target)
            members = [name for name in opened.namelist() if name == MANIFEST or _SETTINGS.fullmatch(name)]
            for member in members:  # the manifest is for whoever changes it
                with _own(folder / member) as target:
                    target.write(opened.read(member))
            pages = manifest.get("pages")  # None in a backup that was taken before there were pages
            folders = manifest.get("folders", page_copies.FIRST)
            if pages is not None and (problem := page_copies.unpack(opened, pages, folder, folders)):
                return [problem]
    except UNREADABLE as error:
        return unreadable(error, folder)
    if digest != manifest["sha256"]:
        return [
            Problem(
                "the database is not the one that was backed up: its hash differs",
                "データベースがバックアップしたときのものと違います（ハッシュの不一致）",
            )
        ]
    if faults := copies.faults_in(database):
        return [
            Problem(f"the database in it is damaged: {fault}", f"中のデータベースが壊れています: {fault}")
            for fault in faults
        ]
    if manifest.get("rows") not in (None, rows_in(database)):
        return [
            Problem(
                "the database in it has other rows than it had when it was backed up",
                "中のデータベースの行が、バックアップしたときと違います",
            )
        ]
    return []


def unreadable(error: Exception, folder: Path) -> list[Problem]:
    """What is wrong with it; a disk that is full says nothing about the file that was to be unpacked there."""
    if isinstance(error, OSError) and error.errno in FULL:
        raise no_room(copies.outside_workrooms(folder)) from error
    return [
        Problem(
            f"the zip file cannot be read, since it was cut short or changed ({error})",
            f"途中で切れているか書き換えられたため、zip ファイルとして読めません（{error}）",
        )
    ]


def rows_in(database: Path) -> dict[str, int]:
    """How many rows each table has; what only an index keeps for itself counts too, since it is in the file."""
    with closing(copies.open_plain(database)) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            " AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
        ).fetchall()
        return {name: connection.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for (name,) in tables}


def version_of(path: Path) -> int:
    with closing(copies.open_plain(path)) as connection:
        try:
            return copies.form_of(connection)
        except sqlite3.DatabaseError:
            return 0


def _own(path: Path) -> BinaryIO:
    """A new file that its owner alone may read: it may take its place in the home as it is."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600), "wb")


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
