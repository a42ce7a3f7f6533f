"""An erasure that is killed: never half done in silence, and the next one with the same token finishes it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from omoide.doctor import examine
from omoide.domain.audit import hashed
from omoide.errors import Busy, Refused

from .lives import OTHER, PERSON, SAID, SAID_JA, eraser, found, opened, rows

# What changes a disk: at each of these an erasure may end.
EVENTS = {"open", "os.remove", "os.rename", "os.rmdir", "sqlite3.connect", "os.mkdir"}
POINTS = 8


def erase_in_a_child(home: Path, token: str, die_at: int) -> tuple[int, int]:
    """In a process of its own, which kills itself at one of its steps; returns its status, and how many it had."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        count = 0

        def step(event: str, _: object) -> None:
            nonlocal count
            if event in EVENTS:
                count += 1
                if count == die_at:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            erasing = eraser(home)
            sys.addaudithook(step)
            erasing.erase(PERSON, token)
            os.write(write, str(count).encode())
            os._exit(0)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read) as told:
        steps = told.read()
    return os.waitpid(child, 0)[1], int(steps or 0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_killed_at_every_step_it_goes_on_with_the_same_token(small: Path, tmp_path: Path) -> None:
    # O2, X8
    token = eraser(small).plan(PERSON).token
    whole = Path(shutil.copytree(small, tmp_path / "whole" / "home"))
    others = rows(small, "person = 'ren'")
    shutil.rmtree(small)

    def fresh() -> Path:  # the token is for this place
        shutil.rmtree(small, ignore_errors=True)
        return Path(shutil.copytree(whole, small))

    status, steps = erase_in_a_child(fresh(), token, die_at=0)
    assert status == 0
    assert steps > POINTS
    half_done = barred = 0
    for at in sorted({round(1 + point * (steps - 1) / (POINTS - 1)) for point in range(POINTS)}):
        home = fresh()
        assert erase_in_a_child(home, token, die_at=at)[0] == signal.SIGKILL
        erasing = eraser(home)
        begun = [one.person for one in erasing.unfinished()]
        if begun:
            half_done += 1
            told = [finding for finding in examine(home) if finding.what == "erasure"]
            assert [finding.severity for finding in told] == ["error"]
            assert token in told[0].en
            assert token in told[0].ja
            plan = erasing.plan(PERSON)
            assert (plan.unfinished, plan.token) == (True, token)
            with pytest.raises(Refused):
                erasing.erase(PERSON, "not the token")
            if (home / "erasures" / f"unfinished-{erasing.unfinished()[0].id}.json").stat().st_size > 1_000:
                barred += _is_refused(home)
        if begun or any(rows(home, "person = 'Akiko Mori'").values()):  # else it was killed after all was done
            assert erasing.erase(PERSON, token).clean
        assert [path.name for path in (home / "locks").iterdir() if "mori" in path.name] == []
        assert found(home, SAID, SAID_JA, f"people/{PERSON}") == set()
        assert rows(home, "person = 'ren'") == others
        assert erasing.unfinished() == []
        assert [path.name for path in (home / "erasures").iterdir() if "unfinished" in path.name] == []
        with opened(home, OTHER) as mind:
            assert [line.action for line in mind.audited() if line.person == hashed(PERSON)].count("erase") == 1
        with opened(home, PERSON) as mind:
            assert mind.perceive("Hello.", "Hello!").new
    assert half_done >= POINTS // 2
    assert barred >= POINTS // 3


def _is_refused(home: Path) -> bool:
    """Whoever is half erased is not taken in; others go on."""
    with opened(home, PERSON) as mind, pytest.raises(Busy, match="erase person"):
        mind.perceive("Are you listening?", "Yes.")
    with opened(home, OTHER) as mind:
        assert mind.perceive("And to me?", "Always.", incognito=True).skipped == "incognito"
        assert mind.list()
    return True
