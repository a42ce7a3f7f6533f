"""omoide protect, omoide unprotect"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from omoide.domain.memory import Memory
from omoide.doors.cli.forms import body, heading
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json
from omoide.doors.cli.words import say
from omoide.doors.forms import full
from omoide.errors import InvalidInput, ProtectionFull

if TYPE_CHECKING:
    from omoide.mind import Mind


def protect(
    at: Place,
    memory: Annotated[str, Argument(metavar="ID", help=say("The memory to keep.", "保護する記憶の ID。"))] = "",
    release: Annotated[
        list[str] | None,
        Option(
            metavar="ID",
            help=say("Release this one to make room; may be repeated.", "代わりに保護を解く記憶。繰り返せる。"),
        ),
    ] = None,
    pending: Annotated[
        bool,
        Option(
            "--pending",
            help=say("List what waits for you to decide.", "保護するかどうかの判断待ちを並べる。"),
        ),
    ] = False,
) -> None:
    if not memory:
        if pending and not release:
            return _list_pending(at)
        raise InvalidInput(
            "name the memory to protect; `omoide protect --pending` lists those that wait.",
            "保護する記憶の ID を指定してください。判断待ちは `omoide protect --pending` で見られます。",
        )
    with at.mind() as mind:
        try:
            kept = mind.protect(memory, release or ())
        except ProtectionFull as full_list:
            if at.json or not sys.stdin.isatty():
                raise
            kept = mind.protect(memory, _choose(mind, full_list))
    _tell(at, kept, say("It will not be forgotten.", "忘れないように保護しました。"))


def _list_pending(at: Place) -> None:
    """Those that found the list full when nobody could be asked (F6), oldest first."""
    from omoide.ports import Filter

    with at.mind() as mind:
        waiting = mind.list(Filter(protection_pending=True))[::-1]
        protected, most = mind.counts().protected, mind.settings.protection.most
    if at.json:
        return print_json({"pending": [full(memory) for memory in waiting], "protected": protected, "most": most})
    if not waiting:
        return line(say("Nothing waits for protection.", "判断待ちの記憶はありません。"))
    for memory in waiting:
        heading(memory)
        body(memory)
    line(
        (
            say(
                "{n} of {most} places are taken. `omoide protect ID` keeps one (--release ID makes room),"
                " `omoide unprotect ID` lets it go.",
                "{most} 件中 {n} 件が埋まっています。`omoide protect ID` で保護（--release ID で入れ替え）、"
                "`omoide unprotect ID` で見送ります。",
                n=protected,
                most=most,
            ),
            "bright_black",
        )
    )


def unprotect(
    at: Place,
    memory: Annotated[str, Argument(metavar="ID", help=say("The memory to release.", "保護を解く記憶の ID。"))],
) -> None:
    with at.mind() as mind:
        released = mind.unprotect(memory)
    _tell(at, released, say("It may fade again.", "保護を解きました。"))


def _choose(mind: Mind, full_list: ProtectionFull) -> list[str]:
    """Somebody is there to ask: show the oldest and let them choose (F6)."""
    line(
        say(
            "The list of protected memories is full. Release one of the oldest?",
            "保護できる数の上限です。古いもののうち、どれの保護を解きますか？",
        )
    )
    for place, memory_id in enumerate(full_list.oldest, 1):
        shown = mind.show(memory_id)
        line(
            (f"{place}", "bold"),
            f"  {shown.created.date()}  ",
            (shown.id, "bright_black"),
            "  ",
            " ".join(shown.trigger.split()),
            indent=2,
        )
    sys.stdout.write(say("Number (empty to stop): ", "番号（空のままなら中止）: "))
    sys.stdout.flush()
    answer = sys.stdin.readline().strip()
    if not answer:
        raise typer.Abort
    if not answer.isdecimal() or not 1 <= int(answer) <= len(full_list.oldest):
        raise InvalidInput(
            f"choose a number from 1 to {len(full_list.oldest)}.",
            f"1 から {len(full_list.oldest)} の番号を選んでください。",
        )
    return [full_list.oldest[int(answer) - 1]]


def _tell(at: Place, memory: Memory, text: str) -> None:
    if at.json:
        return print_json(full(memory))
    heading(memory)
    body(memory)
    line((text, "bright_black"), indent=2)
