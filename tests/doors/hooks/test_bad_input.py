"""Whatever a hook is handed and whatever state the home is in: the session goes on, and the doctor tells."""

# I1, X8

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from omoide import open_mind
from omoide.doctor import examine
from omoide.doors.hooks import inbox
from omoide.doors.hooks.commands import NAMES
from omoide.doors.hooks.diagnosis import examine_hooks
from omoide.doors.hooks.events import _read_aside, read_event
from omoide.doors.hooks.launching import sole_worker
from omoide.doors.hooks.log import MOST_BYTES, Log, spare_path
from omoide.errors import InvalidInput, StoreDamaged
from tests.mind.transcript import typed, written

from .session import PATIENCE, PROGRAM, Session

SECRET = "swordfish-in-the-prompt"


def doctor(session: Session, language: str = "en") -> list[tuple[str, str, str]]:
    """What the doctor says about the hooks."""
    return [(f.severity, f.what, f.ja if language == "ja" else f.en) for f in examine_hooks(session.home)]


NONSENSE: dict[str, bytes] = {
    "empty": b"",
    "no JSON": b"hello " + SECRET.encode(),
    "cut": b'{"prompt": "' + SECRET.encode(),
    "no object": b"[1, 2, 3]",
    "no UTF-8": b'{"prompt": "\xff\xfe"}',
    "too deep": b'{"prompt":' + b"[" * 100_000,
}


# The two kinds of hooks: one that answers, and those that leave work behind, which share their way.
KINDS = ("user-prompt-submit", "session-end")


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("stdin", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_on_stdin_is_told_by_the_doctor(session: Session, name: str, stdin: bytes) -> None:
    with open_mind(session.home):
        pass
    assert session.hook(name, stdin) == ""
    assert session.problems() == [(name, "InvalidInput")]
    assert SECRET not in Log(session.home).path.read_text(encoding="utf-8")
    ((severity, what, text),) = doctor(session)
    assert (severity, what, "install the hooks again" in text) == ("warning", f"hook {name}", True)
    ((_, _, text),) = doctor(session, "ja")
    assert "フックを入れ直してください" in text


@pytest.mark.parametrize("name", ["session-start", "pre-compact"])
def test_all_hooks_have_the_same_edge(session: Session, name: str) -> None:
    assert session.hook(name, b"") == ""
    assert session.problems() == [(name, "InvalidInput")]


@pytest.mark.skipif(sys.platform == "win32", reason="closes a file between fork and exec")
@pytest.mark.parametrize("name", KINDS)
def test_a_closed_stdin_is_told_in_words(session: Session, name: str) -> None:
    with open_mind(session.home):
        pass
    with session.start(name, stdin=None, preexec_fn=lambda: os.close(0)) as child:
        out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, out, err) == (0, b"", b"")
    assert session.problems() == [(name, "InvalidInput")]


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """A stdin that somebody holds open."""
    reading, writing = os.pipe()
    yield reading, writing
    os.close(writing)  # first: it ends whoever still reads
    os.close(reading)


@pytest.mark.parametrize("written", [b"", b'{"prompt": "half an event', b'{"prompt": {}'])
def test_a_stdin_that_stays_open_is_not_waited_for(pipe: tuple[int, int], written: bytes) -> None:
    os.write(pipe[1], written)
    with pytest.raises(InvalidInput, match="stdin stayed open"):
        read_event(pipe[0], patience=0)


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_an_event_is_whole_though_stdin_stays_open(pipe: tuple[int, int], end: bytes) -> None:
    os.write(pipe[1], b'{"prompt": "{}"}' + end)
    assert read_event(pipe[0], patience=PATIENCE) == {"prompt": "{}"}


def test_where_only_a_thread_can_wait_it_is_the_same(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], b"{}")
    assert _read_aside(pipe[0], PATIENCE) == b"{}"
    with pytest.raises(TimeoutError):
        _read_aside(pipe[0], 0)
    with pytest.raises(OSError, match="descriptor"):
        _read_aside(-1, PATIENCE)


def test_no_hook_waits_for_a_client_that_neither_writes_nor_closes(session: Session) -> None:
    with open_mind(session.home):
        pass
    with ExitStack() as open_pipes:
        children = [open_pipes.enter_context(session.start(name)) for name in NAMES]
        assert [child.wait(PATIENCE) for child in children] == [0] * len(NAMES)  # all their stdins are still open
        told = [pipe.read() for child in children for pipe in (child.stdout, child.stderr) if pipe]
    assert b"".join(told) == b""
    assert sorted(session.problems()) == sorted((name, "InvalidInput") for name in NAMES)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a user's folders apart by itself")
@pytest.mark.parametrize("stdin", [b"", None], ids=["a problem", "a session"])
def test_a_home_that_a_hook_makes_is_nobody_elses_business(session: Session, stdin: bytes | None) -> None:
    session.hook("session-end", stdin)
    assert session.home.stat().st_mode & 0o077 == 0


def test_the_doctor_is_a_command(session: Session) -> None:
    session.hook("session-end", b"")
    command = [*PROGRAM, "doctor", "--json", "--lang", "ja", "--home", str(session.home)]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE)
    (found,) = [f for f in json.loads(done.stdout)["findings"] if f["what"].startswith("hook")]
    assert (done.returncode, found["what"], "入れ直して" in found["text"]) == (0, "hook session-end", True)


FIELDS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "null": {"prompt": None, "session_id": None, "transcript_path": None, "cwd": None, "reason": None},
    "numbers": {"prompt": 1, "session_id": 2, "transcript_path": 3, "cwd": 4, "reason": 5},
    "lists": {"prompt": ["x"], "session_id": {}, "transcript_path": [], "cwd": {}, "reason": []},
    "odd paths": {"prompt": "x\x00", "session_id": "../../x", "transcript_path": "a\x00b", "reason": "\ud800/../.."},
    "no absolute path": {"transcript_path": "a.jsonl"},
}


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("event", FIELDS.values(), ids=FIELDS)
def test_missing_and_odd_fields_break_nothing(session: Session, name: str, event: dict[str, Any]) -> None:
    with open_mind(session.home):
        pass
    assert session.hook(name, json.dumps(event).encode()) == ""
    expected = [] if name == "user-prompt-submit" else [(name, "InvalidInput")]
    assert (session.problems(), list(session.home.glob("inbox/*"))) == (expected, [])


def test_any_session_id_names_a_file_in_the_inbox(session: Session) -> None:
    session.say("My cat is called Mike.")
    ids = ["../../../outside", "a/b", "", "猫", "犬", "x" * 5_000, "nul\x00", "\ud800", "CON"]
    with sole_worker(session.home):  # so that nothing is taken out while we count
        for name in ids:
            session.hook("session-end", json.dumps(session.event(session_id=name, reason="../..")).encode())
        assert len(inbox.waiting(session.home)) == len(ids)
    session.hook("pre-compact")
    session.settle()
    with open_mind(session.home) as mind:
        assert mind.counts().total == 1
    assert sorted(path.name for path in session.home.parent.iterdir()) == ["home", "projects", "tmp"]


TRANSCRIPTS = {
    "folder": lambda path: path.mkdir(parents=True),
    "not UTF-8": lambda path: written(path, [b"\xff\xfe\x00\n" * 50, typed("u", "My cat is called Mike.")]),
    "huge line": lambda path: written(path, [b"x" * 40_000_000 + b"\n", typed("u", "My cat is called Mike.")]),
}


@pytest.mark.parametrize("kind", TRANSCRIPTS)
def test_a_transcript_that_cannot_be_read_whole_is_told_once(session: Session, kind: str) -> None:
    TRANSCRIPTS[kind](session.transcript)
    session.hook("session-end", reason="other")
    session.settle()
    assert (session.problems(), inbox.waiting(session.home)) == ([("worker", "InvalidInput")], [])
    ((severity, what, text),) = doctor(session)
    assert (severity, what) == ("warning", "hook worker")
    assert ("cannot be read" in text) or ("could not be read" in text)
    with open_mind(session.home) as mind:
        assert mind.counts().total == (kind != "folder")
    elsewhere = Session(session.home, session.project.parent / "elsewhere", "session-2")
    elsewhere.hook(
        "session-start", source="startup"
    )  # the next worker finds nothing wrong: an old problem does not nag
    session.settle()
    assert [severity for severity, _, _ in doctor(session)] == ["ok"]


def test_a_store_of_a_newer_program_is_left_alone_and_the_session_waits(session: Session) -> None:
    with open_mind(session.home):
        pass
    newer = "INSERT INTO migrations VALUES (999, 'from the future', 0)"
    with closing(sqlite3.connect(session.home / "omoide.db")) as database:
        database.execute(newer)
        database.commit()
    session.say("My cat is called Mike.")
    assert session.ask("My cat?") == ""
    session.hook("session-end", reason="other")
    session.settle()
    assert session.problems() == [("user-prompt-submit", "Refused"), ("worker", "Refused")]
    told = doctor(session)
    assert [what for _, what, _ in told] == ["hook user-prompt-submit", "hook worker"]
    assert all("upgrade omoide" in text for _, _, text in told)
    with closing(sqlite3.connect(session.home / "omoide.db")) as database:
        database.execute("DELETE FROM migrations WHERE number = 999")
        database.commit()
    session.hook("session-start", source="startup")
    session.settle()
    with open_mind(session.home) as mind:
        assert (mind.counts().total, inbox.waiting(session.home)) == (1, [])
    assert "worker" not in dict(session.problems())


def test_a_damaged_store_and_wrong_settings_are_told(session: Session) -> None:
    session.home.mkdir()
    (session.home / "omoide.db").write_bytes(b"no database at all " * 1_000)
    assert session.ask("My cat?") == ""
    assert session.problems() == [("user-prompt-submit", "StoreDamaged")]
    (session.home / "omoide.db").unlink()
    with open_mind(session.home):
        pass
    (session.home / "settings.toml").write_text("[recall]\ntop_k = 'many'\n", encoding="utf-8")
    assert session.ask("My cat?") == ""
    assert session.problems() == [("user-prompt-submit", "InvalidSettings")]
    (session.home / "settings.toml").write_text("[recall\n", encoding="utf-8")
    assert session.ask("My cat?") == ""
    assert session.problems() == [("user-prompt-submit", "InvalidSettings")]


def test_a_home_that_cannot_be_written_leaves_its_problems_elsewhere(session: Session) -> None:
    session.home.write_text("a file where a folder should be", encoding="utf-8")
    session.say("My cat is called Mike.")
    for name in NAMES:
        assert session.hook(name, prompt="My cat?") == ""
    assert {hook for hook, _ in session.problems()} == set(NAMES) - {"user-prompt-submit"}
    assert spare_path().is_relative_to(session.home.parent / "tmp")
    told = doctor(session)
    assert {what for _, what, _ in told} == {f"hook {name}" for name in NAMES[1:]}
    assert all("choose another with OMOIDE_HOME" in text for _, _, text in told)
    assert all("OMOIDE_HOME で別の場所を選んでください" in text for _, _, text in doctor(session, "ja"))
    assert next(f.severity for f in examine(session.home) if f.what == "home") == "error"
    session.home.unlink()
    session.hook("session-start", source="startup")  # and what was lost is caught up with
    session.settle()
    other = Session(session.home, session.project, "session-2")
    other.hook("session-start", source="startup")
    session.settle()
    with open_mind(session.home) as mind:
        assert mind.counts().total == 1


@pytest.mark.skipif(sys.platform == "win32", reason="sets a limit of the system")
@pytest.mark.parametrize("name", KINDS)
def test_a_disk_that_takes_nothing_breaks_no_session(session: Session, name: str) -> None:
    with open_mind(session.home) as mind:
        mind.remember("My cat is called Mike.", "Oh!")
    session.say("My dog is called Pochi.")
    import resource  # here: Windows has none

    full = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # noqa: E731
    with session.start(name, preexec_fn=full) as child:
        out, err = child.communicate(json.dumps(session.event(prompt="My cat Mike?")).encode(), timeout=PATIENCE)
    assert (child.returncode, err) == (0, b"")
    assert (b"Mike" in out) == (name == "user-prompt-submit")  # O7: what was kept still comes to mind
    session.hook("session-start", source="startup")  # with room again, nothing is missing
    session.hook("session-end", reason="other")
    session.settle()
    with open_mind(session.home) as mind:
        assert mind.counts().total == 2


def test_an_unknown_hook_does_not_block_what_called_it(session: Session) -> None:
    with session.start("to-be-invented") as child:
        out, err = child.communicate(b"{}", timeout=PATIENCE)
    assert (child.returncode, out, err.count(b"\n")) == (1, b"", 1)  # 2 would block


# ---------------------------------------------------------------- the log


def test_the_log_stays_small_and_keeps_what_is_newest(tmp_path: Path) -> None:
    log = Log(tmp_path)
    for n in range(2_000):
        log.problem("worker", StoreDamaged(f"problem {n} " + "x" * 300))
    assert MOST_BYTES / 4 < log.path.stat().st_size < MOST_BYTES + 1_000
    assert log.lines()[-1]["en"].startswith("problem 1999")
    assert [path.name for path in log.path.parent.iterdir()] == ["hooks.log"]


def test_words_of_a_foreign_error_are_not_kept(tmp_path: Path) -> None:
    try:
        raise ValueError(SECRET)
    except ValueError as error:
        Log(tmp_path).problem("worker", error)
    (line,) = Log(tmp_path).lines()
    assert (line["what"], SECRET in json.dumps(line), "test_bad_input.py:" in line["en"]) == ("ValueError", False, True)


def test_prompts_that_are_late_now_and_then_are_no_news(session: Session) -> None:
    log = Log(session.home)
    for count, severity in [(4, "ok"), (1, "warning")]:
        for _ in range(count):
            log.late("user-prompt-submit", 400)
        assert [found for found, _, _ in doctor(session)][-1] == severity


def test_a_problem_of_last_month_is_no_news(session: Session) -> None:
    log = Log(session.home)
    log.problem("worker", StoreDamaged("the disk is full"))
    assert [what for _, what, _ in doctor(session)][-1] == "hook worker"
    text = log.path.read_text(encoding="utf-8")
    year = text.partition('"at": "')[2][:4]
    log.path.write_text(text.replace(f'"at": "{year}', f'"at": "{int(year) - 1}'), encoding="utf-8")
    assert doctor(session)[-1][:2] == ("ok", "hooks")


def test_what_waits_for_long_is_told(session: Session) -> None:
    inbox.drop(session.home, "a", inbox.Job(str(session.transcript)))
    assert doctor(session)[-1][1] == "hooks"
    (job,) = inbox.waiting(session.home)
    os.utime(job, (time.time() - 3_600,) * 2)
    assert doctor(session)[-1][:2] == ("warning", "inbox")
    inbox.done(job)
