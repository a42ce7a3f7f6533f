"""Transcripts of Claude Code, written by hand: one function per shape of a line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Line = dict[str, Any]
FOLDER = "/home/me/garden"


def text(words: str) -> Line:
    return {"type": "text", "text": words}


def typed(uuid: str, content: Any, minute: int = 0, **more: Any) -> Line:
    """What a person typed."""
    return {
        "parentUuid": None, "isSidechain": False, "type": "user", "uuid": uuid, "sessionId": "session-1",
        "cwd": FOLDER, "timestamp": f"2026-01-18T09:{minute:02}:00.250Z", "promptSource": "typed",
        "message": {"role": "user", "content": content},
    } | more  # fmt: skip


def replied(uuid: str, *blocks: str | Line, message: str = "", stop: str | None = None, **more: Any) -> Line:
    """A line of an answer; a text stands for a block of text."""
    content = [text(block) if isinstance(block, str) else block for block in blocks]
    return {
        "isSidechain": False, "type": "assistant", "uuid": uuid, "sessionId": "session-1", "cwd": FOLDER,
        "timestamp": "2026-01-18T09:59:00.000Z",
        "message": {"id": message or f"msg-{uuid}", "role": "assistant", "model": "claude", "content": content,
                    "stop_reason": stop},
    } | more  # fmt: skip


def tool_use(uuid: str, message: str = "") -> Line:
    return replied(uuid, {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}, message=message)


def tool_result(uuid: str, text: str = "a.txt b.txt") -> Line:
    return typed(uuid, [{"type": "tool_result", "tool_use_id": "t", "content": text}])


def written(path: Path, lines: Iterable[Line | bytes]) -> Path:
    """The lines as a file; bytes stand for themselves."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(raw(line) for line in lines))
    return path


def appended(path: Path, *lines: Line | bytes) -> Path:
    with path.open("ab") as file:
        file.write(b"".join(raw(line) for line in lines))
    return path


def raw(line: Line | bytes) -> bytes:
    return line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode() + b"\n"
