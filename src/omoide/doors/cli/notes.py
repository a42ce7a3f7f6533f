"""omoide notes: what sessions brought, until the day is told as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Option

from omoide.doors.cli.inputs import day_of
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clock, line, print_json
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from omoide.domain.note import Note

SHOWN = 10  # unless a day is named


def notes(
    at: Place,
    date: Annotated[
        str | None,
        Option(metavar="DAY", help=say("Of this day (else the newest).", "この日のもの（省けば新しいもの）。")),
    ] = None,
) -> None:
    with at.mind() as mind:
        day = day_of(mind, date)
        found = mind.notes(day)
    if at.json:
        return print_json({"notes": [note.plain() for note in found]})
    if not found:
        return line(
            say(
                "No notes: they are taken when a session ends.",
                "記録はありません。セッションが終わると付けられます。",
            )
        )
    for note in found if day else found[-SHOWN:]:
        _print(note)


def _print(note: Note) -> None:
    head = f"{clock(note.created_at)}  {note.id}  "
    line((head, "bright_black"), (" · ".join(note.topics), "bold"))
    for paragraph in note.text.splitlines():
        line(paragraph, indent=2)
    for matter in note.resolved:
        line((f"✓ {matter}", "green"), indent=2)
    for task in note.tasks:
        line((f"□ {task}", "yellow"), indent=2)
    for outcome in note.outcomes:
        line((f"{outcome.procedure}: {outcome.result}", "cyan"), indent=2)
    line("")
