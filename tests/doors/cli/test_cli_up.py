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
from datetime import date
from pathlib import Path

import pytest

from omoide.demo.living import FILE, live
from tests.demo.test_living import NOW, short

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


def test_the_persona_of_the_example_life_is_shown_unless_another_is_named(tmp_path: Path) -> None:
    live(tmp_path, short(), date(2026, 11, 14), NOW)
    begun = {"language": "en", "last_day": "2026-11-14", "lived": True}
    (tmp_path / FILE).write_text(json.dumps(begun), encoding="utf-8")
    with up(tmp_path) as (_, url):
        assert "the half guitar under the bed" in asked(f"{url}v1/dreams")
    with up(tmp_path, "--persona", "sam") as (_, url):
        assert "guitar" not in asked(f"{url}v1/dreams")
    with up(tmp_path, "--empty") as (_, url):
        assert "guitar" not in asked(f"{url}v1/dreams")
