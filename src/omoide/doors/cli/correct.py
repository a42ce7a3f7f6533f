"""omoide correct"""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

from omoide.doors.cli.forms import body, heading
from omoide.doors.cli.inputs import moment
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json
from omoide.doors.cli.words import say
from omoide.doors.forms import full
from omoide.errors import InvalidInput


def correct(
    at: Place,
    memory: Annotated[str, Argument(metavar="ID", help=say("The memory that is wrong.", "誤っている記憶の ID。"))],
    text: Annotated[
        str | None,
        Argument(metavar=say("TEXT", "本文"), help=say("What is right.", "正しい内容。"), show_default=False),
    ] = None,
    undo: Annotated[bool, Option("--undo", help=say("Bring the corrected memory back.", "訂正を取り消す。"))] = False,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として訂正する。"))
    ] = None,
) -> None:
    if undo == (text is not None):
        raise InvalidInput(
            "give either the right text, or --undo.", "正しい本文か --undo のどちらかを指定してください。"
        )
    when = moment("--now", now)
    with at.mind() as mind:
        standing = mind.undo_correction(memory) if undo else mind.correct(memory, text or "", when)
    if at.json:
        return print_json(full(standing))
    heading(standing)
    body(standing)
    if not undo:
        line(
            (
                say(
                    "{old} stays as history; `omoide correct {old} --undo` brings it back.",
                    "{old} は履歴に残ります。`omoide correct {old} --undo` で戻せます。",
                    old=memory,
                ),
                "bright_black",
            ),
            indent=2,
        )
