"""A file held by its own handle: the operating system lets go when its process dies, and no second file is left behind.

For files that are written in the course of a conversation: the library for locks takes longer to load than they take to
be written, and it empties the file that it locks.
"""

from __future__ import annotations

import os
import sys
import time

PATIENCE = 10.0  # seconds
SHORTEST, LONGEST = 0.00002, 0.002  # seconds between two attempts: a write takes microseconds
_FAR = 2**62  # Windows locks bytes: one where no text will ever stand, so that others can read


def hold(handle: int, patience: float = 0.0) -> bool:
    """Whether it is ours now; asked again for so many seconds when somebody else has it."""
    until, pause = time.monotonic() + patience, SHORTEST
    while not _try(handle):
        if time.monotonic() >= until:
            return False
        time.sleep(pause)
        pause = min(2 * pause, LONGEST)
    return True


if sys.platform == "win32":
    import msvcrt

    def _try(handle: int) -> bool:
        here = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, here, os.SEEK_SET)
        return True

else:
    import fcntl

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        return True
