"""Files that are gone for good (O2): overwritten on the disk before their names go.

Some disks write elsewhere what is overwritten, and some file systems keep what was there before; there only an
encrypted disk helps. docs/erasure.md says so.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_BLOCK = 1 << 20


def shred(path: Path) -> None:
    """A link goes by itself: what it points to is not ours."""
    with suppress(FileNotFoundError):  # gone by itself, as what is written beside a file goes
        if not path.is_symlink() and path.is_file():
            with path.open("r+b") as file:
                _overwrite(file.fileno())
            nameless = path.with_name(f".{secrets.token_hex(8)}")  # so that the folder forgets the name too
            os.replace(path, nameless)
            path = nameless
        path.unlink()


def shred_folder(folder: Path) -> int:
    """All that is in it, and itself; returns how many files."""
    if folder.is_symlink() or not folder.is_dir():
        if not os.path.lexists(folder):
            return 0
        shred(folder)
        return 1
    count = 0
    for parent, folders, names in os.walk(folder, topdown=False):
        for name in names:
            shred(Path(parent, name))
        count += len(names)
        for name in folders:
            inner = Path(parent, name)
            if inner.is_symlink():
                inner.unlink()
            else:
                _remove(inner)
    _remove(folder)
    return count


def rewrite(path: Path, content: bytes) -> None:
    """Put other content in place of what is there, in one step, and overwrite what was there."""
    beside = path.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as fresh:
            fresh.write(content)
            fresh.flush()
            os.fsync(fresh.fileno())
        replace(path, beside)
    finally:
        beside.unlink(missing_ok=True)


def replace(path: Path, fresh: Path) -> None:
    """Put one file in the place of another, which is overwritten."""
    fresh.chmod(path.stat().st_mode & 0o777)
    with path.open("r+b") as old:
        if os.name == "nt":  # a file that is open cannot be replaced there
            _overwrite(old.fileno())
        else:
            os.replace(fresh, path)
            _overwrite(old.fileno())
    if os.name == "nt":
        os.replace(fresh, path)


def files_in(folder: Path) -> Iterator[Path]:
    """Every file, in order; links to files too, but nothing behind a link to a folder."""
    for parent, folders, names in os.walk(folder):
        folders.sort()
        yield from (Path(parent, name) for name in sorted(names))


def _remove(folder: Path) -> None:
    """Under another name first: what was deleted may be read from a folder for a while."""
    nameless = folder.with_name(f".{secrets.token_hex(8)}")
    os.replace(folder, nameless)
    nameless.rmdir()


def _overwrite(handle: int) -> None:
    left = os.fstat(handle).st_size
    os.lseek(handle, 0, os.SEEK_SET)
    while left > 0:
        left -= os.write(handle, bytes(min(left, _BLOCK)))
    os.fsync(handle)
