"""Ends and starts of sessions: one worker, every turn once, and nothing lost when something is killed."""

# I1, E7, F7, X8

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from omoide import open_mind
from omoide.doors.hooks import inbox
from omoide.doors.hooks.inbox import Job
from omoide.doors.hooks.launching import sole_worker
from tests.mind.transcript import appended, replied, typed, written

from .session import PATIENCE, Session, turns


def remembered(home: Path) -> list[str]:
    """What was said in every turn that became a memory, as often as it did."""
    with open_mind(home) as mind:
        return sorted(turn.said for memory in mind.list() for turn in mind.turns_of(memory))


def wait_until(done: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_working(home: Path) -> bool:
    with sole_worker(home) as free:
        return not free


def test_a_session_that_ends_is_remembered_soon(session: Session) -> None:
    session.say("My cat is called Mike.", "犬の名前はポチです。")
    assert session.hook("session-end", reason="prompt_input_exit", hook_event_name="SessionEnd") == ""
    session.settle()
    assert remembered(session.home) == ["My cat is called Mike.", "犬の名前はポチです。"]
    assert (list((session.home / "inbox").iterdir()), session.problems()) == ([], [])
    with open_mind(session.home) as mind:
        assert {(memory.session, memory.origin) for memory in mind.list()} == {("session-1", "/home/me/garden")}


def test_persona_and_person_go_with_the_job(session: Session) -> None:
    # N6: the worker may have been started by a session of somebody else
    session.say("My cat is called Mike.")
    session.environment |= {"OMOIDE_PERSONA": "aoi", "OMOIDE_PERSON": "ken"}
    session.hook("session-end", reason="other")
    session.settle()
    with open_mind(session.home, persona="aoi", person="ken") as mind:
        assert mind.counts().total == 1
    assert remembered(session.home) == []


def test_the_hook_does_not_wait_for_the_worker_nor_does_it_hold_its_pipes(session: Session) -> None:
    session.say("My cat is called Mike.")
    with open_mind(session.home), closing(sqlite3.connect(session.home / "omoide.db")) as other:
        other.execute("BEGIN IMMEDIATE")  # the worker cannot end while this is held
        assert session.hook("session-end", reason="other") == ""  # reads its pipes until nobody holds them
        wait_until(lambda: list((session.home / "inbox").glob(f"*{inbox.TAKEN}")))
        assert is_working(session.home)
        other.rollback()
    session.settle()
    assert remembered(session.home) == ["My cat is called Mike."]


def test_a_hundred_sessions_at_once_leave_one_worker_and_every_turn_once(session: Session) -> None:
    children = []
    for n in range(100):
        own = Session(session.home, session.project, f"session-{n}")
        own.say(f"Lighthouse {n} was painted.")
        children.append(child := own.start("session-end"))
        assert child.stdin
        child.stdin.write(json.dumps(own.event(reason="other")).encode())
        child.stdin.close()
    for child in children:
        assert (child.wait(PATIENCE), child.stdout.read(), child.stderr.read()) == (0, b"", b"")  # type: ignore[union-attr]
    session.settle()
    assert remembered(session.home) == sorted(f"Lighthouse {n} was painted." for n in range(100))
    wait_until(lambda: not workers(session.home))  # the last one has let go, and ends
    assert session.problems() == []


def workers(home: Path) -> list[str]:
    """Processes that work for this home; only Linux tells."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes()
        except OSError:
            continue
        if b"omoide.doors.hooks.worker" in command and str(home).encode() in command:
            found.append(path.parent.name)
    return found


def test_a_second_worker_leaves_at_once(session: Session) -> None:
    inbox.drop(session.home, "a", Job(str(session.transcript)))
    with sole_worker(session.home) as free:
        assert free
        command = [sys.executable, "-m", "omoide.doors.hooks.worker", str(session.home)]
        assert subprocess.run(command, timeout=PATIENCE, check=True).returncode == 0
        assert not inbox.is_empty(session.home)
        assert session.hook("session-end", reason="other") == ""  # starts none: whoever holds the lock looks again
    inbox_files = sorted(path.name.rpartition("-")[0] for path in (session.home / "inbox").iterdir())
    assert inbox_files == ["a", "session-1-other"]
    session.hook("session-start", source="startup")
    session.settle()


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks into /proc")
def test_whoever_only_looks_keeps_no_worker_away(session: Session) -> None:
    # X8: to see whether a worker is there its lock is held for an instant, perhaps just when one starts
    session.say("My cat is called Mike.")
    inbox.drop(session.home, "a", Job(str(session.transcript), over=True))
    command = [sys.executable, "-m", "omoide.doors.hooks.worker", str(session.home)]
    with sole_worker(session.home) as free:
        assert free
        started = subprocess.Popen(command)
        lock = str(session.home / "locks" / "worker.lock")
        wait_until(lambda: lock in {os.path.realpath(one) for one in Path(f"/proc/{started.pid}/fd").iterdir()})
    assert started.wait(PATIENCE) == 0
    assert remembered(session.home) == ["My cat is called Mike."]


def test_what_is_dropped_while_a_worker_leaves_is_not_left_lying(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the last look into the inbox comes after the lock was let go
    from omoide.doors.hooks import worker

    session.say("My cat is called Mike.")
    looks: list[bool] = []
    really_empty = inbox.is_empty

    def late_arrival(home: Path) -> bool:
        """A hook that came after the last job was taken, and before the lock was free."""
        if not looks:
            inbox.drop(home, "late", Job(str(session.transcript), over=True))
        looks.append(is_working(home))
        return really_empty(home)

    monkeypatch.setattr(inbox, "is_empty", late_arrival)
    worker.main(session.home)
    assert looks == [False, False]  # nobody held the lock when it looked
    monkeypatch.undo()
    assert remembered(session.home) == ["My cat is called Mike."]


def test_what_lay_aside_does_not_take_the_place_of_what_a_hook_leaves_meanwhile(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sweep(live: str) -> Job:
        return Job(str(session.project), sweep=True, live=live)

    inbox.drop(session.home, "sweep", sweep("yesterday"))
    taken, _ = next(inbox.take(session.home))
    inbox.lay_aside(taken)
    really_rename = Path.rename

    def a_hook_comes(self: Path, target: Path) -> Path:
        inbox.drop(session.home, "sweep", sweep("now"))
        return really_rename(self, target)

    monkeypatch.setattr(Path, "rename", a_hook_comes)
    inbox.bring_back(session.home)
    jobs = []
    for file, job in inbox.take(session.home):
        jobs.append(job)
        inbox.done(file)
    assert jobs == [sweep("now")]
    assert inbox.waiting(session.home) == []


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGKILL")
def test_a_killed_worker_loses_nothing(session: Session) -> None:
    session.say("My cat is called Mike.")
    with open_mind(session.home), closing(sqlite3.connect(session.home / "omoide.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        session.hook("session-end", reason="other")
        wait_until(lambda: list((session.home / "inbox").glob(f"*{inbox.TAKEN}")))
        (number,) = workers(session.home)
        os.kill(int(number), signal.SIGKILL)
        wait_until(lambda: not workers(session.home))
        other.rollback()
    assert remembered(session.home) == []
    Session(session.home, session.project.parent / "elsewhere", "session-2").hook("session-start", source="startup")
    session.settle()
    assert remembered(session.home) == ["My cat is called Mike."]


def test_a_killed_client_is_caught_up_with_at_the_next_start(session: Session) -> None:
    killed = Session(session.home, session.project, "killed")
    killed.say("My cat is called Mike.")  # no session-end ever came
    old = Session(session.home, session.project, "old")
    os.utime(written(old.transcript, turns("old", "My dog is called Pochi.")[:1]), (time.time() - 7_200,) * 2)
    now = Session(session.home, session.project, "now")
    os.utime(written(now.transcript, turns("now", "I have a bird.", "And a fish.")[:3]), (time.time() - 7_200,) * 2)
    assert now.hook("session-start", source="resume", hook_event_name="SessionStart") == ""
    session.settle()
    # the last turn of the one that goes on waits for its answer, however long it lay
    assert remembered(session.home) == ["I have a bird.", "My cat is called Mike.", "My dog is called Pochi."]
    appended(now.transcript, replied("now-a1", "Blub.", sessionId="now"))
    now.hook("session-end", reason="other")
    session.settle()
    assert len(remembered(session.home)) == 4
    with open_mind(session.home) as mind:
        assert [turn.replied for m in mind.list() for turn in mind.turns_of(m) if turn.said == "And a fish."] == [
            "Blub."
        ]


def test_before_a_session_is_summed_up_it_is_remembered_and_goes_on(session: Session) -> None:
    lines = turns("session-1", "My cat is called Mike.", "My dog is called Pochi.")
    written(session.transcript, lines[:3])
    assert session.hook("pre-compact", trigger="auto", hook_event_name="PreCompact") == ""
    session.settle()
    assert remembered(session.home) == ["My cat is called Mike."]
    summary = typed("s", "This session is being continued", isCompactSummary=True)
    appended(session.transcript, {"type": "system", "subtype": "compact_boundary", "uuid": "b"}, summary, lines[3])
    session.hook("session-start", source="compact")
    session.hook("session-end", reason="other")
    session.settle()
    assert remembered(session.home) == ["My cat is called Mike.", "My dog is called Pochi."]


def test_clearing_ends_one_session_and_begins_another(session: Session) -> None:
    session.say("My cat is called Mike.")
    session.hook("session-end", reason="clear")
    after = Session(session.home, session.project, "session-2")
    after.hook("session-start", source="clear")
    after.say("My dog is called Pochi.")
    after.hook("session-end", reason="other")
    after.hook("session-end", reason="other")
    session.settle()
    assert remembered(session.home) == ["My cat is called Mike.", "My dog is called Pochi."]


def test_a_missed_night_is_lived_by_the_worker(session: Session) -> None:
    # F7: never in the hook, which is long gone
    with open_mind(session.home) as mind:
        long_ago = mind.faculties.clock.now() - timedelta(days=40)
        mind.remember("My cat is called Mike.", "Oh!", time=long_ago)
        assert mind.night_missed()
    session.hook("session-start", source="startup")
    session.settle()
    with open_mind(session.home) as mind:
        assert (mind.night_missed(), mind.list()[0].retention < mind.list()[0].intensity) == (False, True)


def test_during_a_pause_sessions_wait(session: Session) -> None:
    # N2: what was said before the pause is remembered after it
    session.say("My cat is called Mike.")
    with open_mind(session.home) as mind:
        mind.pause()
    session.hook("session-end", reason="other")
    session.settle()
    assert (remembered(session.home), len(inbox.waiting(session.home)), session.problems()) == ([], 1, [])
    with open_mind(session.home) as mind:
        mind.resume()
    Session(session.home, session.project.parent / "elsewhere", "session-2").hook("session-start", source="startup")
    session.settle()
    assert remembered(session.home) == ["My cat is called Mike."]


def test_a_turn_that_failed_before_is_tried_again(session: Session) -> None:
    # E7
    with open_mind(session.home) as mind:
        turn = mind.perceive("My cat is called Mike.", "Oh!").turn
        assert turn
        mind.faculties.store.turns.settle([turn.key], "failed", "the model was away", turn.scope)
    session.hook("session-start", source="startup")
    session.settle()
    assert remembered(session.home) == ["My cat is called Mike."]


def test_a_session_in_which_nothing_was_said_is_no_problem(session: Session) -> None:
    session.hook("session-start", source="startup")
    session.hook("session-end", reason="other")
    session.settle()
    assert (remembered(session.home), inbox.waiting(session.home), session.problems()) == ([], [], [])
