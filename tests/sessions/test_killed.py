"""The end of a session that is killed, or that two processes bring about at once: one note, and all that follows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from omoide import Mind, knowing
from omoide.domain.learned import ProcedureFacts
from omoide.domain.task import Task
from tests.mind.world import Clock, mind_in
from tests.sessions.notetaker import Notetaker
from tests.sessions.test_around import procedure
from tests.sessions.test_ending import DAY, say

ROOT = Path(__file__).parents[2]
PLACES = [
    "after the answer",
    "in the transaction",
    "before the page",
    "before the registry",
    "before the log",
    "before the mark",
    "",
]
CHILD = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from omoide.adapters.sql import notes, resolutions
from omoide.adapters.files import pages
from tests.mind.world import Clock, at, mind_in
from tests.sessions.notetaker import Notetaker

place = sys.argv[2]
def die_at(name, room, method, before=True):
    if place != name:
        return
    real = getattr(room, method)
    def dying(*given, **named):
        if not before:
            real(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)
    setattr(room, method, dying)
die_at("after the answer", notes.SqlNotes, "add")
die_at("in the transaction", notes.SqlNotes, "fold", before=False)
die_at("before the page", pages.FilePages, "write")
die_at("before the registry", resolutions.SqlResolutions, "add")
die_at("before the log", resolutions.SqlResolutions, "add", before=False)
die_at("before the mark", notes.SqlNotes, "carried_out")
class Waiting(Notetaker):
    def _change(self, question, answer):
        answer = super()._change(question, answer)
        if place == "" and type(question).__name__ == "SessionNote":
            print("answered", flush=True)
            sys.stdin.readline()
        return answer
thinker = Waiting(resolved=["the leak"], tasks=["Call Mika"], outcomes=[("repair", "success")])
with mind_in(Path(sys.argv[1]), Clock(at("2026-01-18T18:05:00")), thinker) as mind:
    print(mind.end_session("s").notes)
"""


def ending(home: Path, place: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(home), place, str(ROOT)], env=os.environ, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def lived_in(home: Path, clock: Clock) -> None:
    with mind_in(home, clock) as mind:
        knowing.write_learned(mind.faculties, mind.settings, procedure("repair"), clock.now(), action="written")
        knowing.note_injected(mind.faculties, "s", ["repair"], clock.now())
        say(mind, clock, "one", "two")


def successes(mind: Mind) -> int:
    [item] = knowing.learned(mind.faculties, "procedure")
    assert isinstance(item.facts, ProcedureFacts)
    return item.facts.success_count


def noted(home: Path) -> list[tuple[str, bool]]:
    with mind_in(home, Clock()) as mind:
        return [(note.text, note.carried_out) for note in mind.notes()]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("place", PLACES[:-1])
def test_a_killed_end_is_brought_to_its_end_and_nothing_happens_twice(tmp_path: Path, place: str) -> None:
    # W6, W7, L4, X8: a real SIGKILL, then the same end again
    clock = Clock()
    lived_in(tmp_path, clock)
    killed = ending(tmp_path, place)
    killed.communicate(timeout=60)
    assert killed.returncode == -signal.SIGKILL
    decided = place not in PLACES[:2]
    assert noted(tmp_path) == ([("Noted: one; two", False)] if decided else [])
    clock.set("2026-01-18T18:06:00")
    thinker = Notetaker(resolved=["the leak"], tasks=["Call Mika"], outcomes=[("repair", "success")])
    with mind_in(tmp_path, clock, thinker) as mind:
        assert mind.end_session("s").notes == (not decided)
        assert noted(tmp_path) == [("Noted: one; two", True)]
        assert (mind.tasks().open, mind.tasks().resolved) == (
            (Task("Call Mika", DAY),), (Task("the leak", None, DAY, done=True),),
        )  # fmt: skip
        assert [one.matter for one in mind.faculties.store.resolutions.recent("me")] == ["the leak"]
        events = [event.content for _, event in mind.faculties.activity.on(mind.scope, DAY)]
        assert events.count("the leak") == 1
        assert len(mind.list()) == 2
        assert successes(mind) == 1


def test_two_processes_that_end_a_session_at_once_take_one_note(tmp_path: Path) -> None:
    # W6, X8: both have their answer before either may write
    clock = Clock()
    lived_in(tmp_path, clock)
    both = [ending(tmp_path, "") for _ in range(2)]
    for process in both:
        assert process.stdout
        assert process.stdout.readline() == "answered\n"
    for process in both:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate(timeout=60)[0].strip() for process in both]
    assert sorted(told) == ["0", "1"]
    assert [process.returncode for process in both] == [0, 0]
    assert noted(tmp_path) == [("Noted: one; two", True)]
    with mind_in(tmp_path, clock) as mind:
        assert [task.text for task in mind.tasks().open] == ["Call Mika"]
        assert (len(mind.list()), successes(mind)) == (2, 1)
