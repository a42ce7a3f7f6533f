"""What begins with a slash in `omoide chat`: it is done, and neither said nor remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omoide.doors.cli.printing import line
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.context import Context
    from omoide.doors.cli.place import Place
    from omoide.mind import Mind

QUIT = "quit"
COMMANDS = {
    "/remember": ("TEXT: remember it now", "文: いま覚える"),
    "/why": ("[ID]: where a memory comes from; without an id, what was brought to mind for the last reply",
             "[ID]: 記憶の由来。ID がなければ、直前の返事で思い浮かべたこと"),
    "/mood": ("what the persona feels, and what moves it", "いまの気持ちと、心を動かすもの"),
    "/sleep": ("live the night that is due", "夜を過ごす"),
    "/help": ("this list", "この一覧"),
    "/quit": ("end the talk; Ctrl-D does the same", "終わる（Ctrl-D も同じ）"),
}  # fmt: skip


def obey(text: str, at: Place, mind: Mind, last: Context | None) -> str:
    """Do it; returns QUIT when the talk shall end."""
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    if word in ("/quit", "/exit"):
        return QUIT
    if word == "/remember":
        return _remember(mind, rest)
    if word == "/why":
        return _why(at, rest, last)
    if word == "/mood":
        from omoide.doors.cli.mood import mood

        mood(at)
    elif word == "/sleep":
        from omoide.doors.cli.sleep import sleep

        sleep(at)
    elif word == "/help":
        for name, (en, ja) in COMMANDS.items():
            line((name, "bold"), f" {say(en, ja)}")
    else:
        raise InvalidInput(
            f"there is no command {word}; /help shows them.", f"{word} というコマンドはありません。/help で一覧。"
        )
    return ""


def _remember(mind: Mind, text: str) -> str:
    if not text:
        raise InvalidInput("say what: /remember TEXT", "覚えることを書いてください: /remember 文")
    made = mind.remember(text)
    line(say("Remembered: {id}", "覚えました: {id}", id=made.id))
    return ""


def _why(at: Place, memory: str, last: Context | None) -> str:
    if memory:
        from omoide.doors.cli.why import why

        why(at, memory)
    elif last is None:
        line(say("Nothing has been said yet.", "まだ何も話していません。"))
    else:
        from omoide.doors.cli.prime import show

        show(last)
        for one in last.thought.shown:
            line((f"{one.memory.id}  {one.why.reason}", "bright_black"))
    return ""
