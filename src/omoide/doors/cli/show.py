"""omoide show"""

from __future__ import annotations

from typing import Annotated

from typer import Argument

from omoide.doors.cli.forms import body, heading
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import print_json, table
from omoide.doors.cli.words import say
from omoide.doors.forms import full


def show(
    at: Place,
    memory: Annotated[
        str,
        Argument(
            metavar="ID", help=say("The memory, as `omoide list` names it.", "記憶の ID（`omoide list` で見られる）。")
        ),
    ],
) -> None:
    with at.mind() as mind:
        found = mind.show(memory)
    fields = full(found)
    if at.json:
        return print_json(fields)
    heading(found)
    body(found)
    told = ("id", "created", "trigger", "content", "archived")
    rows = [[name, _plain(value)] for name, value in fields.items() if name not in told and value not in (None, "", [])]
    table([say("field", "項目"), say("value", "値")], rows, long=1)


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(f"{item['id']} ({item['type']})" if isinstance(item, dict) else str(item) for item in value)
    return f"{value:g}" if isinstance(value, float) else str(value)
