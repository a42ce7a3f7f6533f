"""prime_prompt: what a client's prompt hook calls. The process is warm, so it answers in milliseconds.

It is no tool for an agent, and it never fails: a prompt goes on without memories rather than not at all.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Annotated, Any

import mcp_types as types
import msgspec

from omoide.doors.hooks.log import Log
from omoide.doors.hooks.prompting import NAME, answer
from omoide.doors.wire.doorkeeper import Doorkeeper
from omoide.errors import OmoideError
from omoide.tools.tool import schema_of

_log = logging.getLogger("omoide.mcp")


class PromptArguments(msgspec.Struct, frozen=True):
    prompt: Annotated[str, msgspec.Meta(description="What the person typed.")]
    session_id: Annotated[str, msgspec.Meta(description="The conversation it belongs to: feelings carry over.")] = ""
    cwd: Annotated[str, msgspec.Meta(description="The project's folder.")] = ""
    transcript_path: Annotated[str, msgspec.Meta(description="Where the client keeps the conversation.")] = ""


PRIME = types.Tool(
    name="prime_prompt",
    title="Prime a prompt",
    description=(
        "For the client's prompt hook, not for an agent: gives the memories that come to mind for a prompt, as the "
        "JSON that the hook returns. Use recall_memories instead."
    ),
    input_schema=schema_of(PromptArguments),
    annotations=types.ToolAnnotations(
        read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
    ),
)


def prime(keeper: Doorkeeper, arguments: Mapping[str, Any]) -> types.CallToolResult:
    event = {"hook_event_name": "UserPromptSubmit", **arguments}
    text, opened, log = "", False, Log(keeper.whose.home)
    try:
        if keeper.there():
            with keeper.mind() as mind:
                opened = True
                text = answer(mind, event)
    except (OmoideError, OSError) as error:
        _log.warning("no memories for a prompt: %s", error)
        if not (opened and isinstance(error, OmoideError)):  # those have been told already
            log.problem(NAME, error)
    except Exception as error:  # noqa: BLE001 - the outermost edge of a hook: whatever is wrong, the prompt goes on
        _log.exception("no memories for a prompt")
        log.problem(NAME, error)
    return types.CallToolResult(content=[types.TextContent(text=text)])
