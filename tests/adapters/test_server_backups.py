"""Backups of a server (O1, N4, X2): like those of a home, and into a home; an upgrade takes one first."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omoide.adapters.files.local_folder import LocalFolder
from omoide.adapters.sql import crossing
from omoide.adapters.sql.backups import SqlBackups
from omoide.adapters.sql.migrations import MIGRATIONS, Migration, migrate, version
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.server_backups import ServerBackups
from omoide.adapters.sql.server_folder import ServerFolder
from omoide.adapters.sql.server_locks import ServerLocks
from omoide.adapters.sql.store import SqlStore
from omoide.errors import Busy, NotFound, Refused, StoreDamaged
from omoide.ports import Filter
from tests.adapters.house import little_room
from tests.adapters.sql.store_things import AOI, NOON, REN, memory, opened, turn
from tests.servers.databases import Databases

NOW = datetime(2026, 2, 1, 3, tzinfo=UTC)


@pytest.fixture
def url(databases: Databases) -> Iterator[str]:
    made = databases.lend()
    yield made
    databases.take_back(made)


def fill(store: SqlStore) -> None:
    for number in range(1, 4):
        store.turns.add(turn(number))
        store.memories.add(memory(number, content=f"温泉 {number}"), 1)
    store.turns.add(turn(scope=REN, said="灯台の話"))
    store.vectors.put([1, 2], np.array([[0.1, -2.5e-8, 3.0], [1 / 3, 0.0, -1.0]]), "e")
    store.goals.add(AOI, "short", "歩く", 1, NOON, [])
    store.state.set("mood", "穏やか")


def all_rows(store: SqlStore) -> dict[str, list[Any]]:
    """Every row of every table that a backup keeps, vectors as numbers, without the numbers of an index."""
    database, found = store.database, {}
    for table in crossing.tables(MIGRATIONS[-1].number):
        rows = database.execute(f"SELECT * FROM {table}").fetchall()
        if table.startswith("vectors"):
            rows = [(*row[:-1], database.dialect.unpacked([row[-1]]).tolist()) for row in rows]
        found[table] = sorted(repr(row) for row in rows if row[0] not in ("word_turns", "audit"))
    return found


def test_what_was_there_comes_back_and_what_came_since_is_set_aside(url: str, tmp_path: Path) -> None:
    # O1
    store = opened(url)
    fill(store)
    before = all_rows(store)
    backups = ServerBackups(tmp_path, PostgresDatabase(url), tmp_path / "backups")
    files, page = ServerFolder(PostgresDatabase(url)), "personas/aoi/people/me/notepad.md"
    files.write(page, b"then")
    files.write("tokens.json", b"then")
    (tmp_path / "settings.toml").write_text("# then")
    taken = backups.create(NOW, "weekly")
    assert (taken.reason, backups.verify(taken.name), [one.name for one in backups.list()]) == (
        "weekly", [], [taken.name],
    )  # fmt: skip
    store.memories.delete([1, 2])
    store.memories.add(memory(9, content="since then"), 1)
    files.write(page, b"since then")
    files.write("skills/since.md", b"since then")
    files.write("tokens.json", b"since then")
    (tmp_path / "settings.toml").unlink()
    with ServerLocks(PostgresDatabase(url)).hold(AOI.key("night")), pytest.raises(Busy, match="a night is being lived"):
        backups.restore(taken.name, NOW)
    assert (len(store.memories.select(AOI, Filter())), (tmp_path / "set-aside").exists()) == (2, False)
    with ServerLocks(PostgresDatabase(url)).hold("another"):
        aside = backups.restore(taken.name, NOW)
    after = all_rows(store)
    assert after == before | {table: after[table] for table in ("counters", "audit")}
    assert [line.action for line in store.audit.latest(5)] == ["restore"]
    assert store.words.search(AOI, "温泉", 5)[0].tolist() == [3, 2, 1]
    assert store.log.holding(REN, ["灯台"]) == ["turn-1"]
    assert {path: files.read(path) for path in files.walk()} == {page: b"then", "tokens.json": b"since then"}
    assert [(aside / path).read_bytes() for path in (page, "skills/since.md")] == [b"since then"] * 2
    assert (tmp_path / "settings.toml").read_text() == "# then"
    known = "SELECT reltuples FROM pg_class WHERE oid = 'memories'::regclass"  # what plans are made from
    assert store.database.execute(known).fetchone()[0] == 3
    kept = SqlStore(aside / "omoide.db")
    assert [one.id for one in kept.memories.get([memory(9).id, memory(1).id])] == [memory(9).id]
    kept.close()
    assert store.memories.add(memory(10), 1) == 5  # numbers that were given out since are not given out again
    store.close()


def test_what_cannot_be_set_aside_whole_is_not_left_there(url: str, tmp_path: Path) -> None:
    # O1: as on a disk that has room for the backup, and none for what is there now
    store = opened(url)
    backups = ServerBackups(tmp_path, PostgresDatabase(url), tmp_path / "backups")
    taken = backups.create(NOW, "weekly")
    store.turns.add(turn(1, said="灯台の話。" * 200_000))
    with little_room(2_500_000), pytest.raises(StoreDamaged, match=r"free space|is full"):
        backups.restore(taken.name, NOW)
    assert (list((tmp_path / "set-aside").iterdir()), len(store.turns.get(["turn-1"], AOI))) == ([], 1)
    store.close()


def test_a_server_becomes_a_home_without_one(url: str, tmp_path: Path) -> None:
    # O1, X1, X2
    store = opened(url)
    fill(store)
    ServerFolder(PostgresDatabase(url)).write("personas/Aoi~c0ffee00/people/me/notepad.md", b"kept")
    taken = ServerBackups(tmp_path, PostgresDatabase(url), tmp_path / "backups").create(NOW, "moving")
    home = tmp_path / "home"
    SqlBackups(home, home / "omoide.db", tmp_path / "backups").restore(taken.name, NOW)
    moved = SqlStore(home / "omoide.db")
    assert all_rows(moved) | {"audit": []} == all_rows(store)
    assert (home / "personas/Aoi~c0ffee00/people/me/notepad.md").read_bytes() == b"kept"
    assert moved.words.search(AOI, "温泉", 5)[0].tolist() == store.words.search(AOI, "温泉", 5)[0].tolist()
    moved.close()
    store.close()


def test_a_home_becomes_one_on_an_empty_server(databases: Databases, tmp_path: Path) -> None:
    # O1, X1, X2: as after the loss of one
    url, home = databases.make(empty=True), tmp_path / "home"
    embedded = SqlStore(home / "omoide.db")
    fill(embedded)
    LocalFolder(home).write("people/Ken.md", b"kept")
    taken = SqlBackups(home, home / "omoide.db", tmp_path / "backups").create(NOW, "moving")
    aside = ServerBackups(home, PostgresDatabase(url), tmp_path / "backups").restore(taken.name, NOW)
    store = opened(url)
    assert all_rows(store) | {"audit": []} == all_rows(embedded)
    assert list(aside.iterdir()) == []
    files = ServerFolder(PostgresDatabase(url))
    assert files.read(files.folder_for("people", "Ken", ".md")) == b"kept"
    store.close()
    embedded.close()
    databases.drop(url)


KILLED = """
import os, signal, sys
from datetime import datetime
from pathlib import Path
from omoide.adapters.sql import restoring, server_backups
from omoide.adapters.sql.postgres import PostgresDatabase

def deadly(real, left):
    def call(*arguments, **more):
        left.pop()
        return real(*arguments, **more) if left else os.kill(os.getpid(), signal.SIGKILL)
    return call

rooms = {"rename": restoring.os, "clear": server_backups.crossing, "carry": server_backups}
name, time = sys.argv[4].split()
room = rooms.get(name, restoring)
setattr(room, name, deadly(getattr(room, name), [0] * int(time)))
home = Path(sys.argv[1])
backups = server_backups.ServerBackups(home, PostgresDatabase(sys.argv[2]), home / "backups")
backups.restore(sys.argv[3], datetime.fromisoformat(sys.argv[5]))
"""


def once_free(do: Callable[[], bool]) -> bool:
    """A server may take a moment to see that a client is gone, whose lock it holds until then."""
    while True:
        with suppress(Busy):
            return do()
        time.sleep(0.05)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_killed_at_any_step_rows_and_pages_are_of_one_time(url: str, tmp_path: Path) -> None:
    # O1, X2, X8
    store = opened(url)
    backups = ServerBackups(tmp_path, PostgresDatabase(url), tmp_path / "backups")
    files, page = ServerFolder(PostgresDatabase(url)), "personas/aoi/notepad.md"
    files.write(page, b"then")
    store.state.set("mood", "then")
    taken = backups.create(NOW, "hand")
    outcomes = []
    for moment in ("rename 1", "clear 1", "carry 2", "bring_back_settings 1", "_clear 1"):
        files.write(page, b"now")
        store.state.set("mood", "now")
        arguments = [str(tmp_path), url, taken.name, moment, NOW.isoformat()]
        ended = subprocess.run([sys.executable, "-c", KILLED, *arguments], check=False).returncode
        assert ended == -signal.SIGKILL
        marked = (tmp_path / "restoring" / "plan-on-server.json").exists()
        outcomes.append((marked, once_free(backups.finish_restore)))  # as whoever opens the home does
        assert store.state.get("mood") == files.read(page).decode() == ("then" if outcomes[-1][1] else "now"), moment
        assert not (tmp_path / "restoring").exists()
    assert outcomes == [(False, False), *[(True, False)] * 2, *[(True, True)] * 2]
    store.close()


def test_an_older_form_is_backed_up_before_it_is_raised_and_restored_after(
    databases: Databases, tmp_path: Path
) -> None:
    # N4
    url = databases.make(empty=True)
    database = PostgresDatabase(url)
    backups = ServerBackups(tmp_path, database, tmp_path / "backups")
    with pytest.raises(NotFound):
        backups.create(NOW, "nothing there")
    migrate(database, migrations=[step for step in MIGRATIONS if step.number < 8])
    database.execute("INSERT INTO state (key, value) VALUES ('old', 'fact')")
    store = SqlStore(database, before_upgrade=lambda: backups.create(NOW, "upgrade"))
    [backup] = backups.list()
    assert (backup.reason, store.form()) == ("upgrade", MIGRATIONS[-1].number)
    store.state.set("old", "changed")
    backups.restore(backup.name, NOW)
    assert (store.state.get("old"), version(database)) == ("fact", MIGRATIONS[-1].number)
    store.close()
    databases.drop(url)


def test_a_newer_form_is_refused_and_left_as_it_is(url: str) -> None:
    # N4
    store = opened(url)
    later = Migration(MIGRATIONS[-1].number + 1, "another room", ("CREATE TABLE rooms (persona TEXT, name TEXT)",))
    migrate(store.database, None, (*MIGRATIONS, later))
    store.close()
    with pytest.raises(Refused, match="upgrade omoide") as refused:
        opened(url)
    assert "plain" not in refused.value.en
