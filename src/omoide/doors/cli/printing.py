"""What comes out. On a terminal with colours and tables, by rich; into a pipe as plain lines and tab-separated columns.

A pipe never pays for rich, and what a program reads there does not depend on the width of a window.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from rich.console import Console

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
    if on_terminal():
        from rich.padding import Padding
        from rich.text import Text

        text = Text.assemble(
            *((clean(part), "") if isinstance(part, str) else (clean(part[0]), part[1]) for part in parts)
        )
        _console().print(Padding(text, (0, 0, 0, indent)) if indent else text)
    else:
        text = "".join(part if isinstance(part, str) else part[0] for part in parts)
        sys.stdout.write(" " * indent + clean(text) + "\n")


def table(
    headers: Sequence[str], rows: Sequence[Sequence[Part]], right: Sequence[int] = (), long: Sequence[int] = ()
) -> None:
    """Columns. Numbers (`right`) stand right-aligned; only `long` columns may be folded."""
    if not on_terminal():
        for row in [headers, *rows]:
            cells = (cell if isinstance(cell, str) else cell[0] for cell in row)
            sys.stdout.write("\t".join(" ".join(clean(cell).split()) for cell in cells) + "\n")
        return
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for position, header in enumerate(headers):
        shown.add_column(
            header,
            justify="right" if position in right else "left",
            no_wrap=position not in long,
            overflow="fold" if position in long else "ellipsis",
        )
    for row in rows:
        shown.add_row(*(Text(clean(c)) if isinstance(c, str) else Text(clean(c[0]), c[1]) for c in row))
    _console().print(shown)


def note(text: str) -> None:
    """Something to know that is not part of the answer."""
    sys.stderr.write(f"omoide: {text}\n")


@contextmanager
def progress(label: str) -> Iterator[Progress | None]:
    """A bar on the terminal while something long goes on; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(label, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)


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
    return f"{bar(score / 100)} {score:5.1f}", _LEVEL_STYLES[number]


def clock(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M")


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
