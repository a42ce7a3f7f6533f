"""omoide up as a process: whom it serves, that it says where, and that Ctrl-C ends it."""

# I3, I4

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from omoide import open_mind
from omoide.demo.living import FILE
from omoide.doors.cli.example_life import with_example_life
from omoide.doors.cli.place import Place
from tests.doors.http.proxy.chats import completion, provider

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")
WAITING = 60  # seconds, for machines that are busy


@contextmanager
def up(home: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Started, and the address that it printed first."""
    typed = [
        sys.executable,
        "-c",
        "from omoide.doors.cli import main; main()",
        "up",
        "--home",
        str(home),
        "--port",
        "0",
    ]
    environment = os.environ | {"OMOIDE_LANG": "en"}
    process = subprocess.Popen(
        [*typed, "--no-browser", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert process.stdout is not None
        ready, _, _ = select.select([process.stdout], [], [], WAITING)
        yield process, process.stdout.readline().strip() if ready else ""
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=WAITING)
        finally:
            process.kill()


def asked(url: str) -> str:
    with urllib.request.urlopen(url, timeout=WAITING) as answer:
        return answer.read().decode()


def test_it_starts_with_nothing_when_told_to_and_ends_by_ctrl_c(tmp_path: Path) -> None:
    with up(tmp_path / "home", "--empty") as (process, url):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", url)
        assert json.loads(asked(f"{url}healthz"))["ok"] is True
        assert not (tmp_path / "home" / FILE).exists()
        process.send_signal(signal.SIGINT)
        process.wait(WAITING)
        assert process.returncode in (0, 130)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def lived(home: Path) -> Path:
    """A home that says that it has the example life: whom a server shows does not depend on what it holds."""
    home.mkdir()
    begun = {"language": "en", "last_day": "2026-11-14", "lived": True}
    (home / FILE).write_text(json.dumps(begun), encoding="utf-8")
    return home


def test_the_persona_of_the_example_life_is_shown(tmp_path: Path) -> None:
    with up(lived(tmp_path / "home")) as (_, url):
        assert "Juno" in asked(url)


def test_a_program_that_names_nobody_does_not_talk_with_the_example(tmp_path: Path) -> None:  # I3, N6
    home = lived(tmp_path / "home")
    with open_mind(home, persona="Juno", person="Mara") as mind:
        mind.remember("The lighthouse song is for you alone.", "I keep it safe.", intensity=95)
        mind.write_profile("A songwriter from the north coast.")
    with provider(completion("Fine.")) as there:
        (home / "settings.toml").write_text(f'[proxy]\nopenai_url = "{there.url}/v1"\n', encoding="utf-8")
        body: Any = {"model": "m", "messages": [{"role": "user", "content": "What about the lighthouse song?"}]}

        def system(**names: str) -> str:
            headers = {f"X-Omoide-{name}": value for name, value in names.items()}
            httpx.post(f"{url}v1/chat/completions", json=body, headers=headers, timeout=WAITING).raise_for_status()
            return there.system

        with up(home) as (_, url):
            for names in ({}, {"Person": "ken"}, {"Persona": "rin"}):
                told = system(**names)
                assert ("I keep it safe" in told, "songwriter" in told) == (False, False), names
            told = system(Persona="Juno")
            assert ("I keep it safe" in told, "songwriter" in told) == (True, True)
        with up(home, "--persona", "Juno", "--person", "Mara") as (_, url):
            assert "I keep it safe" in system()
    with open_mind(home) as mind:
        scopes = {(scope.persona, scope.person) for scope in mind.faculties.store.runs.scopes()}
        assert scopes == {("Juno", "Mara"), ("default", "me"), ("default", "ken"), ("rin", "me")}


def test_unless_another_is_named_or_nothing_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = Place(lived(tmp_path / "home"))
    assert with_example_life(at, empty=False) == replace(at, persona="Juno", person="Mara")
    assert with_example_life(at, empty=True) == at
    for named in (replace(at, persona="sam"), replace(at, person="kim")):
        assert with_example_life(named, empty=False) == named
    monkeypatch.setenv("OMOIDE_PERSONA", "sam")
    assert with_example_life(at, empty=False) == at


def test_a_home_of_somebody_is_served_as_it_is(tmp_path: Path) -> None:
    with open_mind(tmp_path) as mind:
        mind.perceive("Hello", "Hi")
    at = Place(tmp_path)
    assert with_example_life(at, empty=False) == at
    assert not (tmp_path / FILE).exists()


def test_a_command_that_used_the_archive_ends_without_a_word() -> None:
    code = "import duckdb; from omoide.doors.cli import main; main(['--version'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
