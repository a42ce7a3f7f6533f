"""A decision about pages that is killed anywhere is carried out by the next run, once and whole (K3, K5, D5, X8)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from omoide.knowing import changes, finish_planned, reconcile, refresh_learned
from tests.knowing.court import Court, court
from tests.knowing.test_contradicting import HOLDS, MERGE, NOTHING, pages

ROOT = Path(__file__).parents[2]
CHILD = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from omoide.adapters.files import pages
from omoide.adapters.sql import judgements
from omoide.knowing import reconcile
from tests.knowing.court import court
from tests.knowing import test_contradicting as answers

left = int(sys.argv[4])
def counting(name, do):
    def counted(*args, **more):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return do(*args, **more)
    return counted
# every place at which a file or the state of a step is about to change
pages.FilePages.write = counting("write", pages.FilePages.write)
pages.FilePages.remove = counting("remove", pages.FilePages.remove)
judgements.SqlChanges.add = counting("add", judgements.SqlChanges.add)
judgements.SqlChanges.settle = counting("settle", judgements.SqlChanges.settle)
with court(Path(sys.argv[1]), FindContradiction=getattr(answers, sys.argv[2])) as c:
    reconcile(c.f, c.s)
"""


def lived_in(home: Path) -> None:
    with court(home) as c:
        pages(c)


def reconciled(home: Path, answer: str, after: int) -> int:
    arguments = [sys.executable, "-c", CHILD, str(home), answer, str(ROOT), str(after)]
    return subprocess.run(arguments, env=os.environ).returncode


def told(c: Court) -> dict[str, Any]:
    history = {name: [change.action for change in changes(c.f, "knowledge", name)]
               for name in ("Backup A", "Backup B", "Backups")}  # fmt: skip
    return {"standing": c.texts(), "archived": c.texts(archived=True), "history": history}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("answer", ["HOLDS", "MERGE"])
def test_killed_between_any_two_writes(tmp_path: Path, answer: str) -> None:
    # K3, D5, X8: a real SIGKILL before each write; then either nothing was decided, or the next run completes it
    lived_in(tmp_path / "whole")
    assert reconciled(tmp_path / "whole", answer, 100) == 0
    with court(tmp_path / "whole") as c:
        whole = told(c)
    killed = 0
    for after in range(20):
        home = tmp_path / f"killed {after}"
        lived_in(home)
        with court(home) as c:
            before = told(c)
        if reconciled(home, answer, after) == 0:
            break
        killed += 1
        with court(home, FindContradiction={"HOLDS": HOLDS, "MERGE": MERGE}[answer]) as c:
            refresh_learned(c.f, c.s, c.clock.now())  # somebody looks at the pages in between
            done = finish_planned(c.f, c.s, c.clock.now())
            assert done == {"finished": int(after > 0), "conflicts": 0}
            assert told(c) == (before if after == 0 else whole)
            assert sum(reconcile(c.f, c.s).values()) == int(after == 0)
            assert told(c) == whole
            assert reconcile(c.f, c.s) == NOTHING
    assert killed == {"HOLDS": 5, "MERGE": 7}[answer]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_killed_and_then_edited_by_hand(tmp_path: Path) -> None:
    # K3, T3: the hand wins, and the whole step is taken back
    lived_in(tmp_path)
    assert reconciled(tmp_path, "HOLDS", 2) == -signal.SIGKILL  # the copy in the archive is there, the page stands
    with court(tmp_path) as c:
        assert "Backup B" in c.texts()
        assert "Backup B" in c.texts(archived=True)
        c.file("Backup A").write_text("By hand.\n", encoding="utf-8")
        assert finish_planned(c.f, c.s, c.clock.now()) == {"finished": 0, "conflicts": 1}
        assert set(c.texts()) == {"Backup A", "Backup B", "Tea"}
        assert c.texts()["Backup A"] == "By hand."
        assert c.texts(archived=True) == {}
        assert [change.action for change in changes(c.f, "knowledge", "Backup B")] == ["created"]
        assert finish_planned(c.f, c.s, c.clock.now()) == {"finished": 0, "conflicts": 0}
