"""omoide forget"""

from __future__ import annotations

import sys
from typing import Annotated

from typer import Argument, Option

from omoide.doors.cli.confirming import make_sure
from omoide.doors.cli.forms import body, heading
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json
from omoide.doors.cli.words import say
from omoide.doors.forms import brief
from omoide.errors import InvalidInput


def forget(
    at: Place,
    memory: Annotated[str, Argument(metavar="ID", help=say("The memory to delete.", "消す記憶の ID。"))],
    yes: Annotated[bool, Option("--yes", "-y", help=say("Do not ask.", "確認せずに消す。"))] = False,
) -> None:
    with at.mind() as mind:
        found = mind.show(memory)
        if not yes and not found.protected:
            _confirm(at, found)
        gone = mind.forget(memory)
    if at.json:
        return print_json({"forgotten": brief(gone)})
    line(say("Forgotten: {id}", "忘れました: {id}", id=gone.id))


def _confirm(at: Place, found: object) -> None:
    if at.json or not sys.stdin.isatty():
        raise InvalidInput(
            "deleting cannot be undone; add --yes to do it without a question.",
            "削除は取り消せません。確認なしで消すには --yes を付けてください。",
        )
    heading(found)  # type: ignore[arg-type]
    body(found)  # type: ignore[arg-type]
    make_sure(say("Delete it for good?", "完全に消しますか？"))
