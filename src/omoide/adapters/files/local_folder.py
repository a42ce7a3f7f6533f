"""The files of a home on the disk of this machine: yours to read and to edit while the program runs."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from omoide.adapters.files import file_ends, held_file, names
from omoide.adapters.files.folder import FileFacts, Lines, Place
from omoide.adapters.files.held_file import LocalHeldFile, facts_of
from omoide.adapters.files.holding import hold
from omoide.adapters.files.locks import FileLocks
from omoide.errors import Busy
from omoide.home import make_folder
from omoide.whole_files import write_whole

PATIENCE = 10.0  # seconds for another process to end its line
_FLAGS = held_file.FLAGS | os.O_CREAT


class LocalFolder:
    def __init__(self, root: Path) -> None:
        self.root = Path(root)

    def shown(self, path: str) -> str:
        return str(self.root / path)

    def folder_for(self, parent: str, name: str, ending: str = "") -> str:
        return f"{parent}/{names.folder_for(self.root / parent, name, ending).name}"

    def here(self, path: str) -> str:
        return path

    def place(self) -> dict[str, str | int]:
        """A folder that is moved keeps its number, on one that is mounted anew only the path may be the same."""
        return {"path": str(self.root.resolve()), "number": self.root.stat().st_ino}

    # ------------------------------------------------------------ whole files

    def is_file(self, path: str) -> bool:
        return (self.root / path).is_file()

    def facts(self, path: str) -> FileFacts | None:
        try:
            return facts_of((self.root / path).stat())
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read(self, path: str) -> bytes:
        try:
            return (self.root / path).read_bytes()
        except NotADirectoryError as error:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.shown(path)) from error

    def read_known(self, path: str, most: int) -> tuple[bytes, FileFacts] | None:
        known = self.facts(path)
        if known is None or known.size > most:
            return (b"", known) if known else None
        try:
            return self.read(path), known
        except FileNotFoundError:  # taken away while we looked
            return None

    def write(self, path: str, content: bytes) -> None:
        """A linked file stays linked."""
        place = Path(os.path.realpath(self.root / path))
        make_folder(place.parent)
        write_whole(place, content)

    def create(self, path: str, content: bytes) -> bool:
        place = self.root / path
        make_folder(place.parent)
        try:
            handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        except FileExistsError:
            return False
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        return True

    def remove(self, path: str) -> None:
        (self.root / path).unlink(missing_ok=True)

    def rewrite(self, path: str, content: bytes) -> None:
        from omoide.adapters.files import shredding

        shredding.rewrite(self.root / path, content)

    def shred(self, path: str) -> None:
        from omoide.adapters.files.shredding import shred

        place = self.root / path
        for left in (place, *place.parent.glob(f".{place.name[:40]}*")):
            shred(left)

    def scrub(self) -> None:
        """What is shredded was overwritten."""

    def names(self, folder: str) -> list[str]:
        try:
            return os.listdir(self.root / folder)
        except (FileNotFoundError, NotADirectoryError):
            return []

    def files(self, folder: str) -> dict[str, FileFacts]:
        found: dict[str, FileFacts] = {}
        try:
            with os.scandir(self.root / folder) as entries:
                for entry in entries:
                    with suppress(FileNotFoundError):  # taken away while we looked
                        if entry.is_file():
                            found[entry.name] = facts_of(entry.stat())
        except (FileNotFoundError, NotADirectoryError):
            pass
        return found

    def walk(self, beginning: str = "", links: bool = True) -> Iterator[str]:
        for top in sorted(os.listdir(self.root)) if self.root.is_dir() else ():
            if not (top.startswith(beginning) or beginning.startswith(f"{top}/")):
                continue
            for path in _files_in(self.root / top):
                name = path.relative_to(self.root).as_posix()
                if name.startswith(beginning) and (links or not path.is_symlink()) and path.is_file():
                    yield name

    # ------------------------------------------------------------ files of lines

    def append(self, path: str, lines: bytes) -> None:
        """Not synced line by line: the ledger of turns is the truth, and a power cut may take the last seconds."""
        place = self.root / path
        make_folder(place.parent)
        handle = os.open(place, _FLAGS, 0o600)
        try:
            if not hold(handle, PATIENCE):
                raise _busy(place)
            size = os.fstat(handle).st_size
            if size and _last_byte(handle, size) != b"\n":
                lines = b"\n" + lines
            if os.write(handle, lines) != len(lines):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        finally:
            os.close(handle)

    def lines(self, path: str) -> Iterator[bytes]:
        with (self.root / path).open("rb") as file:
            yield from file

    def last_lines(self, path: str, most: int) -> Lines:
        return file_ends.last_lines(self.root / path, most)

    def lines_after(self, path: str, place: Place) -> tuple[Lines, Place]:
        return file_ends.lines_after(self.root / path, place)

    def end_of(self, path: str) -> Place:
        return file_ends.end_of(self.root / path)

    # ------------------------------------------------------------ one at a time

    def begin(self, path: str) -> LocalHeldFile:
        return held_file.begin(self.root / path)

    def hold(self, path: str) -> LocalHeldFile | None:
        return held_file.held(self.root / path)

    def alone(self, what: str, patience: float = 0.0) -> AbstractContextManager[None]:
        return FileLocks(self.root / "locks").hold(what, patience)


def _files_in(place: Path) -> Iterator[Path]:
    if not place.is_dir():
        yield place
        return
    for parent, folders, found in os.walk(place):
        folders.sort()
        yield from (Path(parent, name) for name in sorted(found))


def _last_byte(handle: int, size: int) -> bytes:
    os.lseek(handle, size - 1, os.SEEK_SET)
    return os.read(handle, 1)


def _busy(path: Path) -> Busy:
    return Busy(
        f"another process has held {path} for {PATIENCE:.0f} seconds: end it, or try again.",
        f"別のプロセスが {path} を {PATIENCE:.0f} 秒以上使っています。終了させるか、やり直してください。",
    )
