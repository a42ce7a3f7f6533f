"""A reply that streams survives a crash (J1): real processes, really killed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind, open_mind
from omoide.errors import InvalidInput, Postponed
from omoide.perceive import fault, redact
from tests.mind.world import Clock, at, mind_in

ROOT = Path(__file__).parents[2]
killable = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
# Writes pieces as fast as it can and says after each how many there were; `stalls` says nothing more after a few.
CHILD = """
import os, signal, sys, threading
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tests.mind.world import Clock, mind_in
from omoide.adapters.files.journals import FileJournal
from omoide.perceive import intake, streaming

home, how = Path(sys.argv[2]), sys.argv[3]
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
if how == "after the done record":
    streaming.take_in = die
if how == "before the deletion":
    FileJournal.close = die
with mind_in(home, journal={"seconds": 0.2}) as mind:
    with mind.stream("Tell me a tale.", session="s", trigger="chat", sender="me", origin="/work") as out:
        out.tool_start("search", "1", query="tale")
        out.tool_end("search", "1")
        out.tool_start("search", "2")
        for number in range(5 if how != "endless" else 10**9):
            out.write(f"piece {number} 雪。")
            print(number, flush=True)
        if how == "stalls":
            threading.Event().wait()
"""


@contextmanager
def child(home: Path, how: str) -> Iterator[subprocess.Popen[str]]:
    """Killed at the end, also when the test fails: some would go on for ever."""
    command = [sys.executable, "-c", CHILD, str(ROOT), str(home), how]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        try:
            yield process
        finally:
            process.kill()


def told(pieces: int) -> str:
    return "".join(f"piece {number} 雪。" for number in range(pieces))


def journals(home: Path) -> list[Path]:
    return sorted((home / "personas" / "aoi" / "people" / "me" / "journal").glob("*"))


def kept(mind: Mind) -> list[tuple[str, str, str, str]]:
    return [(turn.said, turn.replied, turn.session, turn.origin) for turn in mind.conversation()]


def logged(mind: Mind) -> list[tuple[str, str]]:
    return [(entry.event.label, entry.event.summary) for entry in mind.recent_events()]


@killable
@pytest.mark.parametrize("seed", range(5))
def test_killed_at_any_moment_a_reply_is_recovered_once(tmp_path: Path, seed: int) -> None:
    # J1: 500 characters at most, and the piece that was being written, are missing
    moment = random.Random(seed).randint(1, 600)
    with child(tmp_path, "endless") as writing:
        assert writing.stdout
        heard = next(int(line) for line in writing.stdout if int(line) >= moment) + 1
    with mind_in(tmp_path) as mind:
        (recovered,) = mind.recovered
        assert told(10**5).startswith(recovered.text)
        assert len(told(heard)) - len(recovered.text) <= 500 + len(told(1))
        assert (recovered.session, recovered.trigger, recovered.sender, recovered.complete) == (
            "s",
            "chat",
            "me",
            False,
        )
        assert [(call.tool, call.call, call.done) for call in recovered.tools] == [
            ("search", "1", True), ("search", "2", False),
        ]  # fmt: skip
        assert kept(mind) == [("Tell me a tale.", recovered.text, "s", "/work")]
        assert logged(mind) == [("MSG<", ""), ("MSG>", "interrupted")]
        assert journals(tmp_path) == []
    with mind_in(tmp_path) as mind:
        assert (mind.recovered, len(kept(mind)), len(logged(mind))) == ((), 1, 2)


@killable
def test_a_stream_that_stalls_is_on_disk_too(tmp_path: Path) -> None:
    # J1: by time, not only by length; and as long as the writer lives, nobody recovers it
    with child(tmp_path, "stalls"):
        wait_for_the_disk(tmp_path)
        with mind_in(tmp_path) as mind:
            assert (mind.recovered, kept(mind)) == ((), [])
        assert len(journals(tmp_path)) == 1
    with mind_in(tmp_path) as mind:
        assert [recovered.text for recovered in mind.recovered] == [told(5)]


def wait_for_the_disk(home: Path) -> None:
    until = time.monotonic() + 60
    while told(5) not in written(home) and time.monotonic() < until:
        time.sleep(0.02)


def written(home: Path) -> str:
    """By now; a line is not whole while it is being written."""
    lines = [line for path in journals(home) for line in path.read_text("utf-8", "replace").split("\n")]
    records = [json.loads(line) for line in lines if line.endswith("}")]
    return "".join(record.get("text", "") for record in records)


@killable
@pytest.mark.parametrize("how", ["after the done record", "before the deletion"])
def test_killed_between_the_steps_of_its_end_the_turn_is_there_once(tmp_path: Path, how: str) -> None:
    # J1: done record, turn, deletion
    with child(tmp_path, how) as writing:
        writing.wait(60)
    assert writing.returncode == -signal.SIGKILL
    assert len(journals(tmp_path)) == 1
    with mind_in(tmp_path) as mind:
        assert [(found.text, found.complete) for found in mind.recovered] == [(told(5), True)]
        assert kept(mind) == [("Tell me a tale.", told(5), "s", "/work")]
        assert logged(mind) == [("MSG<", ""), ("MSG>", "")]
    assert journals(tmp_path) == []


RECOVERER = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tests.mind.world import mind_in
from omoide.adapters.files.journals import FileOrphan
if sys.argv[3] == "dies":
    FileOrphan.delete = lambda self: os.kill(os.getpid(), signal.SIGKILL)
with mind_in(Path(sys.argv[2])) as mind:
    print(len(mind.recovered))
"""


@killable
def test_a_recovery_that_is_killed_and_two_at_once_add_one_turn(tmp_path: Path) -> None:
    # J1
    with child(tmp_path, "stalls"):
        wait_for_the_disk(tmp_path)

    def recoverer(how: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", RECOVERER, str(ROOT), str(tmp_path), how]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)

    first = recoverer("dies")
    first.communicate()
    assert first.returncode == -signal.SIGKILL
    both = [recoverer(""), recoverer("")]
    found = sorted(process.communicate()[0].strip() for process in both)
    assert found in (["0", "1"], ["1", "1"])  # one of them, or the second after the first had let go: never two turns
    with mind_in(tmp_path) as mind:
        assert (len(kept(mind)), len(logged(mind)), journals(tmp_path)) == (1, 2, [])


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    with mind_in(tmp_path, Clock(), journal={"characters": 10}) as opened:
        yield opened


def test_a_reply_that_is_said_to_its_end_leaves_its_turn_and_nothing_else(mind: Mind, tmp_path: Path) -> None:
    # J1, M2: tags are heard, and no part of the turn
    with mind.stream("Hello!", session="s") as out:
        out.write("Welcome back! ")
        assert len(journals(tmp_path)) == 1
        out.write('<persona_emotion category="joy" intensity="0.8"/>')
    assert out.perceived
    assert out.perceived.new
    assert kept(mind) == [("Hello!", "Welcome back!", "s", "")]
    assert [felt.emotion.category for felt in mind.mood()] == ["joy"]
    assert (journals(tmp_path), logged(mind)) == ([], [("MSG<", ""), ("MSG>", "")])


def break_off(mind: Mind, said: str, piece: str, error: Exception) -> None:
    with mind.stream(said, time=at("2026-01-18T17:00:00")) as out:
        out.write(piece)
        raise error


def test_what_was_heard_was_said_when_it_breaks_off(mind: Mind, tmp_path: Path) -> None:
    # J1, L1: the error of a model is logged, that of a program is not ours to tell
    gone = Postponed("the model has gone away: try again.", "モデルが応答しません。")
    for said, piece, error in (("Tell me.", "I was about", gone), ("Again.", "", ZeroDivisionError())):
        with pytest.raises(type(error)):
            break_off(mind, said, piece, error)
    assert [turn[:2] for turn in kept(mind)] == [("Tell me.", "I was about"), ("Again.", "")]
    assert logged(mind) == [("MSG<", ""), ("MSG>", "interrupted"), ("MSG<", ""), ("ERR", "")]
    assert journals(tmp_path) == []


def test_no_secret_reaches_the_disk_in_two_pieces(mind: Mind, tmp_path: Path) -> None:
    # E8
    with mind.stream("My password is hunter2xyz, keep it.") as out:
        for piece in (
            "Your key is sk-ant-abc",
            "defghijklmnop1234 and ",
            "your card 4111 1111 ",
            "1111 1111. ",
            "That is all. ",
        ):
            out.write(piece)
            raw = journals(tmp_path)[0].read_text("utf-8")
            assert not [part for part in ("sk-ant-abc", "4111", "hunter2") if part in raw]
        assert "your card [redacted: card number]. That is all. " in written(tmp_path)
    assert kept(mind)[0][1] == redact(
        "Your key is sk-ant-abcdefghijklmnop1234 and your card 4111 1111 1111 1111. That is all. "
    )


def test_what_must_not_be_remembered_has_no_journal(tmp_path: Path) -> None:
    # N2: paused, incognito, a command, a rule for what is said, for where, and for what comes late in a reply
    privacy = {"never": ["Tanaka"], "never_from": ["/secret"]}
    with mind_in(tmp_path, journal={"characters": 5}, privacy=privacy) as mind:
        ways: list[tuple[str, dict[str, Any]]] = [
            ("/clear", {}), ("Hello", {"incognito": True}), ("About Tanaka", {}), ("Hello", {"origin": "/secret/a"}),
        ]  # fmt: skip
        for said, options in ways:
            with mind.stream(said, **options) as out:
                out.write("A long enough reply.")
                assert journals(tmp_path) == []
        with mind.stream("Who came?") as out:
            out.write("It was somebody. ")
            assert len(journals(tmp_path)) == 1
            out.write("It was Tanaka. ")
            assert journals(tmp_path) == []
            out.write("And more. ")
        mind.pause()
        with mind.stream("Hello") as out:
            out.write("A long enough reply.")
            assert journals(tmp_path) == []
        assert kept(mind) == []
        assert list(mind.faculties.activity.days(mind.scope)) == []


def leave(home: Path, text: str, name: str = "20260118T090000000000-1-0") -> None:
    folder = home / "personas" / "aoi" / "people" / "me" / "journal"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


START = {"type": "start", "ts": "2026-01-18T17:00:00+09:00", "said": "Hello", "session": "s"}


@pytest.mark.parametrize(
    ("records", "turn"),
    [
        ([json.dumps(START), '{"type": "text", "text": "One. "}', '{"type": "te', '{"type": "text", "text": "Two."}'],
         ("Hello", "One. Two.")),
        (['{"type": "sta', '{"type": "text", "text": "Only this."}'], ("", "Only this.")),
        ([json.dumps(START | {"ts": "2099-01-01T00:00:00+09:00"})], ("Hello", "")),
        ([json.dumps(START | {"ts": "noon", "session": 5}), '{"type": "text", "text": 7}', "[]"], ("Hello", "")),
        (["nothing", "that can be read"], None),
    ],
)  # fmt: skip
def test_broken_lines_are_skipped(tmp_path: Path, records: list[str], turn: tuple[str, str] | None) -> None:
    # J1: whatever a crash leaves behind, the store opens
    leave(tmp_path, "\n".join(records))
    with mind_in(tmp_path) as mind:
        assert [(t.said, t.replied) for t in mind.conversation()] == ([turn] if turn else [])
        assert journals(tmp_path) == []


def test_a_pause_lets_a_journal_wait(tmp_path: Path) -> None:
    # N2: what was said before the pause is taken in after it; what was said in one never
    with mind_in(tmp_path, Clock()) as mind:
        mind.pause()
    leave(tmp_path, json.dumps(START))
    with mind_in(tmp_path, clock := Clock()) as mind:
        assert (kept(mind), len(journals(tmp_path))) == ([], 1)
        clock.forward(hours=1)
        mind.resume()
    leave(tmp_path, json.dumps(START | {"ts": "2026-01-18T18:30:00+09:00", "said": "In the pause"}), "in-the-pause")
    with mind_in(tmp_path, clock) as mind:
        assert [said for said, *_ in kept(mind)] == ["Hello"]
        assert journals(tmp_path) == []


def test_a_journal_that_cannot_be_written_never_ends_a_reply(tmp_path: Path) -> None:
    # J1: told by the doctor instead
    folder = tmp_path / "personas" / "aoi" / "people" / "me"
    folder.mkdir(parents=True)
    (folder / "journal").write_text("in the way")
    with mind_in(tmp_path) as mind:
        with mind.stream("Hello") as out:
            out.write("Welcome back.")
        assert [turn[:2] for turn in kept(mind)] == [("Hello", "Welcome back.")]
        assert "journal" in (fault(mind.faculties, "journal") or {})["en"]
        (folder / "journal").unlink()
        with mind.stream("Again", time=at("2026-01-18T17:00:00")) as out:
            out.write("Yes.")
        assert fault(mind.faculties, "journal") is None


@pytest.mark.skipif(sys.platform == "win32", reason="this system limits no file")
def test_a_disk_that_fills_up_leaves_what_was_heard_before(mind: Mind, tmp_path: Path) -> None:
    # J1: held, without a hole, until the turn is kept
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with mind.stream("Hello") as out:
        out.write("First it snowed. ")
        size = journals(tmp_path)[0].stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 5, before[1]))
        try:
            out.write("Then it was cold. ")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        out.write("Then came spring. ")
        assert written(tmp_path) == "First it snowed. "
        with mind_in(tmp_path) as another:
            assert another.recovered == ()
    assert kept(mind)[0][:2] == ("Hello", "First it snowed. Then it was cold. Then came spring. ")
    assert journals(tmp_path) == []


def test_a_time_that_lies_ahead_is_refused_before_anything_is_said(mind: Mind) -> None:
    # N3
    with pytest.raises(InvalidInput):
        mind.stream("Hello", time=datetime.fromisoformat("2099-01-01T00:00:00+09:00"))


def test_a_persona_does_not_find_what_another_was_saying(tmp_path: Path) -> None:
    # N6
    leave(tmp_path, json.dumps(START))
    with (
        open_mind(tmp_path, persona="mio", person="me") as other,
        open_mind(tmp_path, persona="aoi", person="ken") as ken,
    ):
        assert (other.recovered, ken.recovered) == ((), ())
    assert len(journals(tmp_path)) == 1
