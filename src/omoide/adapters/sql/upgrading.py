"""The backup before an upgrade (N4): a whole fleet may come upon an older home at once, and one backup is enough."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.migrations import MIGRATIONS, version
from omoide.errors import Busy
from omoide.ports import Locks

_PATIENCE, _PAUSE = 600.0, 0.2  # seconds; the backup of a large home takes minutes


def back_up_first(until: ExitStack, locks: Locks, place: Path | Database, take: Callable[[], object]) -> None:
    """Whoever comes first takes it, and is alone `until` the new form stands; the others wait, and find it standing.
    Nobody who writes meanwhile has to wait: they do so in the old form, as before."""
    from omoide.adapters.sql.backup_files import version_of  # hardly ever needed, and every command loads this file

    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            until.enter_context(locks.hold("upgrade"))
            break
        except Busy:
            if time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE)
    form = version_of(place) if isinstance(place, Path) else version(place)
    if form < MIGRATIONS[-1].number:
        take()
