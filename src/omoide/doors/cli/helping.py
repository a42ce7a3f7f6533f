"""Help on a screen: folded as everything else is, so that no Japanese sentence is cut for want of blanks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from omoide.doors.cli.printing import breaks
from omoide.doors.cli.words import say


@contextmanager
def folded() -> Iterator[None]:
    """While typer prints help: rich folds only at blanks, and cuts a sentence that has none."""
    import rich.text

    module: Any = rich.text
    usual = module.divide_line
    module.divide_line = lambda words, width, fold=True: breaks(words, width)
    try:
        yield
    finally:
        module.divide_line = usual


def without_types(command: Any) -> None:
    """`<list[str]>` says nothing to people: an argument is called by its name, a text TEXT."""
    for one in command.params:
        if one.param_type_name == "argument":
            one.display_type_rich = _nothing
        elif one.metavar is None and not one.is_flag:
            one.metavar = say("TEXT", "文")


def _nothing(ctx: Any) -> str:
    return ""
