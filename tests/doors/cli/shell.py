"""Run the program as a shell would: in this process for most tests, as a process of its own where that matters."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from omoide.doors.cli import main

PROGRAM = [sys.executable, "-c", "from omoide.doors.cli import main; main()"]


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def refused(self, code: int) -> str:
        """One line, with the right code, and nothing on stdout; returns the line."""
        assert (self.code, self.out) == (code, ""), self
        assert self.err.startswith("omoide: "), self
        assert self.err.count("\n") == 1, self
        return self.err.removeprefix("omoide: ").strip()


class Shell:
    """`shell("recall", "cats", "--json")` runs it against the home of this test."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Answer:
        out, err, before = io.StringIO(), io.StringIO(), sys.stdin
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as left:
                main(arguments)
        finally:
            sys.stdin = before
        return Answer(int(left.value.code or 0), out.getvalue(), err.getvalue())

    def json(self, *arguments: str) -> Any:
        """The answer of a command that must succeed."""
        answer = self(*arguments, "--json")
        assert answer.code == 0, answer
        return answer.json

    def remember(self, text: str, *options: str) -> str:
        """Remember something and return its id."""
        return self.json("remember", text, *options)["id"]

    def process(self, *arguments: str, **more: Any) -> subprocess.Popen[str]:
        """A real process, its output in pipes."""
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(
            [*PROGRAM, *arguments], text=True, encoding="utf-8", env=dict(os.environ), **{**pipes, **more}
        )

    def run(self, *arguments: str) -> Answer:
        with self.process(*arguments) as child:
            out, err = child.communicate(timeout=60)
        return Answer(child.returncode, out, err)


def chat(path: Path, turns: int) -> Path:
    lines = []
    for n in range(turns):
        time = f"2024-01-{1 + n // 20:02}T{8 + n % 12:02}:00:{n % 60:02}+09:00"
        lines.append({"role": "user", "content": f"Story {n}: the lighthouse of Cape {n} was painted.", "time": time})
        lines.append({"role": "assistant", "content": f"How lovely, Cape {n}!", "time": time})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def converse(arguments: list[str], answer: str = "") -> tuple[int, str]:
    """Run the program on a terminal of its own, and answer the number that it asks for when it asks."""
    import pty

    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [*PROGRAM, *arguments])
    seen = b""
    try:
        while chunk := os.read(terminal, 4096):
            seen += chunk
            if answer and (b": " in seen.splitlines()[-1]) and b"Number" in seen:
                os.write(terminal, answer.encode() + b"\n")
                answer = ""
    except OSError:  # Linux ends a closed terminal with an error
        pass
    finally:
        os.close(terminal)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), seen.decode()
