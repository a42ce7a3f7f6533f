"""Several processes at one store, and processes that die (X8, E5, E7, N4).

Nothing that was acknowledged is lost, and nothing is half-written.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from omoide.adapters.sql.migrations import MIGRATIONS
from omoide.adapters.sql.store import SqlStore
from omoide.ports import Filter
from tests.adapters.sql.conftest import Start
from tests.adapters.sql.store_things import AOI, opened, unsound


def ready(*children: subprocess.Popen[str]) -> None:
    for child in children:
        assert line(child) == "ready"
    for child in children:
        go(child)


def go(child: subprocess.Popen[str]) -> None:
    assert child.stdin
    child.stdin.write("\n")
    child.stdin.flush()


def line(child: subprocess.Popen[str]) -> str:
    assert child.stdout
    return child.stdout.readline().strip()


def test_eight_processes_share_one_new_home(place: str, start: Start) -> None:
    # X8, E5, N4: they also meet while the home is being made
    children = [start("write", place, f"w{n}", 25) for n in range(8)]
    ready(*children)
    said = [child.communicate()[0].split() for child in children]
    keys = {word for words in said for word in words[0::2]}
    ids = [word for words in said for word in words[1::2]]
    store = opened(place)
    assert sorted(ids) == [f"mem_20260118_{n:03}" for n in range(1, 201)]
    assert keys == {f"w{n}-{i}" for n in range(8) for i in range(25)}
    kept = store.memories.select(AOI, Filter())
    assert {memory.id: memory.sources[0] for memory in kept} == {
        made: key for words in said for key, made in zip(words[0::2], words[1::2], strict=True)
    }
    assert store.turns.count(AOI, "encoded") == 200
    assert unsound(store) == []
    store.close()


def test_many_processes_open_a_new_home_at_once(path: Path, start: Start) -> None:
    # N4: whoever comes second finds the home made
    path.parent.mkdir()
    children = [start("open", path, count=8) for _ in range(4)]
    for child in children:
        assert line(child) == "ready"
    for round_ in range(8):
        for child in children:
            go(child)
        assert [line(child) for child in children] == [f"opened {round_}"] * 4
        store = SqlStore(path.with_name(f"{round_}.db"))
        assert store.database.execute("SELECT number FROM migrations").fetchall() == [
            (step.number,) for step in MIGRATIONS
        ]
        store.close()


@pytest.mark.parametrize("acknowledged", [1, 3, 17, 60])
def test_a_killed_writer_loses_nothing_it_acknowledged(place: str, start: Start, acknowledged: int) -> None:
    # X8, E7, L6: the kill falls wherever the writer is by then
    child = start("write", place, "w", 100_000, 200)
    ready(child)
    said = [line(child).split() for _ in range(acknowledged)]
    child.kill()
    assert child.stdout
    rest = child.stdout.read()  # with what readline has taken in already, unlike communicate
    said += [words.split() for words in rest.splitlines(keepends=True) if words.endswith("\n")]
    store = opened(place)
    assert len(store.turns.get([key for key, _ in said], AOI)) == len(said)
    assert [m.sources for m in store.memories.get([made for _, made in said])] == [(key,) for key, _ in said]
    assert unsound(store) == []
    assert store.turns.count(AOI) == store.memories.counts(AOI).total in (len(said), len(said) + 1)
    store.close()


def test_a_full_disk_keeps_what_was_acknowledged_and_no_half(path: Path, start: Start) -> None:
    # X1, X8: the file may not grow beyond a limit, as on a full disk
    pytest.importorskip("resource")
    child = start("full", path, "w", 10_000, 2_000)
    ready(child)
    *said, last = child.communicate()[0].splitlines()
    assert last.startswith("StoreDamaged")
    assert str(path) in last
    assert len(said) > 3
    store = SqlStore(path)
    assert store.turns.count(AOI) == store.memories.counts(AOI).total == len(said)
    assert unsound(store) == []
    store.close()


@pytest.mark.skipif(not hasattr(__import__("os"), "setuid"), reason="needs users as Unix has them")
def test_no_permission_says_what_to_check(path: Path, start: Start) -> None:
    # X1
    SqlStore(path).close()
    path.chmod(0o400)
    path.parent.chmod(0o500)
    child = start("stranger", path)
    ready(child)
    said = child.communicate()[0]
    path.parent.chmod(0o700)
    assert said.startswith("StoreDamaged")
    assert "permissions" in said
    assert str(path) in said
