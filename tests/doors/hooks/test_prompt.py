"""The prompt hook: what comes to mind, within limits, and nothing marked that was not shown."""

# I1, R3, R4, R14

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from omoide import Mind, open_mind
from omoide.doors.hooks.prompting import answer
from omoide.errors import OmoideError
from tests.mind.world import machine_clock
from tests.servers.disks import ReadOnly

from .session import GENEROUS, PATIENCE, PROGRAM, Session


@pytest.fixture
def home(session: Session) -> Path:
    with open_mind(session.home) as mind:
        mind.remember("My cat Mike loves tuna.", "How lovely!")
        mind.remember("うちの犬のポチは雷が苦手です。", "そうなんですね。")
    return session.home


def marked(home: Path) -> list[str]:
    """What will be strengthened in the coming night."""
    with open_mind(home) as mind:
        return [turn.said for memory in mind.list() if memory.recalled_for for turn in mind.turns_of(memory)]


@contextmanager
def locked(home: Path, how: str = "IMMEDIATE") -> Iterator[None]:
    """Another process that holds the store, until the end of the block."""
    code = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute(f'BEGIN {sys.argv[2]}'); print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(home / "omoide.db"), how]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        try:
            yield
        finally:
            other.communicate("")


def test_what_comes_to_mind_is_handed_over_and_marked(session: Session, home: Path) -> None:
    text = session.ask("What does my cat Mike love?")
    assert text.splitlines()[0] == "<memories>"
    assert text.splitlines()[-1] == "</memories>"
    assert "tuna" in text
    assert (marked(home), session.problems()) == (["My cat Mike loves tuna."], [])


@pytest.mark.parametrize("locale", ["C", "ja_JP.SJIS", "POSIX"])
def test_japanese_goes_through_whatever_the_locale(session: Session, home: Path, locale: str) -> None:
    session.environment |= {
        "LC_ALL": locale,
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
    }
    assert "うちの犬のポチは雷が苦手です" in session.ask("犬のポチは雷が苦手だっけ？")


@pytest.mark.parametrize(
    "prompt",
    [
        "Explain quantum chromodynamics", "/cats and Mike", "/omoide:recall my cat Mike", "  /cat Mike",
        "<command-message>What does my cat Mike love?</command-message>", "", " \n", "/",
    ],
)  # fmt: skip
def test_nothing_at_all_is_printed_when_there_is_nothing_to_say(session: Session, home: Path, prompt: str) -> None:
    # E3: a command is not recalled for
    assert session.hook("user-prompt-submit", prompt=prompt) == ""
    assert (marked(home), session.problems()) == ([], [])


def test_a_paused_mind_brings_nothing_up(session: Session, home: Path) -> None:
    # N2
    with open_mind(home) as mind:
        mind.pause()
    assert session.ask("What does my cat Mike love?") == ""
    assert marked(home) == []


def test_a_home_that_is_not_there_is_not_made(session: Session) -> None:
    assert session.hook("user-prompt-submit", prompt="My cat?") == ""
    assert not session.home.exists()


def test_what_the_worker_starts_is_left_alone(session: Session, home: Path) -> None:
    session.environment |= {"OMOIDE_WORKER": "1"}
    assert session.hook("user-prompt-submit", prompt="What does my cat Mike love?") == ""
    session.say("Hello")
    for name in ("session-start", "session-end", "pre-compact"):
        assert session.hook(name) == ""
    assert not (home / "inbox").exists()


def test_persona_and_person_are_those_of_the_call(session: Session, home: Path) -> None:
    # N6
    with open_mind(home, persona="aoi", person="ken") as mind:
        mind.remember("My cat Mike hates baths.", "Poor Mike.")
    event = json.dumps(session.event(prompt="What about my cat Mike?")).encode()
    for options, told in [
        (["--persona", "aoi", "--person=ken"], ["baths"]), (["--persona", "aoi"], []), ([], ["tuna"]),
        (["--home", str(home), "--no-such-option"], ["tuna"]),
    ]:  # fmt: skip
        with session.start("user-prompt-submit", *options) as child:
            out, _ = child.communicate(event, timeout=60)
        assert [word for word in ("tuna", "baths") if word in out.decode()] == told
    session.environment |= {"OMOIDE_PERSONA": "aoi", "OMOIDE_PERSON": "ken"}
    assert "baths" in session.ask("What about my cat Mike?")


def test_options_may_stand_before_the_command(session: Session, home: Path) -> None:
    event = json.dumps(session.event(prompt="What does my cat Mike love?")).encode()
    command = [*PROGRAM, "--home", str(home), "hook", "user-prompt-submit"]
    done = subprocess.run(command, input=event, capture_output=True, timeout=60, env={**os.environ, **GENEROUS})
    assert (done.returncode, b"tuna" in done.stdout, done.stderr) == (0, True, b"")


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize("setting", [6000, 100_000])
def test_the_client_is_never_handed_more_than_it_shows(session: Session, setting: int) -> None:
    session.environment |= {
        "OMOIDE_RECALL__BLOCK_CHARACTERS": str(setting), "OMOIDE_RECALL__TOP_K": "60",
    }  # fmt: skip
    with open_mind(session.home) as mind:
        for n in range(60):
            mind.remember(f"The lighthouse 🗼 number {n} " + "𠮷🐈" * 90, "🎉" * 100)
    text = session.ask("Which lighthouse 🗼 number?")
    assert 0.8 * min(setting, 8_900) < len(text.encode("utf-16-le")) // 2 <= min(setting, 8_900)
    shown = [line for line in text.splitlines() if line.startswith("- ")]
    # what found no room was not recalled; linked ones need no mark
    assert 0 < len(marked(session.home)) <= len(shown) < 60


def test_past_the_deadline_the_prompt_goes_on_and_nothing_is_marked(session: Session, home: Path) -> None:
    session.environment |= {"OMOIDE_HOOKS__DEADLINE_MS": "1"}
    assert session.ask("What does my cat Mike love?") == ""
    assert (marked(home), session.problems()) == ([], [("user-prompt-submit", "Late")])
    session.environment |= GENEROUS
    assert "tuna" in session.ask("What does my cat Mike love?")
    assert session.problems() == []  # it works again


def test_the_deadline_is_read_from_the_settings_file(session: Session, home: Path) -> None:
    del session.environment["OMOIDE_HOOKS__DEADLINE_MS"]
    (home / "settings.toml").write_text("[hooks]\ndeadline_ms = 1\n", encoding="utf-8")
    assert session.ask("What does my cat Mike love?") == ""
    assert session.problems() == [("user-prompt-submit", "Late")]


def test_a_writer_elsewhere_does_not_keep_memories_from_being_shown(session: Session, home: Path) -> None:
    # X8
    session.environment |= {"OMOIDE_HOOKS__DEADLINE_MS": "5000"}
    with locked(home):
        assert "tuna" in session.ask("What does my cat Mike love?")
    assert marked(home) == []  # nothing could be written, and nobody waited for it


def test_a_store_that_cannot_be_read_in_time_lets_the_prompt_go_on(session: Session, home: Path) -> None:
    session.environment |= {"OMOIDE_HOOKS__DEADLINE_MS": "1500"}
    with closing(sqlite3.connect(home / "omoide.db")) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    with locked(home, "EXCLUSIVE"):
        assert session.ask("What does my cat Mike love?") == ""
    assert (marked(home), session.problems()) == ([], [("user-prompt-submit", "Late")])


def test_a_read_only_home_still_comes_to_mind(session: Session, home: Path, read_only: ReadOnly) -> None:
    # O7: and what cannot be remembered of the session breaks nothing; the doctor tells of it
    session.home = read_only(home)
    assert "tuna" in session.ask("What does my cat Mike love?")
    assert session.problems() == []
    session.say("My cat is ill.")
    for name in ("session-start", "pre-compact", "session-end"):
        assert session.hook(name, reason="other") == ""
    assert {what for _, what in session.problems()} <= {"CannotWrite", "StoreDamaged"}
    assert {hook for hook, _ in session.problems()} == {"session-start", "pre-compact", "session-end"}


def test_a_reader_that_left_was_shown_nothing(session: Session, home: Path) -> None:
    with session.start("user-prompt-submit") as child:
        assert child.stdin
        assert child.stdout
        child.stdout.close()
        child.stdin.write(json.dumps(session.event(prompt="What does my cat Mike love?")).encode())
        child.stdin.close()
        assert child.wait(60) == 0
    assert (marked(home), session.problems()) == ([], [("user-prompt-submit", "BrokenPipeError")])


# ---------------------------------------------------------------- the warm way


@pytest.fixture
def mind(home: Path) -> Iterator[Mind]:
    with open_mind(home) as mind:
        yield mind


def test_the_warm_way_says_the_same(session: Session, mind: Mind) -> None:
    event = session.event(prompt="What does my cat Mike love?")
    assert answer(mind, event) == session.hook("user-prompt-submit", **event)
    assert marked(mind.home) == ["My cat Mike loves tuna."]
    assert [answer(mind, session.event(prompt=prompt)) for prompt in ("/cat Mike", "", "Explain quarks")] == [""] * 3
    mind.pause()
    assert answer(mind, event) == ""


def test_the_warm_way_does_not_wait_for_a_writer(session: Session, mind: Mind) -> None:
    with locked(mind.home):
        assert "tuna" in answer(mind, session.event(prompt="What does my cat Mike love?"))
        assert marked(mind.home) == []
    deadline = time.monotonic() + PATIENCE
    while not marked(mind.home):  # once the writer is done
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_the_warm_way_has_the_same_deadline(session: Session, home: Path) -> None:
    class Slow:
        """An embedder that takes its time."""

        def __init__(self, own: object) -> None:
            self.own = own

        def __getattr__(self, name: str) -> object:
            return getattr(self.own, name)

        def embed(self, texts: object, kind: object) -> object:
            time.sleep(0.01)
            return self.own.embed(texts, kind)  # type: ignore[attr-defined]

    from omoide.settings import build

    with open_mind(home, settings=build({"hooks": {"deadline_ms": 5}})) as quick:
        embedder = Slow(quick.faculties.embedder)
    with open_mind(home, settings=build({"hooks": {"deadline_ms": 5}}), embedder=embedder) as mind:  # type: ignore[arg-type]
        assert answer(mind, session.event(prompt="What does my cat Mike love?")) == ""
    assert (marked(home), session.problems()) == ([], [("user-prompt-submit", "Late")])


def test_errors_of_the_warm_way_are_told_by_its_door_and_by_the_doctor(session: Session, mind: Mind) -> None:
    (mind.home / "omoide.db").write_bytes(b"no database at all" * 1_000)
    mind.close()
    with pytest.raises(OmoideError):
        answer(mind, session.event(prompt="What does my cat Mike love?"))
    assert session.problems() == [("user-prompt-submit", "StoreDamaged")]


def test_a_session_is_told_of_a_clock_that_jumped_until_it_is_accepted(
    session: Session, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # O6: by the first prompt, then by every start of a session, in the language of the person; never the model
    event = session.event(prompt="What does my cat Mike love?")
    machine = machine_clock(monkeypatch, "2126-05-01T04:00:00")
    with open_mind(home) as mind:
        told = json.loads(answer(mind, event))
        assert ("omoide clock accept" in told["systemMessage"], "tuna" in str(told["hookSpecificOutput"])) == (
            True,
            True,
        )
        assert "systemMessage" not in json.loads(answer(mind, event))
    session.environment |= {"OMOIDE_LANG": "ja"}
    again = json.loads(session.hook("session-start", source="startup"))
    assert (again.keys(), "この機械の時計が" in again["systemMessage"]) == ({"systemMessage"}, True)
    session.settle()
    machine.forward(hours=1)
    with open_mind(home) as mind:
        mind.accept_clock()
        answer(mind, event)
    assert session.hook("session-start", source="startup") == ""
    session.settle()
