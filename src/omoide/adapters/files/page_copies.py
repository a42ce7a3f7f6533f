"""Pages in a backup (O1): every file under personas/, people/ and skills/, with what stood there before and what is in
conflict.

A page is replaced as a whole (see pages), so each file is read whole, whoever writes meanwhile.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from omoide.adapters.files.folder import Folder
from omoide.home import make_folder
from omoide.ports import Problem

FOLDERS = ("personas", "people", "skills")
FIRST = ("personas",)  # all that backups held before they told which folders they hold


def pack(files: Folder, into: zipfile.ZipFile) -> dict[str, str]:
    """Add them all to a zip file; returns the hash of each, for the manifest."""
    hashes: dict[str, str] = {}
    for name in all_of(files):
        try:
            content = files.read(name)
        except FileNotFoundError:  # taken away while we looked
            continue
        into.writestr(name, content, zipfile.ZIP_DEFLATED)
        hashes[name] = hashlib.sha256(content).hexdigest()
    return hashes


def all_of(files: Folder, folders: Sequence[str] = FOLDERS) -> Iterator[str]:
    """Their paths, without what a write has not finished."""
    for path in (path for folder in folders for path in files.walk(f"{folder}/")):
        name = path.rpartition("/")[2]
        if not (name.startswith(".") and name.endswith(".tmp")):
            yield path


def unpack(of: zipfile.ZipFile, hashes: Mapping[str, str], folder: Path, folders: Sequence[str]) -> Problem | None:
    """Write them under `folder` again; returns what is wrong with them, None when they are those of the manifest."""
    known = [name for name in FOLDERS if name in folders]
    there = {name for name in of.namelist() if name.partition("/")[0] in known and "/" in name}
    if there != set(hashes):
        return Problem("its pages are not those that were backed up", "ページがバックアップしたときのものと違います")
    for name in known:
        (folder / name).mkdir(mode=0o700)
    inside = [(folder / name).resolve() for name in known]
    for name, expected in hashes.items():
        path = (folder / name).resolve()
        if not any(path.is_relative_to(place) and path != place for place in inside):
            return Problem(f"{name!r} would lie outside the home", f"{name!r} はホームの外に置かれてしまいます")
        content = of.read(name)
        if hashlib.sha256(content).hexdigest() != expected:
            return Problem(
                f"{name} is not the page that was backed up: its hash differs",
                f"{name} がバックアップしたときのページと違います（ハッシュの不一致）",
            )
        make_folder(path.parent)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
    return None
