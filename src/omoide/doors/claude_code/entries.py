"""Which entries are ours in the files of Claude Code: how they look, and how to know them again.

The program stands there with its whole path and its arguments apart: no shell, no PATH, no quoting, so that Windows and
a desktop session find it too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

SERVER = "omoide"
TOOL = "prime_prompt"
# Event → what `omoide hook` calls it, and the seconds after which the client goes on without it.
EVENTS = {
    "UserPromptSubmit": ("user-prompt-submit", 5),
    "SessionStart": ("session-start", 10),
    "SessionEnd": ("session-end", 10),
    "PreCompact": ("pre-compact", 10),
}
_INPUT = {name: f"${{{name}}}" for name in ("prompt", "session_id", "cwd", "transcript_path")}
# One line for a shell, as it would be written by hand.
_NAMES = "|".join(name for name, _ in EVENTS.values())
_COMMAND_LINE = re.compile(rf"""\s*["']?([^"']*[\\/])?omoide(\.exe)?["']?\s(.*\s)?hook\s+({_NAMES})\b""")


def hooks(program: str, options: Sequence[str], warm: bool) -> dict[str, dict[str, Any]]:
    """One hook per event. With a warm server the prompt is put to it; never to both, or memories would come twice."""
    found: dict[str, dict[str, Any]] = {
        event: {"type": "command", "command": program, "args": [*options, "hook", name], "timeout": seconds}
        for event, (name, seconds) in EVENTS.items()
    }
    if warm:
        seconds = EVENTS["UserPromptSubmit"][1]
        found["UserPromptSubmit"] = {
            "type": "mcp_tool", "server": SERVER, "tool": TOOL, "input": _INPUT, "timeout": seconds,
        }  # fmt: skip
    return found


def server(program: str, options: Sequence[str]) -> dict[str, Any]:
    return {"type": "stdio", "command": program, "args": [*options, "mcp"], "env": {}}


def is_our_hook(hook: Any) -> bool:
    """Whether we wrote it, also from another place or in an older form; never what merely mentions us."""
    if not isinstance(hook, dict):
        return False
    if hook.get("type") == "mcp_tool":
        return (hook.get("server"), hook.get("tool")) == (SERVER, TOOL)
    command, arguments = hook.get("command"), hook.get("args")
    if not isinstance(command, str):
        return False
    if isinstance(arguments, list):
        return _is_program(command) and "hook" in arguments
    return bool(_COMMAND_LINE.match(command))


def is_our_server(entry: Any) -> bool:
    if not isinstance(entry, dict) or not isinstance(entry.get("command"), str):
        return False
    return _is_program(entry["command"]) and "mcp" in (entry.get("args") or [])


def _is_program(command: str) -> bool:
    return re.split(r"[\\/]", command)[-1].lower().removesuffix(".exe") == "omoide"
