"""A move between tiers that is killed at any step: no talk is lost, none counts twice, and the next run finishes it."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind, whole_files
from omoide.adapters.files.blobs import FolderBlobs
from omoide.adapters.sql.kept_sessions import SqlTiers
from tests.mind.world import Clock, mind_in
from tests.sessions.talks import on_disk, places, talk

# Every method that changes something, in the store or outside; `_insert` lies inside a transaction.
STEPS: tuple[tuple[Any, str], ...] = (
    (SqlTiers, "begin_file"), (SqlTiers, "archive"), (SqlTiers, "promote"), (SqlTiers, "replace_file"),
    (SqlTiers, "drop_file"), (SqlTiers, "_insert"), (SqlTiers, "logged"),
    (FolderBlobs, "put"), (FolderBlobs, "remove"), (whole_files.os, "replace"),
)  # fmt: skip
TREE = {"storage": {"policy": "B", "turns_per_file": 4, "grace_days": 0}}


def lived_in(home: Path) -> Clock:
    """Four talks that are due for long-term memory, and two that are due for the archive."""
    clock = Clock()
    with mind_in(home, clock, **TREE) as mind:
        for matter in ("tomato", "violin", "harbour", "piano"):
            talk(mind, clock, matter)
        clock.forward(days=2)
        assert mind.move_sessions() == {"archived": 4, "logged": 4}
        clock.forward(days=30)
        for matter in ("tomato", "piano"):
            talk(mind, clock, matter, session=f"second {matter}")
        clock.forward(days=2)
    return clock


def watched(at_each: Callable[[], None], patch: pytest.MonkeyPatch) -> None:
    """Call `at_each` before every step: what comes after one comes before the next."""
    for room, name in STEPS:
        real = getattr(room, name)

        def step(*given: Any, real: Any = real, **named: Any) -> Any:
            at_each()
            return real(*given, **named)

        patch.setattr(room, name, step)


def killed_at(home: Path, clock: Clock, number: int) -> int:
    """A process of its own that is killed at that step; returns how it ended."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    signal.alarm(60)
    seen = 0

    def die() -> None:
        nonlocal seen
        seen += 1
        if seen == number:
            os.kill(os.getpid(), signal.SIGKILL)

    try:
        watched(die, pytest.MonkeyPatch())
        with mind_in(home, clock, **TREE) as mind:
            mind.move_sessions()
    finally:
        os._exit(0)


def state(mind: Mind) -> dict[str, Any]:
    """All that can be told of where talks are, without the moment of the move and the names of files."""
    files = mind.archive_files()
    archive = mind.faculties.archive()
    log = archive.read_log([file.name for file in files if file.kind == "log"])
    return {
        "places": places(mind),
        "kept": [one.plain() | {"moved_at": "", "file": bool(one.file)} for one in mind.kept_sessions()],
        "files": sorted((file.kind, file.month, file.count, file.state) for file in files),
        "log": sorted(one.turn for one in log),
    }


def nothing_lost(home: Path, mind: Mind, talks: set[str]) -> None:
    """Whatever was killed: each talk is in one tier; in the archive, its words are there; every file is known."""
    store = mind.faculties.store
    fast = [str(one.key) for one in store.tiers.in_fast(mind.scope, mind.faculties.clock.now(), 99)]
    kept = {str(one.key): one for one in mind.kept_sessions()}
    assert sorted([*fast, *kept]) == sorted(talks)
    files = {file.name: file for file in mind.archive_files()}
    archive = mind.faculties.archive()
    for key, one in kept.items():
        if one.tier == "archive":
            assert files[one.file].state in ("ready", "stale")
            assert key in {str(session.key) for session in archive.read_sessions([one.file])}
    for name, file in files.items():
        if file.kind == "sessions" and file.state == "ready":  # a talk that is elsewhere is in no file that counts
            assert {str(one.key) for one in archive.read_sessions([name])} == {
                key for key, one in kept.items() if one.file == name
            }
    assert {name for name in on_disk(home) if not Path(name).name.startswith(".")} <= set(files)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_killed_at_every_step(tmp_path: Path) -> None:
    # S1, S3, X3: a real SIGKILL between all steps of both moves and of the full log
    clock = lived_in(tmp_path / "home")
    shutil.copytree(tmp_path / "home", tmp_path / "whole")
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    with pytest.MonkeyPatch.context() as patch, mind_in(tmp_path / "whole", clock, **TREE) as mind:
        talks = set(places(mind))
        watched(count, patch)
        told = mind.move_sessions()
        expected = state(mind)
    assert (len(talks), told) == (6, {"archived": 2, "logged": 2, "long_term": 3, "passed_over": 1})
    assert steps > 20

    for number in range(1, steps + 1):
        home = tmp_path / f"{number}"
        shutil.copytree(tmp_path / "home", home)
        assert killed_at(home, clock, number) == -signal.SIGKILL, number
        with mind_in(home, clock, **TREE) as mind:
            nothing_lost(home, mind, talks)
            mind.move_sessions()
            assert state(mind) == expected, number
            assert {name for name in on_disk(home) if not Path(name).name.startswith(".")} == {
                file.name for file in mind.archive_files()
            }
        shutil.rmtree(home)


def test_two_processes_move_a_talk_once(tmp_path: Path) -> None:
    # S1, X8: the second finds it being done, or done
    clock = lived_in(tmp_path)
    children = []
    for _ in range(2):
        child = os.fork()
        if not child:
            signal.alarm(60)
            try:
                with mind_in(tmp_path, clock, **TREE) as mind:
                    mind.move_sessions()
            finally:
                os._exit(0)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0]
    with mind_in(tmp_path, clock, **TREE) as mind:
        mind.move_sessions()
        assert sorted(map(tuple, places(mind).values())) == [("archive", "file")] * 3 + [("long_term",)] * 3
        assert {file.name for file in mind.archive_files()} == on_disk(tmp_path)
