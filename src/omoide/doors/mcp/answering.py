"""From a call to its answer, in one thread: arguments, home, tool; and every error as a line that can be acted on."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import Any

from mcp_types import CallToolResult, TextContent

from omoide.doors.mcp.thrift import give_back
from omoide.doors.wire.doorkeeper import Doorkeeper
from omoide.errors import OmoideError
from omoide.tools import Answer, Tool

_log = logging.getLogger("omoide.mcp")
NOTICE = "omoide/notice"


def answer(keeper: Doorkeeper, tool: Tool, arguments: Mapping[str, Any]) -> CallToolResult:
    try:
        given = tool.arguments(arguments)
        if tool.new and not keeper.there():
            return _told(tool.answer(tool.new(given, keeper.whose), keeper.language))
        with keeper.mind(make=tool.makes_home) as mind:
            told = _told(tool.answer(tool.run(mind, given), keeper.language))
        if not tool.read_only:
            give_back()
        return told
    except (OmoideError, OSError) as error:
        return failed(line_for(error, keeper.language))
    except Exception as error:  # noqa: BLE001 - a bug of ours must not take the client's session down with it
        _log.exception("the tool %s failed", tool.name)
        return failed(_bug(error, keeper.language))


def _told(told: Answer) -> CallToolResult:
    """What a client's log should keep instead of the result goes along beside it (R10)."""
    return CallToolResult(
        content=[TextContent(text=told.text)], structured_content=told.data, _meta={NOTICE: told.notice}
    )


def failed(line: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=line)], is_error=True)


def line_for(error: OmoideError | OSError, language: str) -> str:
    if isinstance(error, OmoideError):
        return " ".join(error.text(language).split())
    reason = error.strerror or str(error)
    where = f"{os.fspath(error.filename)}: " if error.filename else ""
    if language == "ja":
        return f"{where}{reason}。パスと権限、空き容量を確かめてください。"
    return f"{where}{reason}: check the path, its permissions and the free space."


def _bug(error: Exception, language: str) -> str:
    kind = type(error).__name__
    if language == "ja":
        return f"omoide の内部でエラーが起きました（{kind}）。サーバーの標準エラー出力に詳細があります。"
    return f"omoide met an error of its own ({kind}); the server's stderr has the details."
