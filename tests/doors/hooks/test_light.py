"""Hooks run at every prompt: what they load is what a person waits for."""

# I1, I3

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from omoide import open_mind

from .session import Session

HEAVY = {"typer", "rich", "pydantic", "msgspec", "mcp", "filelock", "tomlkit", "faiss", "onnxruntime"}
# A hook that only leaves a note needs none of what thinks.
HEAVIER = HEAVY | {
    "numpy",
    "sqlite3",
    "asyncio",
    "logging",
    "tomllib",
    "omoide.compose",
    "omoide.settings",
    "omoide.mind",
}
_PROGRAM = """
import os, sys
really_leave = os._exit
def leave(code):
    print(*sys.modules, file=sys.stderr)
    sys.stderr.flush()
    really_leave(code)
os._exit = leave
from omoide.doors.cli import main
main()
"""


@pytest.mark.parametrize(
    ("name", "unwanted"), [("user-prompt-submit", HEAVY), ("session-end", HEAVIER), ("session-start", HEAVIER)]
)
def test_a_hook_loads_little(session: Session, name: str, unwanted: set[str]) -> None:
    with open_mind(session.home) as mind:
        mind.remember("My cat Mike loves tuna.", "How lovely!")
    environment = {**os.environ, **session.environment, "OMOIDE_HOME": str(session.home)}
    del environment["OMOIDE_HOOKS__DEADLINE_MS"]  # a setting has to be checked, which loads a library
    event = json.dumps(session.event(prompt="What does my cat Mike love?")).encode()
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, "hook", name], input=event, env=environment, capture_output=True
    )
    loaded = set(done.stderr.decode().split())
    assert (done.returncode, "omoide.doors.hooks.commands" in loaded, loaded & unwanted) == (0, True, set())


@pytest.mark.parametrize("prompt", ["/clear", ""])
def test_a_command_to_the_client_loads_nothing_that_thinks(session: Session, prompt: str) -> None:
    with open_mind(session.home):
        pass
    environment = {**os.environ, "OMOIDE_HOME": str(session.home)}
    event = json.dumps(session.event(prompt=prompt)).encode()
    command = [sys.executable, "-c", _PROGRAM, "hook", "user-prompt-submit"]
    done = subprocess.run(command, input=event, env=environment, capture_output=True)
    assert set(done.stderr.decode().split()) & {"numpy", "sqlite3", "omoide.compose"} == set()
