"""What happens by itself while the server runs, on a clock that the test sets."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from omoide.doors.http.scheduler import Scheduler
from omoide.doors.wire.minds import Minds
from omoide.doors.wire.nights import NightRuns
from omoide.errors import Postponed
from tests.mind.world import Clock, ScriptedThinker, at, machine_clock, mind_in


class Voice(ScriptedThinker):
    """Says what it is told, once for each speech; a Postponed is raised instead."""

    def __init__(self, *replies: str | Postponed) -> None:
        super().__init__()
        self.replies = list(replies)
        self.speeches: list[Any] = []

    def stream(self, speech: Any) -> Generator[str, None, None]:
        self.speeches.append(speech)
        reply = self.replies.pop(0)
        if isinstance(reply, Postponed):
            raise reply
        yield from (reply[:5], reply[5:])


class World:
    def __init__(self, home: Path, thinker: Any, settings: str = "") -> None:
        home.mkdir(exist_ok=True)
        (home / "settings.toml").write_text(settings)
        self.home, self.clock = home, Clock(at("2026-01-18T10:00:00"))
        self.minds = Minds(home, "aoi", "me", "en", {"clock": self.clock, "thinker": thinker})
        self.nights = NightRuns(self.minds)
        self.scheduler = Scheduler(self.minds, self.nights)

    def look(self, moment: str) -> None:
        self.clock.set(moment)
        self.scheduler.look()
        for thread in self.nights._threads:
            thread.join()

    def spoken(self, person: str = "me") -> list[str]:
        """What the persona said without being asked."""
        with self.minds.mind(person=person) as mind:
            return [turn.replied for turn in mind.conversation(100) if not turn.said]


@contextmanager
def world(home: Path, thinker: Any = None, settings: str = "") -> Iterator[World]:
    there = World(home, thinker, settings)
    try:
        yield there
    finally:
        there.minds.close()


def talk(there: World, said: str = "My cat Mochi is ill.", moment: str = "2026-01-18T10:00:00") -> None:
    there.clock.set(moment)
    with there.minds.mind() as mind:
        mind.perceive(said, "Oh no.", session="s")


def test_nights_begin_at_their_hour_and_are_made_up_for(tmp_path: Path) -> None:
    # F7, D6
    with world(tmp_path) as there:
        talk(there)

        def lived() -> list[int]:
            with there.minds.mind() as mind:
                return [run.night for run in mind.faculties.store.runs.recent(mind.scope, 9)]

        there.look("2026-01-18T11:00:00")
        there.look("2026-01-19T02:59:00")
        assert lived() == []
        there.look("2026-01-19T03:00:00")
        night = at("2026-01-19T03:00:00").toordinal()
        assert lived() == [night]
        there.look("2026-01-19T03:01:00")
        there.look("2026-01-19T12:00:00")
        assert lived() == [night]  # once
        there.look("2026-01-20T03:30:00")
        assert lived() == [night + 1, night]
        there.scheduler = Scheduler(there.minds, there.nights)  # the machine was off for days
        there.look("2026-01-24T09:00:00")
        assert lived() == [night + 5, night + 1, night]


def test_a_heartbeat_notices_that_a_session_has_ended(tmp_path: Path) -> None:
    # W6
    with world(tmp_path) as there:
        talk(there)

        def memories() -> int:
            with there.minds.mind() as mind:
                return mind.counts().total

        there.look("2026-01-18T10:05:00")
        assert memories() == 0  # still talking
        there.look("2026-01-18T10:30:00")
        assert memories() == 0  # half an hour has not passed since the last one
        there.look("2026-01-18T10:35:00")
        assert memories() == 1


def test_the_persona_speaks_first_once_for_each_impulse(tmp_path: Path) -> None:
    # M5
    voice = Voice("How is Mochi today? <persona_emotion category='anxious' intensity='0.2' />", "Is Mochi well?", "x")
    with world(tmp_path, voice) as there:
        talk(there)
        there.look("2026-01-18T11:00:00")
        assert there.spoken() == []  # no drive is strong enough
        there.look("2026-01-18T14:00:00")
        assert there.spoken() == ["How is Mochi today?"]
        (speech,) = voice.speeches
        assert "4 hours" in speech.message
        assert '"boredom"' in speech.message  # its full state is its reason
        for moment in ("2026-01-18T14:01:00", "2026-01-18T18:00:00", "2026-01-18T23:59:00", "2026-01-21T12:00:00"):
            there.look(moment)
        assert there.spoken() == ["How is Mochi today?"]  # nobody answered: it was said, and is not said again
        talk(there, "Much better!", "2026-01-21T12:30:00")
        there.look("2026-01-21T18:00:00")
        assert there.spoken() == ["How is Mochi today?", "Is Mochi well?"]


def test_never_in_quiet_hours_and_only_so_often_a_day(tmp_path: Path) -> None:
    # M5
    voice = Voice("First.", "Second.", "Third.")
    with world(tmp_path, voice, 'timezone = "Asia/Tokyo"\n[autonomy]\nmost_per_day = 1\n') as there:
        talk(there, moment="2026-01-18T20:00:00")
        there.look("2026-01-19T00:00:00")
        there.look("2026-01-19T06:59:00")
        assert there.spoken() == []
        there.look("2026-01-19T07:00:00")
        assert there.spoken() == ["First."]
        with there.minds.mind() as mind:
            mind.ask_question("How did the vet visit go?", priority=0.9)
        there.look("2026-01-19T23:00:00")
        assert there.spoken() == ["First."]
        there.look("2026-01-20T06:59:00")  # a night is lived meanwhile
        there.look("2026-01-20T07:00:00")
        assert there.spoken() == ["First.", "Second."]
        assert "vet" in voice.speeches[1].message
    with world(tmp_path / "off", Voice("No."), "[autonomy]\nenabled = false\n") as there:
        talk(there)
        there.look("2026-01-18T15:00:00")
        assert there.spoken() == []


def test_without_a_model_nothing_is_said_and_the_impulse_stays(tmp_path: Path) -> None:
    # M5
    with world(tmp_path) as there:
        talk(there)
        there.look("2026-01-18T15:00:00")
        assert there.spoken() == []
        with there.minds.mind() as mind:
            impulse = mind.may_act()
            assert (impulse.may_act, impulse.drives) == (True, ("boredom",))
            assert "models.reply" in mind.speak_first().why_not
    voice = Voice(Postponed("the model cannot be reached", "届きません"), "There you are.")
    with world(tmp_path / "two", voice) as there:
        talk(there)
        there.look("2026-01-18T15:00:00")
        assert there.spoken() == []
        there.look("2026-01-18T15:01:00")
        assert there.spoken() == ["There you are."]


def test_two_servers_say_it_once(tmp_path: Path) -> None:
    # M5
    voice = Voice(*["Hello?"] * 8)
    with world(tmp_path, voice) as there:
        talk(there)
        there.clock.set("2026-01-18T15:00:00")
        ready = threading.Barrier(4)

        def ask() -> None:
            ready.wait()
            with mind_in(tmp_path, clock=there.clock, thinker=voice) as mind:
                mind.speak_first()

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert there.spoken() == ["Hello?"]


def test_boredom_is_told_to_one_person_only(tmp_path: Path) -> None:
    # M5, N6
    voice = Voice("Anybody there?", "You too?")
    with world(tmp_path, voice) as there:
        talk(there)
        with there.minds.mind(person="ken") as mind:
            mind.perceive("Hi, Ken here.", "Hello.", session="k")
        there.look("2026-01-18T15:00:00")
        assert there.spoken("me") + there.spoken("ken") == ["Anybody there?"]


class Hook(BaseHTTPRequestHandler):
    taken: list[Any] = []  # noqa: RUF012 - one list for the one server of a test

    def do_POST(self) -> None:
        self.taken.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None: ...


@pytest.fixture
def webhook() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/heard"
    server.shutdown()
    server.server_close()
    thread.join()


def test_it_is_heard_by_webhook_and_command(tmp_path: Path, webhook: str) -> None:
    # M5
    heard = tmp_path / "heard.json"
    program = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_bytes(sys.stdin.buffer.read())"
    chosen = f"""[autonomy]
channels = ["chat", "webhook", "command"]
webhook = "{webhook}"
command = {json.dumps([sys.executable, "-c", program, str(heard)])}
"""
    with world(tmp_path / "home", Voice("お茶にしない? $(rm -rf /)"), chosen) as there:
        talk(there)
        there.look("2026-01-18T15:00:00")
    told = {
        "persona": "aoi", "person": "me", "text": "お茶にしない? $(rm -rf /)", "drive": "boredom",
        "narrative": "Nobody has talked to me for 5 hours. I am bored.", "time": "2026-01-18T15:00:00+09:00",
    }  # fmt: skip
    assert Hook.taken == [told]
    assert json.loads(heard.read_text(encoding="utf-8")) == told


def test_a_channel_that_fails_loses_nothing(tmp_path: Path) -> None:
    # M5
    chosen = """[autonomy]
channels = ["webhook", "command"]
webhook = "http://127.0.0.1:9/"
command = ["/nowhere/at/all"]
"""
    with world(tmp_path, Voice("Hello?"), chosen) as there:
        talk(there)
        there.look("2026-01-18T15:00:00")
        assert there.spoken() == ["Hello?"]


def test_by_a_clock_in_doubt_no_night_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # O6: the server looks every minute; a day later it goes on by itself, after a backup
    machine = machine_clock(monkeypatch, "2026-01-18T10:00:00")
    minds = Minds(tmp_path, "aoi", "me", "en")
    nights = NightRuns(minds)
    scheduler = Scheduler(minds, nights)

    def lived_at(moment: str) -> bool:
        machine.set(moment)
        scheduler.look()
        for thread in nights._threads:
            thread.join()
        with minds.mind() as mind:
            run = next(iter(mind.faculties.store.runs.recent(mind.scope, 1)), None)
            return bool(run and run.night == machine.now().toordinal())

    try:
        with minds.mind() as mind:
            mind.remember("My cat Mochi is ill.")
        assert lived_at("2026-01-20T03:00:00")
        assert not lived_at("2026-05-20T03:00:00")
        assert not lived_at("2026-05-21T02:59:00")
        with minds.mind() as mind:
            refused = nights.start(mind.scope)
            for thread in nights._threads:
                thread.join()
            assert (refused.state, "omoide clock accept" in str(refused.error)) == ("failed", True)
        assert lived_at("2026-05-21T03:00:00")
        with minds.mind() as mind:
            assert [backup.reason for backup in mind.backups.list()] == ["clock", "weekly"]
    finally:
        minds.close()
