"""Moving house (X1, X2, N4): to a server and back, whole, whatever interrupts it, and never into somebody else's."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omoide.adapters.sql import carrying, crossing
from omoide.adapters.sql.migrations import MIGRATIONS
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.errors import Busy, InvalidInput, NotFound, Refused, Unavailable
from omoide.move_house import move_house
from tests.adapters.sql.store_things import memory, opened
from tests.mind.world import Clock, at, mind_in
from tests.servers.databases import PASSWORD, Databases

KILLED = """
import os, signal, sys
from pathlib import Path
from omoide.adapters.sql import carrying
from omoide.move_house import move_house

carrying._AT_ONCE = 2
home, to, part = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
move_house(home, to, lambda done, of: os.kill(os.getpid(), signal.SIGKILL) if done >= part * of else None)
"""


@pytest.fixture
def url(empty_url: str) -> str:
    return empty_url


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Two persons, a night, a goal, pages: most tables have rows."""
    clock = Clock(at("2026-03-01T20:00:00"))
    for person, said in (("me", "温泉に行きたいな"), ("yui", "The lighthouse is lit again")):
        with mind_in(tmp_path, clock, person=person) as mind:
            mind.remember(said, "いいね")
            mind.remember(f"{said}!", "そうだね")
            mind.faculties.store.goals.add(mind.scope, "short", "歩く", 1, clock.now(), [])
    clock.set("2026-03-02T04:00:00")
    with mind_in(tmp_path, clock) as mind:
        mind.sleep()
    return tmp_path


def rows_of(place: str | Path) -> dict[str, list[Any]]:
    """Every row of every table, vectors as numbers; without the audit log, which tells of the moves themselves."""
    database: Any = SqliteDatabase(place / "omoide.db") if isinstance(place, Path) else PostgresDatabase(place)
    with closing(database):
        found = {}
        for table in crossing.tables(MIGRATIONS[-1].number):
            rows = database.execute(f"SELECT * FROM {table}").fetchall()
            if table in crossing.VECTORS:
                rows = [(*row[:-1], database.dialect.unpacked([row[-1]]).tolist()) for row in rows]
            # the indexes of words and the audit log have counters of their own
            found[table] = sorted(repr(row) for row in rows if row[0] not in ("word_turns", "audit"))
    return {table: rows for table, rows in found.items() if table != "audit"}


def test_to_a_server_and_back_into_the_folder_nothing_is_lost(
    home: Path, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X1, X2: item by item the same, and the same comes to mind
    before = rows_of(home)
    assert all(before[table] for table in ("turns", "memories", "texts", "vectors", "relations", "nights", "goals"))
    reported: list[tuple[int, int]] = []
    place, moved = move_house(home, url, lambda done, of: reported.append((done, of)))
    assert (PASSWORD in place, moved.written, reported[-1][0]) == (False, moved.rows, reported[-1][1])
    assert moved.vectors == len(before["vectors"]) + len(before["vectors_of_passages"])
    assert (rows_of(url), rows_of(home)) == (before, before)
    monkeypatch.setenv("OMOIDE_DATABASE_URL", url)
    with mind_in(home, database={"url": url}) as mind:
        assert mind.recall("温泉").memories
    carried = rows_of(url)
    assert move_house(home, f"file://{tmp_path / 'new home'}")[1].tables["memories"] == 4
    assert rows_of(tmp_path / "new home") == carried
    back, again = move_house(home, str(home))  # its own folder: the file from before is set aside
    assert (back, again.written) == (str(home / "omoide.db"), again.rows)
    assert rows_of(home) == carried
    (aside,) = (home / "set-aside").iterdir()
    assert rows_of(aside) == before
    monkeypatch.delenv("OMOIDE_DATABASE_URL")
    with mind_in(home) as mind:
        assert mind.recall("温泉").memories
        kinds = [(line.action, line.subject) for line in mind.faculties.store.audit.latest(5)]
    assert kinds == [("export", "migrate")] * 3


def test_killed_at_any_step_it_goes_on_and_nobody_lives_in_half_a_house(
    home: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X1, X2, N4: what has arrived is known again, also when the old house has changed meanwhile
    for number, part in enumerate((0.05, 0.5, 1.0)):
        ended = subprocess.run([sys.executable, "-c", KILLED, str(home), url, str(part)], capture_output=True)
        assert ended.returncode == -9, ended.stderr
        with pytest.raises(Refused) as refused:
            opened(url)
        assert ("is not whole yet" in refused.value.en, PASSWORD in refused.value.en) == (True, False)
        if number == 1:
            with mind_in(home, Clock(at("2026-03-02T12:00:00"))) as mind:
                mind.forget("mem_20260301_001")
                mind.remember("山に登った", "すごい")
    _, moved = move_house(home, url)
    assert moved.written < moved.rows / 4
    assert rows_of(url) == rows_of(home)
    store = opened(url)
    with mind_in(home, database={"url": url}) as mind:
        assert mind.recall("山に登った").memories
    store.close()
    with pytest.raises(Refused, match="holds memories already"):
        move_house(home, url)
    monkeypatch.setenv("OMOIDE_DATABASE_URL", url)
    ended = subprocess.run([sys.executable, "-c", KILLED, str(home), str(home), "0.4"], capture_output=True)
    assert ended.returncode == -9, ended.stderr
    with pytest.raises(Refused, match="is not whole yet"):
        opened(str(home / "omoide.db"))
    _, back = move_house(home, str(home))
    assert (back.written < back.rows, len(list((home / "set-aside").iterdir()))) == (True, 1)
    assert rows_of(home) == rows_of(url)


def test_each_row_and_each_vector_is_compared_with_its_copy(home: Path, url: str) -> None:
    # X1: what arrives otherwise is put again, and nothing ends before a whole pass found nothing to do
    move_house(home, url)
    source, target = SqliteDatabase(home / "omoide.db"), PostgresDatabase(url)
    with closing(source), closing(target):
        carrying._shut(target)
        (row, wrong), *_ = target.execute("SELECT row, vector FROM vectors ORDER BY row").fetchall()
        bent = target.dialect.unpacked([wrong])
        bent[0, 3] = np.nextafter(bent[0, 3], np.float32(9))
        target.execute("UPDATE vectors SET vector = ? WHERE row = ?", (target.dialect.packed(bent)[0], row))
        target.execute("UPDATE texts SET content = content || '.' WHERE row = ?", (row,))
        target.execute("DELETE FROM goals")
        target.execute("INSERT INTO state (key, value) VALUES ('stray', 'x')")
        # the vector, the text, the goals, the stray line, and the counter of the words that were indexed
        assert carrying.carry(source, target).written == 1 + 1 + 2 + 1 + 1
    assert rows_of(url) == rows_of(home)


def test_who_writes_without_end_is_asked_to_stop(home: Path, url: str) -> None:
    # X1: every pass finds something new
    source, target, writer = (
        SqliteDatabase(home / "omoide.db"),
        PostgresDatabase(url),
        SqliteDatabase(home / "omoide.db"),
    )
    calls = iter(range(1_000_000))

    def write(done: int, of: int) -> None:
        writer.execute("INSERT INTO state (key, value) VALUES (?, 'x')", (f"busy {next(calls)}",))

    with closing(source), closing(target), closing(writer):
        with pytest.raises(Busy, match="changes faster"):
            carrying.carry(source, target, write)
        assert carrying.carry(source, target).rows > 0
    assert rows_of(url) == rows_of(home)


def test_what_cannot_be_moved_is_refused_before_anything_changes(
    home: Path, url: str, tmp_path: Path, databases: Databases
) -> None:
    # X1, bad input
    other = opened(str(tmp_path / "other" / "omoide.db"))
    other.memories.add(memory(1), 1)
    other.close()
    held = rows_of(tmp_path / "other")
    with pytest.raises(Refused, match="holds memories already"):
        move_house(home, str(tmp_path / "other"))
    assert rows_of(tmp_path / "other") == held
    for to, why in (
        (str(home), "already"),
        (f"file://{home}", "already"),
        ("mysql://me:hidden@x/y", "mysql"),
        (" ", "empty"),
    ):
        with pytest.raises(InvalidInput, match=why) as refused:
            move_house(home, to)
        assert "hidden" not in str(refused.value)
    with pytest.raises(NotFound, match="nothing to move"):
        move_house(tmp_path / "nowhere", url)
    with pytest.raises(Unavailable) as shut:
        move_house(home, url.replace(PASSWORD.replace(" ", "%20"), "wrong-secret"))
    assert "wrong-secret" not in f"{shut.value} {shut.value.ja}"
