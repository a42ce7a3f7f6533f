"""Hooks as Claude Code calls them: real processes, the event on stdin, and a worker that goes its own way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from omoide.doors.hooks import inbox
from omoide.doors.hooks.launching import sole_worker
from omoide.doors.hooks.log import Log
from tests.mind.transcript import Line, replied, typed, written

PROGRAM = [sys.executable, "-c", "from omoide.doors.cli import main; main()"]
PATIENCE = 60.0
GENEROUS = {"OMOIDE_HOOKS__DEADLINE_MS": "60000"}  # most tests are about what is said, not how fast


@dataclass
class Session:
    """A home, a project with its transcripts, and a client that calls hooks. `hook("session-end", reason="other")`."""

    home: Path
    project: Path
    id: str = "session-1"
    environment: dict[str, str] = field(default_factory=lambda: dict(GENEROUS))

    @property
    def transcript(self) -> Path:
        return self.project / f"{self.id}.jsonl"

    def event(self, **fields: Any) -> dict[str, Any]:
        return {"session_id": self.id, "transcript_path": str(self.transcript), "cwd": "/home/me/garden"} | fields

    def hook(self, name: str, stdin: bytes | None = None, **fields: Any) -> str:
        """What the hook printed; it must end well and say nothing on stderr, whatever happens."""
        with self.start(name) as child:
            out, err = child.communicate(self._bytes(stdin, fields), timeout=PATIENCE)
        assert (child.returncode, err) == (0, b"")
        return out.decode("utf-8")

    def _bytes(self, stdin: bytes | None, fields: dict[str, Any]) -> bytes:
        return json.dumps(self.event(**fields), ensure_ascii=False).encode() if stdin is None else stdin

    def start(self, name: str, *options: str, **more: Any) -> subprocess.Popen[bytes]:
        pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        environment = {**os.environ, "OMOIDE_HOME": str(self.home), **self.environment}
        return subprocess.Popen([*PROGRAM, "hook", name, *options], env=environment, **(pipes | more))

    def ask(self, prompt: str, **fields: Any) -> str:
        """What is put before the model with this prompt."""
        out = self.hook("user-prompt-submit", prompt=prompt, hook_event_name="UserPromptSubmit", **fields)
        if not out:
            return ""
        told = json.loads(out)
        assert told["hookSpecificOutput"].pop("hookEventName") == "UserPromptSubmit"
        text = told["hookSpecificOutput"].pop("additionalContext")
        assert told == {"hookSpecificOutput": {}}
        return text

    def say(self, *said: str) -> Path:
        """Write turns of this session, each with an answer."""
        return written(self.transcript, turns(self.id, *said))

    def settle(self) -> None:
        """Wait until the worker has done everything and is gone."""
        deadline = time.monotonic() + PATIENCE
        while not self.is_settled():
            assert time.monotonic() < deadline, (list((self.home / "inbox").iterdir()), self.problems())
            time.sleep(0.02)

    def is_settled(self) -> bool:
        if not inbox.is_empty(self.home) or any((self.home / "inbox").glob(f"*{inbox.TAKEN}")):
            return False
        with sole_worker(self.home) as free:
            return free

    def problems(self) -> list[tuple[str, str]]:
        """Which hooks have a problem, and of what kind."""
        return [(line["hook"], line["what"]) for line in Log(self.home).unsolved()]


def turns(session: str, *said: str) -> list[Line]:
    lines: list[Line] = []
    for n, words in enumerate(said):
        lines.append(typed(f"{session}-u{n}", words, n, sessionId=session))
        lines.append(replied(f"{session}-a{n}", "I see.", sessionId=session, stop="end_turn"))
    return lines
