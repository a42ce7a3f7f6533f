"""omoide tasks: what is to be done, and what is resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from omoide.doors.cli.acting import allowed, chosen
from omoide.doors.cli.inputs import moment, whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, line, print_json, table
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from datetime import date

    from omoide.mind import Mind

NEEDS = {"add": "TEXT", "done": "N"}
BELONGS = {"--all": ("",)}


def tasks(
    at: Place,
    action: Annotated[
        str | None, Argument(metavar="add|done", help=say("What to do; nothing lists them.", "操作。省けば一覧。"))
    ] = None,
    words: Annotated[
        list[str] | None,
        Argument(metavar="TEXT|N", help=say("The task, or its number in the list.", "課題の文、または一覧の番号。")),
    ] = None,
    every: Annotated[bool, Option("--all", help=say("Also those resolved.", "済んだものも含める。"))] = False,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    what, given = chosen("tasks", action, words, NEEDS)
    allowed({"--all": every}, what, BELONGS)
    time = moment("--now", now)
    with at.mind() as mind:
        if not what:
            return _list(at, mind, every)
        if what == "add":
            task, new = mind.add_task(given[0], time)
            told = say("Written down.", "書き留めました。") if new else say("It is open already.", "すでにあります。")
            more = {"new": new}
        else:
            task = mind.finish_task(whole("N", given[0], 1) or 0, time)
            told, more = say("Done.", "済みにしました。"), {}
    if at.json:
        return print_json({"task": task.plain(), **more})
    line(task.text)
    line((told, "bright_black"))


def _list(at: Place, mind: Mind, every: bool) -> None:
    state = mind.tasks()
    if at.json:
        return print_json(
            {"open": [task.plain() for task in state.open], "resolved": [task.plain() for task in state.resolved]}
        )
    if not state.open and not (every and state.resolved):
        return line(
            say(
                "Nothing to do. `omoide tasks add TEXT` writes something down.",
                "課題はありません。`omoide tasks add 文` で書き留められます。",
            )
        )
    rows: list[list[Part]] = [
        [str(number), ("□", "yellow"), _day(task.since), task.text] for number, task in enumerate(state.open, 1)
    ]
    if every:
        rows += [["", ("✓", "green"), _day(task.resolved), (task.text, "bright_black")] for task in state.resolved]
    table(["", "", say("since", "日付"), say("task", "課題")], rows, right=(0,), long=3)


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""
