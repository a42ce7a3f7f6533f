"""What comes out. On a terminal with colours and tables, by rich; into a pipe as plain lines and tab-separated columns.

A pipe never pays for rich, and what a program reads there does not depend on the width of a window.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from omoide.doors.cli.words import say
from omoide.doors.cli.zone import shown_here

if TYPE_CHECKING:
    from rich.console import Console

    from omoide.doors.cli.columns import Narrow
    from omoide.ports import Progress

Part = str | tuple[str, str]  # text, or text with a rich style
# Control characters but for line feed and tab, and marks that turn the direction of writing.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_LEVEL_STYLES = {1: "green", 2: "cyan", 3: "yellow", 4: "bright_black"}


def on_terminal() -> bool:
    return sys.stdout.isatty()


def print_json(data: Any) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2, default=str) + "\n")


def line(*parts: Part, indent: int = 0) -> None:
    """One paragraph; on a terminal it is folded to its width, with every line indented."""
    plain = [part if isinstance(part, str) else part[0] for part in parts]
    if not on_terminal():
        sys.stdout.write(" " * indent + clean("".join(plain)) + "\n")
        return
    from rich.text import Text

    styles = ["" if isinstance(part, str) else part[1] for part in parts]
    text = Text.assemble(*((clean(words), style) for words, style in zip(plain, styles, strict=True)))
    screen = _console()
    for row in text.divide(breaks(text.plain, screen.width - indent)):
        row.rstrip()
        screen.print(Text(" " * indent) + row, no_wrap=True, crop=False)


def table(
    headers: Sequence[str], rows: Sequence[Sequence[Part]], right: Sequence[int] = (), long: int = -1,
    narrow: Narrow = "fold",
) -> None:  # fmt: skip
    """Columns. Numbers (`right`) stand right-aligned. Where the screen is narrow, the `long` column is folded; a text
    that another command shows whole may be cut, and what is to be typed again stands below in one piece."""
    if not on_terminal():
        for row in [headers, *rows]:
            cells = (cell if isinstance(cell, str) else cell[0] for cell in row)
            sys.stdout.write("\t".join(" ".join(clean(cell).split()) for cell in cells) + "\n")
        return
    from rich.text import Text

    from omoide.doors.cli.columns import laid_out

    screen = _console()
    styled = [[(clean(c), "") if isinstance(c, str) else (clean(c[0]), c[1]) for c in row] for row in rows]
    screen.print()
    for parts in laid_out(headers, styled, right, long, narrow, screen.width):
        shown = Text.assemble(*parts)
        shown.rstrip()
        screen.print(shown, no_wrap=True, crop=False, overflow="ignore")
    screen.print()


def width(text: str) -> int:
    """How many cells of a terminal a text takes: Japanese characters take two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


# What must not begin a line, and what must not end one.
_CLINGING = frozenset("、。，．・：；？！ー」』）］｝〉》】…〜ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.;:!?)]}")
_OPENING = frozenset("「『（［｛〈《【([{")


def breaks(text: str, room: int) -> list[int]:
    """Where to fold: after a blank, or beside a wide character, but not between it and what clings to it."""
    found: list[int] = []
    start = last = used = 0
    for position, character in enumerate(text):
        wide = east_asian_width(character) in "WF"
        after_wide = position > 0 and (east_asian_width(text[position - 1]) in "WF" or text[position - 1] == " ")
        parted = position > start and (wide or after_wide) and text[position - 1] not in _OPENING
        if parted and character not in _CLINGING and character != " ":
            last = position
        used += 1 + wide
        if used > room and character != " ":
            start = last if last > start and width(text[last : position + 1]) <= room else position
            found.append(start)
            used = width(text[start : position + 1])
    return found


def note(text: str) -> None:
    """Something to know that is not part of the answer."""
    sys.stderr.write(f"omoide: {text}\n")


@contextmanager
def progress(label: str, stage: Callable[[int, int], str] | None = None) -> Iterator[Progress | None]:
    """A bar on the terminal while something long goes on; None where nobody watches. `stage` names what is being done
    by how much is done, of how much."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress as shown
    from rich.console import Console

    # Where stages are named, what is counted are parts of them, which mean nothing to anybody.
    counted = shown.TaskProgressColumn() if stage else shown.MofNCompleteColumn()
    columns = (shown.TextColumn("{task.description}"), shown.BarColumn(), counted, shown.TimeRemainingColumn())
    with shown.Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(label, total=None)

        def tell(done: int, total: int) -> None:
            words = stage(done, total) if stage else ""
            bars.update(task, completed=done, total=total, description=f"{label}: {words}" if words else label)

        yield tell


def level(number: int) -> Part:
    names = {
        1: say("full", "全文"),
        2: say("summary", "要約"),
        3: say("trace", "痕跡"),
        4: say("archive", "保管"),
    }
    return f"L{number} {names[number]}", _LEVEL_STYLES[number]


def bar(share: float, width: int = 10) -> str:
    """A share of 0 to 1 as blocks, in eighths."""
    eighths = round(min(max(share, 0.0), 1.0) * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")).ljust(width, "·")


def retention(score: float, number: int) -> Part:
    """With a bar for eyes, without one for programs."""
    return f"{bar(score / 100)} {score:5.1f}" if on_terminal() else f"{score:.1f}", _LEVEL_STYLES[number]


def clock(moment: datetime) -> str:
    return shown_here(moment).strftime("%Y-%m-%d %H:%M")


def size(count: float) -> str:
    for unit in ("B", "KB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def clean(text: str) -> str:
    """Without control characters: what was remembered must not be able to steer the terminal it is shown on (R14)."""
    return _STEERING.sub("", text)


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)
