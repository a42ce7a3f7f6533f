"""omoide thread: what is in mind of the talk that is going on, and what has flowed out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Option

from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clock, line, print_json
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from omoide.domain.thread import Flush, Thread


def thread(
    at: Place,
    session: Annotated[
        str | None, Option(metavar="ID", help=say("Of this session (else the newest).", "このセッションのもの。"))
    ] = None,
) -> None:
    with at.mind() as mind:
        found = mind.thread(session)
        flushes = mind.flushes(found.id) if found else []
    if at.json:
        return print_json({"thread": found.plain() if found else None, "flushes": [flush.plain() for flush in flushes]})
    if not found:
        return line(say("Nothing has been talked about lately.", "最近の会話はありません。"))
    _print(found, flushes)


def _print(found: Thread, flushes: list[Flush]) -> None:
    spoken = ", ".join(f"{persona} {count}" for persona, count in found.spoken.items())
    parts = [found.id, found.domain, clock(found.started), spoken, _ended(found.ended) if found.ended else ""]
    line((" · ".join(part for part in parts if part), "bright_black"))
    for flush in flushes:
        head = say("{n} messages before: {words}", "その前の {n} 件: {words}", n=flush.turn_count,
                   words=" · ".join(flush.keywords))  # fmt: skip
        line((head, "cyan"))
        for row in flush.summary.splitlines():
            line((row, "bright_black"), indent=2)
    for message in found.messages:
        line((f"{message.time:%H:%M} ", "bright_black"), (f"{message.speaker}: ", "bold"), message.text)


def _ended(why: str) -> str:
    return {
        "idle": say("ended by silence", "間が空いて終了"),
        "domain": say("ended by another project", "別のプロジェクトに移って終了"),
        "turning phrase": say("ended by a change of subject", "話題を変えて終了"),
        "topic": say("ended by another topic", "別の話題になって終了"),
        "session": say("ended with its session", "セッションとともに終了"),
    }[why]
