"""A file on the disk that is held by its own handle (J1): the operating system lets go when its process dies."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from omoide.adapters.files.folder import FileFacts
from omoide.adapters.files.holding import hold
from omoide.home import make_folder

FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
BESIDE = ".new"
_BEGIN_SECONDS = 1.0


class LocalHeldFile:
    def __init__(self, path: Path, handle: int) -> None:
        self._path, self._handle = path, handle

    @property
    def facts(self) -> FileFacts:
        return facts_of(os.fstat(self._handle))

    def read(self) -> bytes:
        os.lseek(self._handle, 0, os.SEEK_SET)
        with os.fdopen(os.dup(self._handle), "rb") as file:
            return file.read()

    def append(self, lines: bytes) -> None:
        if os.write(self._handle, lines) != len(lines):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(self._handle)

    def rewrite(self, content: bytes) -> None:
        """Written beside and held before it takes the place of the first: killed at any time, one of the two is
        there."""
        if os.name == "nt":  # a file that is open cannot be replaced there
            os.ftruncate(self._handle, 0)
            return self.append(content)
        beside = self._path.with_suffix(BESIDE)
        handle = os.open(beside, FLAGS | os.O_CREAT | os.O_TRUNC, 0o600)
        hold(handle)
        old, self._handle = self._handle, handle
        self.append(content)
        os.replace(beside, self._path)
        os.close(old)

    def delete(self) -> None:
        if os.name == "nt":  # a file that is open cannot be deleted there
            self.close()
        self._path.unlink(missing_ok=True)
        self._path.with_suffix(BESIDE).unlink(missing_ok=True)  # left by a rewriting that failed

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def begin(path: Path) -> LocalHeldFile:
    """Whoever looks for orphans may come between the file's birth and our hold on it; it lets go of an empty one."""
    make_folder(path.parent)
    handle = os.open(path, FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
    if not hold(handle, patience=_BEGIN_SECONDS):
        os.close(handle)
        path.unlink(missing_ok=True)
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    return LocalHeldFile(path, handle)


def held(path: Path) -> LocalHeldFile | None:
    try:
        handle = os.open(path, FLAGS)
    except FileNotFoundError:
        return None
    if hold(handle) and os.fstat(handle).st_nlink:  # without links: deleted a moment ago
        return LocalHeldFile(path, handle)
    os.close(handle)
    return None


def facts_of(known: os.stat_result) -> FileFacts:
    return FileFacts(known.st_size, known.st_mtime, f"{known.st_mtime_ns}.{known.st_size}.{known.st_ino}")
