"""Opening a store only to read it, also on a disk that takes no writing (O7).

SQLite wants two files beside a store in WAL mode even to read it: -wal, with what was written last, and -shm, an index
of that. Where it cannot make them, it can do without: it makes the index in memory when -shm is there, and looks at the
file alone when it is told that nobody changes it. The latter passes over -wal, so it is right only for a store that was
closed cleanly; where a -wal with content stands and cannot be read, an old state must not be taken for the present one.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TypeVar

from omoide.adapters.sql.faults import Fault, of_writing
from omoide.errors import CannotWrite

C = TypeVar("C", bound=sqlite3.Connection)
_ALONE = "mode=ro&immutable=1"
_WAYS = ("mode=ro", "mode=ro&readonly_shm=1", _ALONE)


def open_to_read(path: Path, wait: float, factory: type[C] = sqlite3.Connection) -> C:
    """An existing file; nothing is created or folded into it where that can be done without."""
    for way in _WAYS:
        if way == _ALONE and unfolded(path):
            raise _last_changes_out_of_reach(path)
        address = f"{path.absolute().as_uri()}?{way}"
        connection = sqlite3.connect(
            address, uri=True, timeout=wait, isolation_level=None, check_same_thread=False, factory=factory
        )
        try:
            connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()  # until then nothing was opened
        except Fault as error:
            connection.close()
            if way == _ALONE or not of_writing(error):
                raise
        else:
            return connection
    raise AssertionError("the last way returns or raises")


def unfolded(path: Path) -> bool:
    """Whether changes stand beside the file that are not in it: whoever wrote last was killed, or writes still."""
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size > 0
    except OSError:
        return False


def _last_changes_out_of_reach(path: Path) -> CannotWrite:
    return CannotWrite(
        f"{path} was not closed cleanly, and its last changes ({path.name}-wal) cannot be read on a disk that takes no"
        " writing: make it writable once, or copy the home to another disk and name it with OMOIDE_HOME.",
        f"{path} は正しく閉じられておらず、書き込めないディスクの上では最後の変更（{path.name}-wal）を読めません。"
        "一度書き込めるようにするか、ホームを別のディスクへ写して OMOIDE_HOME で指定してください。",
    )
