"""Blobs as files in a folder: what the embedded archive is kept in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from omoide.adapters.files.shredding import files_in, shred
from omoide.errors import ArchiveFault
from omoide.home import make_folder
from omoide.whole_files import write_whole


class FolderBlobs:
    def __init__(self, folder: Path) -> None:
        self._folder = Path(folder)

    @property
    def where(self) -> str:
        return str(self._folder)

    @property
    def house(self) -> str:
        return ""

    def is_mine(self, name: str) -> bool:
        return True

    def put(self, name: str, data: bytes) -> None:
        path = self._folder / name
        try:
            try:
                self._write(path, data)
            except FileNotFoundError:  # somebody removed the last file of a folder, and the folder with it, meanwhile
                self._write(path, data)
        except OSError as error:
            raise ArchiveFault(
                f"{path} cannot be written ({error.strerror}): free some space, or check the folder. Nothing was lost:"
                " what was to be moved is where it was.",
                f"{path} に書き込めません（{error.strerror}）。空きを作るか、フォルダーを確かめてください。"
                "移すはずだったものは元の場所にあります。",
            ) from error

    def _write(self, path: Path, data: bytes) -> None:
        make_folder(path.parent)
        write_whole(path, data)

    def get(self, name: str) -> bytes | None:
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError:
            return None

    @contextmanager
    def local(self, name: str) -> Iterator[Path | None]:
        path = self._folder / name
        yield path if path.is_file() else None

    def names(self, beginning: str = "") -> list[str]:
        found = (path.relative_to(self._folder).as_posix() for path in files_in(self._folder) if path.is_file())
        return sorted(name for name in found if name.startswith(beginning))

    def written_at(self, name: str) -> datetime | None:
        try:
            return datetime.fromtimestamp((self._folder / name).stat().st_mtime, UTC)
        except FileNotFoundError:
            return None

    def remove(self, name: str) -> bool:
        path = self._folder / name
        if not path.is_file():
            return False
        shred(path)  # what somebody said, and wants gone
        with suppress(OSError):  # folders that are empty now go too; one that is not refuses
            for parent in path.relative_to(self._folder).parents[:-1]:
                (self._folder / parent).rmdir()
        return True
