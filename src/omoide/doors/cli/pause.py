"""omoide pause"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Option

from omoide.doors.cli.inputs import length, moment
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clock, line, print_json
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.perceive import Pause


def pause(
    at: Place,
    for_: Annotated[
        str | None,
        Option("--for", metavar="2h", help=say("For so long: 30m, 2h, 1d, 1w.", "この間だけ: 30m, 2h, 1d, 1w。")),
    ] = None,
    until: Annotated[str | None, Option(metavar="ISO", help=say("Until this time.", "この時刻まで。"))] = None,
    resume: Annotated[bool, Option("--resume", help=say("Remember again.", "再び覚える。"))] = False,
    status: Annotated[
        bool, Option("--status", help=say("Only say whether it is paused.", "休止中かどうかだけ答える。"))
    ] = False,
) -> None:
    if sum((for_ is not None, until is not None, resume, status)) > 1:
        raise InvalidInput(
            "use only one of --for, --until, --resume and --status.",
            "--for・--until・--resume・--status はどれか一つだけ使えます。",
        )
    span, end = length("--for", for_) if for_ is not None else None, moment("--until", until)
    with at.mind() as mind:
        now = mind.faculties.clock.now()
        if end and end <= now:
            raise InvalidInput(
                "--until lies in the past: name a moment to come, or a length with --for 2h.",
                "--until が過去の時刻です。これからの日時か、--for 2h のような長さを指定してください。",
            )
        if resume:
            mind.resume()
        elif not status:
            mind.pause(now + span if span else end)
        _tell(at, mind.paused())


def _tell(at: Place, held: Pause | None) -> None:
    if at.json:
        return print_json(
            {
                "paused": held is not None,
                "since": held.since.isoformat() if held else None,
                "until": held.until.isoformat() if held and held.until else None,
            }
        )
    if held is None:
        return line(say("Remembering.", "覚えています（休止していません）。"))
    if held.until:
        return line(
            say("Paused until {t}; nothing is remembered.", "{t} まで休止中です。何も覚えません。", t=clock(held.until))
        )
    line(
        say(
            "Paused until `omoide pause --resume`; nothing is remembered.",
            "休止中です。`omoide pause --resume` まで何も覚えません。",
        )
    )
