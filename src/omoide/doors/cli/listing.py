"""omoide list"""

from __future__ import annotations

from typing import Annotated

from typer import Option

from omoide.domain.memory import CATEGORIES, Memory
from omoide.doors.cli.inputs import moment, one_of, whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, clock, level, line, on_terminal, print_json, retention, table
from omoide.doors.cli.words import say

SHOWN = 20  # on a terminal, unless more are asked for


def listing(
    at: Place,
    level_: Annotated[
        str | None, Option("--level", metavar="1-4", help=say("Only this level.", "この段階だけ。"))
    ] = None,
    archived: Annotated[bool, Option("--archived", help=say("Only archived ones.", "保管中だけ。"))] = False,
    protected: Annotated[bool, Option("--protected", help=say("Only protected ones.", "保護中だけ。"))] = False,
    retired: Annotated[
        bool, Option("--retired", help=say("Only what was corrected: history.", "訂正された履歴だけ。"))
    ] = False,
    personal: Annotated[
        bool, Option("--personal", help=say("Only what is about you.", "本人に関することだけ。"))
    ] = False,
    category: Annotated[
        str | None,
        Option(
            metavar=say("KIND", "種類"),
            help=say(
                "Only casual, work, decision or emotional ones.", "casual・work・decision・emotional のどれかだけ。"
            ),
        ),
    ] = None,
    since: Annotated[
        str | None, Option(metavar="ISO", help=say("Made at this time or later.", "この時刻以降のもの。"))
    ] = None,
    until: Annotated[
        str | None, Option(metavar="ISO", help=say("Made before this time.", "この時刻より前のもの。"))
    ] = None,
    limit: Annotated[
        str | None,
        Option(
            metavar="N",
            help=say("At most so many (20 on a terminal, else all).", "最大の件数（端末では 20、それ以外はすべて）。"),
        ),
    ] = None,
) -> None:
    from omoide.doors.cli.forms import tell_whose
    from omoide.doors.forms import full
    from omoide.ports import Filter

    most = whole("--limit", limit, 1)
    where = Filter(
        level=whole("--level", level_, 1, 4),
        archived=True if archived else None,
        protected=True if protected else None,
        retired=retired,
        personal=True if personal else None,
        category=one_of("--category", category, CATEGORIES),
        since=moment("--since", since),
        until=moment("--until", until),
        limit=most if most or at.json or not on_terminal() else SHOWN + 1,
    )
    with at.mind() as mind:
        memories = mind.list(where)
        if not memories:
            tell_whose(mind)
    if at.json:
        return print_json({"memories": [full(memory) for memory in memories]})
    if not memories:
        return line(say("No memories.", "記憶はありません。"))
    more = on_terminal() and not most and len(memories) > SHOWN
    _print(memories[:SHOWN] if more else memories)
    if more:
        line((say("There are more; --limit shows them.", "続きは --limit で表示できます。"), "bright_black"))


def _print(memories: list[Memory]) -> None:
    from omoide.doors.cli.forms import accounted, marks

    rows: list[list[Part]] = []
    for memory in memories:
        special = "".join(f"[{mark if isinstance(mark, str) else mark[0]}] " for mark in marks(memory))
        text = special + "".join(accounted(memory))
        style = level(memory.level)[1]
        strength = retention(memory.retention, memory.level)
        rows.append([memory.id, clock(memory.created), (f"L{memory.level}", style), strength, text])
    table(["id", say("made", "日時"), "", say("retention", "保持"), say("memory", "記憶")], rows, long=4, narrow="cut")
