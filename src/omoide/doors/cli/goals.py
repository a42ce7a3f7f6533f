"""omoide goals"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from omoide.doors.cli.acting import allowed, chosen
from omoide.doors.cli.inputs import moment, whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, clock, line, print_json, table
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from datetime import datetime

    from omoide.domain.goal import Goal
    from omoide.mind import Mind

NEEDS = {"add": "TEXT", "done": "ID", "drop": "ID", "note": "ID TEXT"}
BELONGS = {"--long": ("add",), "--priority": ("add",), "--note": ("done",), "--why": ("drop",), "--all": ("",)}


def goals(
    at: Place,
    action: Annotated[
        str | None,
        Argument(metavar="add|done|drop|note", help=say("What to do; nothing lists them.", "操作。省けば一覧。")),
    ] = None,
    words: Annotated[
        list[str] | None,
        Argument(metavar="TEXT|ID", help=say("The goal, or its id and a note.", "目標、または ID と記録。")),
    ] = None,
    long: Annotated[bool, Option("--long", help=say("add: a long-term goal.", "add: 長期目標にする。"))] = False,
    priority: Annotated[
        str | None, Option(metavar="N", help=say("add: 1 is the highest (1).", "add: 優先度。1 が最高（既定 1）。"))
    ] = None,
    note: Annotated[
        str | None, Option(metavar="TEXT", help=say("done: how it was reached.", "done: どう達成したか。"))
    ] = None,
    why: Annotated[str | None, Option(metavar="TEXT", help=say("drop: the reason.", "drop: 手放す理由。"))] = None,
    every: Annotated[
        bool, Option("--all", help=say("Also those reached or let go.", "達成・手放したものも含める。"))
    ] = False,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    what, given = chosen("goals", action, words, NEEDS)
    options = {"--long": long, "--priority": priority, "--note": note, "--why": why, "--all": every}
    allowed(options, what, BELONGS)
    rank, time = whole("--priority", priority, 1, 1_000) or 1, moment("--now", now)
    with at.mind() as mind:
        if not what:
            return _list(at, mind, every, time)
        goal, more = _do(mind, what, given, long, rank, note or "", why or "", time)
    if at.json:
        return print_json({"goal": goal.plain(), **more})
    _print([goal])
    line((_told(what, more), "bright_black"))


def _do(
    mind: Mind, what: str, given: list[str], long: bool, priority: int, note: str, why: str, now: datetime | None
) -> tuple[Goal, dict[str, Any]]:
    if what == "add":
        goal, new = mind.add_goal(given[0], long=long, priority=priority, now=now)
        return goal, {"new": new}
    if what == "done":
        goal, event = mind.complete_goal(given[0], note, now)
        return goal, {"episode": {"type": event.kind, "summary": event.text, "arousal": event.arousal}}
    if what == "drop":
        return mind.abandon_goal(given[0], why, now), {}
    return mind.note_progress(given[0], given[1], now), {}


def _list(at: Place, mind: Mind, every: bool, now: datetime | None) -> None:
    found = mind.goals(None if every else "active")
    counted = mind.goal_statistics(now)
    if at.json:
        numbers = {name: getattr(counted, name) for name in counted.__slots__}
        return print_json({"goals": [goal.plain() for goal in found], "statistics": numbers})
    if not found:
        return line(
            say(
                "No goals. `omoide goals add TEXT` sets one.",
                "目標はありません。`omoide goals add 文` で立てられます。",
            )
        )
    _print(found)
    line(
        (
            say(
                "{short} short-term, {long} long-term, {done} reached, {gone} let go",
                "短期 {short}、長期 {long}、達成 {done}、手放した {gone}",
                short=counted.short_term,
                long=counted.long_term,
                done=counted.completed,
                gone=counted.abandoned,
            ),
            "bright_black",
        )
    )


def _print(found: list[Goal]) -> None:
    terms = {"short": say("short", "短期"), "long": say("long", "長期")}
    states: dict[str, Part] = {
        "active": (say("active", "進行中"), "green"),
        "completed": (say("reached", "達成"), "magenta"),
        "abandoned": (say("let go", "手放した"), "bright_black"),
    }
    rows: list[list[Part]] = []
    for goal in found:
        latest = goal.reason or (goal.progress_notes[-1].text if goal.progress_notes else "")
        text = " ".join(goal.goal.split()) + (f" – {' '.join(latest.split())}" if latest else "")
        rows.append([goal.id, str(goal.priority), terms[goal.term], clock(goal.created_at), states[goal.status], text])
    headers = ["id", say("priority", "優先度"), say("term", "期間"), say("set", "設定"), "", say("goal", "目標")]
    table(headers, rows, right=(1,), long=5)


def _told(what: str, more: dict[str, Any]) -> str:
    if what == "done":
        return more["episode"]["summary"]
    if what == "add":
        return say("Set.", "立てました。") if more["new"] else say("It is active already.", "すでにあります。")
    return say("Let go.", "手放しました。") if what == "drop" else say("Noted.", "記録しました。")
