"""Disks that take no writing (O7): read-only, full, or not ours to write. What was kept can still be read.

The file system's own words are turned into a line with the remedy here, and nowhere else, so that whatever failed to
be written (a row, a page, a log, a lock) the person hears the same and knows that it is the disk.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import TypeVar

from omoide.errors import Busy, CannotWrite

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # the last: a file may not grow as large
T = TypeVar("T")
RESERVE, RESERVED = "reserve", 1024 * 1024  # a file in the home, and its bytes
ROOM = 256 * 1024  # bytes: about what the smallest change needs, with SQLite's own files beside the store


def of_the_disk(path: Path | str, error: OSError) -> CannotWrite | None:
    """What a file system said when something was to be written there; None when it is no matter of the disk."""
    if error.errno in FULL:
        return no_room(path)
    return read_only(path) if error.errno == errno.EROFS else None


def refused(path: Path | str, error: OSError) -> CannotWrite:
    return of_the_disk(path, error) or no_access(path, error.strerror or error)


def refusal_of(folder: Path) -> CannotWrite | None:
    """Why nothing can be written there now; None when it can. It is tried: permissions and free space tell less (a
    quota, a disk that the system made read-only after a fault). What is tried has no name and is gone at once."""
    from tempfile import TemporaryFile

    nearest = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    try:
        with TemporaryFile(dir=nearest) as file:
            file.write(bytes(ROOM))
            file.flush()
    except OSError as error:
        return refused(nearest, error)
    return None


def where_it_can_be_kept() -> AbstractContextManager[None]:
    """Around what reading leaves behind, such as marks and counts: a disk that cannot take them, or a store that
    somebody holds for long, costs those and not the answer."""
    return suppress(CannotWrite, Busy)


def keep_room(home: Path) -> None:
    """Set some room apart for `let_go`: on a disk that is full to the last byte nothing could be forgotten otherwise,
    since SQLite writes down what it is about to overwrite. Where there is no room, there is none to set apart."""
    place = home / RESERVE
    if os.path.exists(place):
        return
    try:
        with place.open("xb") as file:
            os.chmod(place, 0o600)
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, RESERVED)
            else:
                file.write(bytes(RESERVED))
    except FileExistsError:
        pass  # another process was first
    except OSError:
        with suppress(OSError):
            place.unlink(missing_ok=True)


def let_go(home: Path, forgetting: Callable[[], T], close: Callable[[], None]) -> T:
    """Forget something for good; when the disk is full, in the room that was set apart for it. What it leaves undone
    it must be able to take up again. `close`: the store, which may have been opened to be read alone."""
    try:
        return _told_of_the_disk(home, forgetting)
    except CannotWrite:
        if not _given_back(home):
            raise
    close()
    try:
        return _told_of_the_disk(home, forgetting)
    finally:
        keep_room(home)


def _told_of_the_disk(home: Path, what: Callable[[], T]) -> T:
    try:
        return what()
    except OSError as error:
        if refusal := of_the_disk(error.filename or home, error):
            raise refusal from error
        raise


def _given_back(home: Path) -> bool:
    try:
        (home / RESERVE).unlink()
    except OSError:
        return False
    return True


def no_room(path: Path | str) -> CannotWrite:
    return CannotWrite(
        f"the disk that holds {path} is full: free some space; nothing was half-written, and reading goes on.",
        f"{path} のあるディスクがいっぱいです。空きを作ってください。書きかけのデータはなく、読むことはできます。",
    )


def read_only(path: Path | str) -> CannotWrite:
    return CannotWrite(
        f"the disk that holds {path} is read-only: make it writable (mount it again, check it for faults), or copy the"
        " home to another disk and name it with OMOIDE_HOME; reading goes on.",
        f"{path} のあるディスクは読み取り専用です。書き込めるようにする（マウントし直す、ディスクの異常を調べる）か、"
        "ホームを別のディスクへ写して OMOIDE_HOME で指定してください。読むことはできます。",
    )


def no_access(path: Path | str, reason: object) -> CannotWrite:
    return CannotWrite(
        f"{path} cannot be opened or written ({reason}): check the permissions of the file and its folder, or choose"
        " another home with OMOIDE_HOME.",
        f"{path} を開けないか、書き込めません（{reason}）。ファイルとフォルダーの権限を確認するか、"
        "OMOIDE_HOME で別の場所を選んでください。",
    )
