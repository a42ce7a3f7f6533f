"""Where the files of a home lie, and what keeps two from doing the same at once: on its own machine, or on a server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from omoide.adapters.files.folder import Folder
    from omoide.adapters.sql.postgres import PostgresDatabase
    from omoide.ports import Locks


def make_files(home: Path, server: PostgresDatabase | None) -> Folder:
    """What keeps pages, logs, journals and tokens."""
    if server is None:
        from omoide.adapters.files.local_folder import LocalFolder

        return LocalFolder(home)
    from omoide.adapters.sql.server_folder import ServerFolder

    return ServerFolder(server)


def make_locks(home: Path, server: PostgresDatabase | None) -> Locks:
    if server is None:
        from omoide.adapters.files.locks import FileLocks

        return FileLocks(home / "locks")
    from omoide.adapters.sql.server_locks import ServerLocks

    return ServerLocks(server)
