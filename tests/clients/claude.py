"""The real Claude Code: a user, a project and a provider of its own, and not a word of this machine's environment."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .messages_server import Model

ROOT = Path(__file__).parents[2]
PATIENCE = 60


def be_patient(hooks: Path) -> None:
    """Let the client wait for hooks as long as the test does: a busy machine must not decide what a test sees."""
    hooks.write_text(re.sub(r'"timeout": \d+', f'"timeout": {PATIENCE}', hooks.read_text(encoding="utf-8")), "utf-8")


@dataclass(frozen=True)
class Left:
    """How a session ended, and what it printed: one JSON value a line."""

    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def session(self) -> str:
        return self.events[-1]["session_id"]

    @property
    def reply(self) -> str:
        return self.events[-1]["result"]

    def hook(self, name: str) -> list[dict[str, Any]]:
        """What the client noted of the hooks of an event, such as SessionStart."""
        return [e for e in self.events if e.get("subtype") == "hook_response" and e["hook_event"] == name]


@dataclass(frozen=True)
class Talk:
    child: subprocess.Popen[str]

    def say(self, prompt: str) -> dict[str, Any]:
        """One prompt, and what the client says when it was answered."""
        assert self.child.stdin
        assert self.child.stdout
        self.child.stdin.write(json.dumps({"type": "user", "message": {"role": "user", "content": prompt}}) + "\n")
        self.child.stdin.flush()
        return next(event for event in map(json.loads, self.child.stdout) if event["type"] == "result")


class Claude:
    """`claude("Hello", *options)` lives one session of one prompt in the project."""

    def __init__(self, program: Path, folder: Path, model: Model) -> None:
        self.program, self.model = program, model
        self.user, self.project, self.memory = folder / "user", folder / "project", folder / "memory"
        for made in (self.user, self.project):
            made.mkdir(parents=True)
        self.checkout = folder / "checkout"
        self.plugin = self.checkout / "plugin"
        for part in ("plugin", ".claude-plugin"):
            shutil.copytree(ROOT / part, self.checkout / part)
        (self.checkout / ".venv").symlink_to(sys.prefix)
        be_patient(self.plugin / "hooks" / "hooks.json")
        self.environment = {
            "HOME": str(self.user),
            "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "OMOIDE_HOME": str(self.memory),
            "OMOIDE_HOOKS__DEADLINE_MS": f"{PATIENCE * 1000}",
            "CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS": f"{PATIENCE * 1000}",
            "ANTHROPIC_API_KEY": "no-key",
            "ANTHROPIC_BASE_URL": model.address,
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }
        if "PYTHONPATH" in os.environ:  # another checkout's sources, when the tests run on them
            self.environment["PYTHONPATH"] = os.environ["PYTHONPATH"]

    def __call__(self, prompt: str, *options: str, **environment: str) -> Left:
        told = ("--output-format", "stream-json", "--verbose", "--include-hook-events")
        left = self.run("-p", prompt, *options, *told, **environment)
        assert left.code == 0, left
        return left

    @contextmanager
    def talking(self, *options: str) -> Iterator[Talk]:
        """A session of several prompts, which is left as a person leaves it unless it was killed."""
        told = ("--input-format", "stream-json", "--output-format", "stream-json", "--verbose")
        child = self.start("-p", *told, *options)
        talk = Talk(child)
        try:
            yield talk
            child.communicate(timeout=PATIENCE)
        finally:
            child.kill()
            child.wait()

    def run(self, *arguments: str, **environment: str) -> Left:
        """Any command of the client, to its end."""
        child = self.start(*arguments, **environment)
        try:
            out, err = child.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()
            raise
        return Left(child.returncode, out, err)

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [self.program, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8",
            cwd=self.project, env={**self.environment, **environment},
        )  # fmt: skip
