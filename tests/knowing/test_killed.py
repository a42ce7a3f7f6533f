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
from omoide.prompts.find_contradiction import Resolution
from tests.knowing.court import Court, court
from tests.knowing.test_contradicting import COEXIST, HOLDS, MERGE, NOTHING, pages

ROOT = Path(__file__).parents[2]
CHILD = """
import os, shutil, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from omoide.adapters.files import pages
from omoide.adapters.sql import judgements
from omoide.knowing import reconcile
from tests.knowing.court import court
from tests.knowing import test_contradicting as answers

left = 0
def counting(do):
    def counted(*args, **more):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return do(*args, **more)
    return counted
# every place at which a file or the state of a step is about to change
pages.FilePages.write = counting(pages.FilePages.write)
pages.FilePages.remove = counting(pages.FilePages.remove)
judgements.SqlChanges.add = counting(judgements.SqlChanges.add)
judgements.SqlChanges.settle = counting(judgements.SqlChanges.settle)
for number in range(20):
    home = Path(sys.argv[1], str(number))
    shutil.copytree(Path(sys.argv[1], "lived"), home)
    if (child := os.fork()) == 0:
        left = number
        with court(home, FindContradiction=getattr(answers, sys.argv[2])) as c:
            reconcile(c.f, c.s)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(status)
    if status == 0:
        break
"""
needs_kill = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork and kill")


def killed_everywhere(folder: Path, answer: str) -> list[Path]:
    """Homes in which a process was killed before its first write, its second, and so on; the last one is whole."""
    with court(folder / "lived") as c:
        pages(c)
    arguments = [sys.executable, "-c", CHILD, str(folder), answer, str(ROOT)]
    ran = subprocess.run(arguments, env=os.environ, capture_output=True, text=True, check=True)
    codes = [int(code) for code in ran.stdout.split()]
    assert codes == [-signal.SIGKILL] * (len(codes) - 1) + [0], ran.stderr
    return [folder / str(number) for number in range(len(codes))]


def told(c: Court) -> dict[str, Any]:
    history = {name: [change.action for change in changes(c.f, "knowledge", name)]
               for name in ("Backup A", "Backup B", "Backups")}  # fmt: skip
    return {"standing": c.texts(), "archived": c.texts(archived=True), "history": history}


@needs_kill
@pytest.mark.parametrize(
    ("answer", "writes"), [(HOLDS, 5), (MERGE, 7), (COEXIST, 4)], ids=["HOLDS", "MERGE", "COEXIST"]
)
def test_killed_between_any_two_writes(
    tmp_path: Path, answer: Resolution, writes: int, request: pytest.FixtureRequest
) -> None:
    # K3, D5, X8: a real SIGKILL before each write; then either nothing was decided, or the next run completes it
    *killed, last = killed_everywhere(tmp_path, request.node.callspec.id)
    assert len(killed) == writes
    with court(last) as c, court(tmp_path / "lived") as lived:
        whole, before = told(c), told(lived)
    for after, home in enumerate(killed):
        with court(home, FindContradiction=answer) as c:
            refresh_learned(c.f, c.s, c.clock.now())  # somebody looks at the pages in between
            done = finish_planned(c.f, c.s, c.clock.now())
            assert done == {"finished": int(after > 0), "conflicts": 0}
            assert told(c) == (before if after == 0 else whole)
            assert sum(reconcile(c.f, c.s).values()) == int(after == 0)
            assert told(c) == whole
            assert reconcile(c.f, c.s) == NOTHING


@needs_kill
def test_killed_and_then_edited_by_hand(tmp_path: Path) -> None:
    # K3, T3: the hand wins, and the whole step is taken back
    home = killed_everywhere(tmp_path, "HOLDS")[2]  # the copy in the archive is there, the page stands
    with court(home) as c:
        assert "Backup B" in c.texts()
        assert "Backup B" in c.texts(archived=True)
        c.file("Backup A").write_text("By hand.\n", encoding="utf-8")
        assert finish_planned(c.f, c.s, c.clock.now()) == {"finished": 0, "conflicts": 1}
        assert set(c.texts()) == {"Backup A", "Backup B", "Tea"}
        assert c.texts()["Backup A"] == "By hand."
        assert c.texts(archived=True) == {}
        assert [change.action for change in changes(c.f, "knowledge", "Backup B")] == ["created"]
        assert finish_planned(c.f, c.s, c.clock.now()) == {"finished": 0, "conflicts": 0}


FINISHER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from omoide.knowing import finish_planned
from tests.knowing.court import court

with court(Path(sys.argv[1])) as c:
    print("ready", flush=True)
    sys.stdin.readline()
    finish_planned(c.f, c.s, c.clock.now())
"""


@needs_kill
def test_two_that_take_up_the_same_step_at_once(tmp_path: Path) -> None:
    # K3, X8: neither takes back what the other has done
    homes = killed_everywhere(tmp_path, "MERGE")
    arguments = [sys.executable, "-c", FINISHER, str(homes[2]), str(ROOT)]
    both = [subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for process in both:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [(process.communicate()[0], process.returncode) for process in both] == [("", 0), ("", 0)]
    with court(homes[2]) as killed, court(homes[-1]) as whole:
        assert told(killed) == told(whole)
        assert killed.f.store.page_changes.planned(killed.f.scope) == []
