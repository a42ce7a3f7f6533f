"""A restore that is decided, and then done: killed at any moment, a home is the old one or becomes the new one (O1).

A store is a file of SQLite and pages are a folder of files: nothing changes both at once. So what is to be restored is
laid out first, in a folder of its own,

    restoring/
      omoide.db  personas/ …  settings.toml   what is not in its place yet
      plan.json                               where the present home is set aside, and what of it stays true

which comes into being with a single rename. Before that the home is the old one. From then on it is decided: whoever
opens the home first finishes it, each step once, however often that is interrupted.

Rows on a server change by a transaction of their own, and only pages and settings are left to follow: the plan for that
(plan-on-server.json) lies there before the transaction begins.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from omoide.adapters.files import page_copies
from omoide.adapters.sql import audit, copies, counters
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.faults import explained
from omoide.adapters.sql.migrations import migrate
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.adapters.sql.state import SqlState
from omoide.domain.audit import Audited
from omoide.domain.machine_clock import STATE_KEY
from omoide.errors import OmoideError
from omoide.home import DATABASE, RESTORING, make_folder

PLAN, ON_SERVER = "plan.json", "plan-on-server.json"
_PAGES_LOCK_SECONDS = 30.0


def pending(home: Path) -> bool:
    return (home / RESTORING / PLAN).exists()


@dataclass(frozen=True)
class Present:
    """What of the store that is set aside stays true. Numbers given out so far: rows and ids are not used again, so
    that later backups and this one never mean different memories by one number. And when the machine's clock was last
    seen: after the time of an old backup the present would look like a jump (O6)."""

    numbers: Mapping[str, int] = field(default_factory=dict)
    clock: str | None = None


def present_in(database: Path) -> Present:
    with closing(copies.open_plain(database)) as connection:
        known = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        rows = connection.execute("SELECT name, value FROM counters").fetchall() if "counters" in known else []
        seen = "SELECT value FROM state WHERE key = ?"
        clock = connection.execute(seen, (STATE_KEY,)).fetchone() if "state" in known else None
    return Present(dict(rows), clock[0] if clock else None)


def decide(ready: Path, home: Path, database: Path, aside: Path, present: Present, told: Mapping[str, str]) -> None:
    """Make what lies in `ready` the future of the home, and begin with the store. When that cannot be replaced now
    (somebody keeps it busy), it is taken back: nothing was changed. `told` is what the audit log will say of it."""
    plan = {"aside": aside.name, **asdict(present), "audit": dict(told)}
    place = lay_out(ready, home, plan)
    try:
        _replace_store(place, database)
    except (OmoideError, OSError):
        _clear(place)
        raise


def lay_out(ready: Path, home: Path, plan: Mapping[str, object], name: str = PLAN) -> Path:
    """By a single rename; returns where it lies now."""
    (ready / name).write_text(json.dumps(plan), encoding="utf-8")
    copies.sync(ready / name)
    copies.sync_folder(ready)
    place = home / RESTORING
    shutil.rmtree(place, ignore_errors=True)  # what a finished one was killed before clearing away
    os.rename(ready, place)
    copies.sync_folder(home)
    return place


def finish_on_server(home: Path, has: Callable[[str], bool]) -> bool:
    """Of a restore onto a server: rows and pages changed in one transaction with a line in the audit log. Whether the
    server `has` that line says whether settings follow, or nothing has happened. Call it under the lock."""
    place = home / RESTORING
    if not (place / ON_SERVER).exists():
        return False
    plan = json.loads((place / ON_SERVER).read_text(encoding="utf-8"))
    done = has(plan["audit"])
    if done:
        bring_back_settings(place, home)
        copies.drop_index(home)
    _clear(place, ON_SERVER)
    return done


def finish(home: Path, database: Path) -> bool:
    """Do what is left of a restore that was decided; False when there is none. Call it under the lock."""
    place = home / RESTORING
    if not pending(home):
        return False
    plan = json.loads((place / PLAN).read_text(encoding="utf-8"))
    _replace_store(place, database)
    replace_pages(place, home, home / "set-aside" / plan["aside"])
    bring_back_settings(place, home)
    copies.drop_index(home)
    store = SqliteDatabase(database)
    try:
        migrate(store)  # an older backup is brought up to date
        with store.transaction():
            keep_present(store, Present(plan["numbers"], plan.get("clock")))
            _write_down(store, home / "set-aside" / plan["aside"] / database.name, plan.get("audit"))
    finally:
        store.close()
    _clear(place)
    return True


def keep_present(store: Database, present: Present) -> None:
    """Revisions of vectors do go back: that is how an index sees that it must start anew."""
    for counter, value in present.numbers.items():
        if counter != "vectors":
            counters.raise_to(store, counter, value)
    SqlState(store).set(STATE_KEY, present.clock)


def _write_down(store: Database, old: Path, told: Mapping[str, str] | None) -> None:
    """In the restored store too: what the replaced one has in its audit log, and that it was replaced (L5)."""
    audit.carry_over(old, store)
    if told:
        moment = datetime.fromisoformat(told["at"])
        audit.SqlAudit(store).add(Audited(told["id"], moment, "restore", subject=told["backup"]))


def _replace_store(place: Path, database: Path) -> None:
    fresh = place / DATABASE
    if not fresh.exists():
        return
    if not database.exists() or copies.faults_in(database):
        copies.swap(fresh, database)
        return
    try:
        with closing(copies.open_plain(fresh)) as source, closing(copies.open_plain(database)) as target:
            copies.copy_into(source, target)
    except sqlite3.Error as error:
        raise explained(error, database) from error
    fresh.unlink()


def replace_pages(place: Path, home: Path, aside: Path) -> None:
    """Under the lock that every write of a page takes. A backup that does not know a folder leaves what is there."""
    from filelock import FileLock

    folders = [name for name in page_copies.FOLDERS if (place / name).exists()]
    if not folders:
        return
    make_folder(home / "locks")
    with FileLock(home / "locks" / "pages.lock", timeout=_PAGES_LOCK_SECONDS):
        for name in folders:
            fresh, present = place / name, home / name
            if os.path.lexists(present):
                make_folder(aside)
                os.rename(present, _free(aside / name))
            os.rename(fresh, present)
        copies.sync_folder(home)


def _free(path: Path) -> Path:
    """After a kill between the two renames somebody may have begun new pages: these are set aside beside the others."""
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free


def bring_back_settings(place: Path, home: Path) -> None:
    """Only those that are gone: present ones may be newer than the backup on purpose."""
    for settings in place.glob("settings*.toml"):
        if not (home / settings.name).exists():
            os.replace(settings, home / settings.name)


def _clear(place: Path, plan: str = PLAN) -> None:
    """The plan goes first: without it nothing is pending, whatever a kill leaves of the rest."""
    (place / plan).unlink()
    copies.sync_folder(place)
    shutil.rmtree(place, ignore_errors=True)
