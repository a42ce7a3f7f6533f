"""omoide questions"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from omoide.doors.cli.acting import allowed, chosen
from omoide.doors.cli.inputs import moment, number
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, bar, line, on_terminal, print_json, table
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from datetime import datetime

    from omoide.domain.question import OpenQuestion
    from omoide.mind import Mind

NEEDS = {"add": "TEXT", "resolve": "ID [ANSWER]", "drop": "ID"}
BELONGS = {"--context": ("add",), "--priority": ("add",), "--all": ("",)}


def questions(
    at: Place,
    action: Annotated[
        str | None,
        Argument(metavar="add|resolve|drop", help=say("What to do; nothing lists them.", "操作。省けば一覧。")),
    ] = None,
    words: Annotated[
        list[str] | None,
        Argument(metavar="TEXT|ID", help=say("The question, or its id and answer.", "問い、または ID と答え。")),
    ] = None,
    reason: Annotated[
        str | None, Option("--context", metavar="TEXT", help=say("add: why it matters.", "add: なぜ気になるのか。"))
    ] = None,
    priority: Annotated[
        str | None, Option(metavar="0-1", help=say("add: how much it matters (0.5).", "add: 優先度（既定 0.5）。"))
    ] = None,
    every: Annotated[
        bool, Option("--all", help=say("Also those that are resolved.", "解決したものも含める。"))
    ] = False,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    what, given = chosen("questions", action, words, NEEDS)
    allowed({"--context": reason, "--priority": priority, "--all": every}, what, BELONGS)
    weight, time = number("--priority", priority, 0, 1), moment("--now", now)
    with at.mind() as mind:
        if not what:
            return _list(at, mind.questions(None if every else False))
        question, more = _do(mind, what, given, reason or "", 0.5 if weight is None else weight, time)
    if at.json:
        return print_json({"question": question.plain(), **more})
    _print([question])
    line((_told(what, more), "bright_black"))


def _do(
    mind: Mind, what: str, given: list[str], context: str, priority: float, now: datetime | None
) -> tuple[OpenQuestion, dict[str, Any]]:
    if what == "add":
        question, new = mind.ask_question(given[0], context=context, priority=priority, now=now)
        return question, {"new": new}
    if what == "resolve":
        return mind.resolve_question(given[0], given[1] if len(given) > 1 else "", now), {}
    return mind.drop_question(given[0]), {"dropped": True}


def _list(at: Place, found: list[OpenQuestion]) -> None:
    if at.json:
        return print_json({"questions": [question.plain() for question in found]})
    if not found:
        return line(say("No open questions.", "気になっていることはありません。"))
    _print(found)


def _print(found: list[OpenQuestion]) -> None:
    rows: list[list[Part]] = []
    for question in found:
        weight = f"{bar(question.priority, 5)} {question.priority:.2f}" if on_terminal() else f"{question.priority:.2f}"
        state: Part = (say("open", "未解決"), "cyan") if question.open else (say("resolved", "解決"), "green")
        more = question.context if question.open else question.answer
        text = " ".join(question.topic.split()) + (f" – {' '.join(more.split())}" if more else "")
        rows.append([question.id, weight, question.source_date.isoformat(), state, text])
    table(["id", say("priority", "優先度"), say("since", "日付"), "", say("question", "問い")], rows, long=4)


def _told(what: str, more: dict[str, Any]) -> str:
    if what == "add":
        return say("Kept.", "覚えました。") if more["new"] else say("It is open already.", "すでにあります。")
    return say("Resolved.", "解決しました。") if what == "resolve" else say("Dropped.", "消しました。")
