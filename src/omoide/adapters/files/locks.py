"""Locks between processes (F7): a file each, locked by the operating system, so that a killed process frees its own.

The empty files stay where they are. Deleting one while somebody waits for it would let two in at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from omoide.disk import refused
from omoide.errors import Busy
from omoide.home import make_folder

_SAFE = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}", re.ASCII)
# Windows keeps these names for devices, whatever the ending.
_DEVICES = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.ASCII)


class FileLocks:
    """One folder of locks. A name is held once: by one process, and in it by one thread, which cannot take it twice."""

    def __init__(self, folder: Path) -> None:
        self._folder = Path(folder)

    @contextmanager
    def hold(self, name: str, patience: float = 0.0) -> Iterator[None]:
        """With patience it is asked for again, for so many seconds."""
        from filelock import FileLock, Timeout  # here: most commands hold no lock

        path = self._folder / file_name(name)
        lock = FileLock(path, timeout=patience, mode=0o600)
        try:
            make_folder(self._folder)
            lock.acquire()
        except Timeout as error:
            raise _busy(name) from error
        except OSError as error:
            raise refused(path, error) from error
        try:
            yield
        finally:
            lock.release()

    def any_held(self, beginning: str) -> bool:
        """Whether anybody holds a lock of a scope whose name begins so; nothing is held afterwards."""
        from filelock import FileLock, Timeout

        for path in self._folder.glob(f"{beginning}[-.]*.lock"):
            try:
                with FileLock(path, blocking=False, mode=0o600):
                    continue
            except Timeout:
                return True
        return False


def file_name(name: str) -> str:
    """A name that every file system takes. Names that had to change carry a hash, so that no two become one."""
    if _SAFE.fullmatch(name) and not _DEVICES.fullmatch(name):
        return f"{name}.lock"
    import hashlib

    readable = re.sub(r"[^a-z0-9_-]+", "-", name.lower(), flags=re.ASCII).strip("-")[:40]
    mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{readable or 'lock'}.{mark}.lock"


def _busy(name: str) -> Busy:
    return Busy(
        f"another process is at work on '{name}': wait until it is done, then try again.",
        f"別のプロセスが「{name}」を処理中です。終わるのを待ってからやり直してください。",
    )
