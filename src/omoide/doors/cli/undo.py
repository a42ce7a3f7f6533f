"""omoide undo"""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

from omoide.doors.cli.inputs import moment
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json
from omoide.doors.cli.words import say


def undo(
    at: Place,
    page: Annotated[
        str,
        Argument(
            metavar="PAGE",
            help=say("knowledge:NAME or procedure:NAME.", "knowledge:名前 または procedure:名前。"),
        ),
    ],
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    from omoide.doors.cli.why_page import tell_change
    from omoide.knowing import plain_change

    time = moment("--now", now)
    with at.mind() as mind:
        made = mind.undo_change(page, time)
    if at.json:
        return print_json({"changes": [plain_change(change) for change in made]})
    for change in made:
        tell_change(change, named=True)
    line(
        (say("The same command again brings the change back.", "同じコマンドでもう一度やり直せます。"), "bright_black")
    )
