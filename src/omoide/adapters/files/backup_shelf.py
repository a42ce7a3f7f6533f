"""Backups in a folder: one file each, which a person can copy anywhere."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from omoide.adapters.files import shredding


class FolderShelf:
    def __init__(self, folder: Path) -> None:
        self._folder = Path(folder)

    @property
    def where(self) -> str:
        return str(self._folder)

    @property
    def folder(self) -> Path | None:
        return self._folder

    def names(self) -> list[str]:
        return sorted(path.name for path in self._folder.glob("*.zip") if path.is_file())

    def take_in(self, packed: Path, name: str) -> bool:
        """The name is taken before the file moves there, so that two in one second never overwrite each other."""
        path = self._folder / name
        try:
            path.touch(mode=0o600, exist_ok=False)
        except FileExistsError:
            return False
        os.replace(packed, path)
        _sync(self._folder)
        return True

    def replace(self, fresh: Path, name: str) -> None:
        """What was there is overwritten. The fresh one may lie on another disk, from where nothing can be renamed."""
        beside = self._folder / f".{name}.tmp"
        try:
            shutil.copyfile(fresh, beside)
            shredding.replace(self._folder / name, beside)
        finally:
            beside.unlink(missing_ok=True)
        _sync(self._folder)

    def opened(self, name: str) -> BinaryIO:
        return (self._folder / name).open("rb")

    def local(self, name: str, work: Path) -> Path:
        """Where it lies: nothing needs to be fetched."""
        path = self._folder / name
        if not path.is_file():
            raise FileNotFoundError(path)
        return path

    def remove(self, name: str) -> None:
        (self._folder / name).unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """So that a power cut does not forget the new name. Windows has no such thing."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network disks refuse it
            os.fsync(number)
    finally:
        os.close(number)
