"""omoide log: everything that happened, as it was written down."""

from __future__ import annotations

import json
import sys
import time
from datetime import date as Date
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from omoide.domain.activity_lines import told
from omoide.domain.dates import wall_clock
from omoide.domain.event import EVENT_TYPES, LABELS
from omoide.doors.cli.acting import allowed, chosen
from omoide.doors.cli.inputs import day_of, moment, one_of, whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, line, print_json
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.domain.event import Entry
    from omoide.mind import Mind

SHOWN = 50  # events, unless more are asked for
EVERY = 0.3  # seconds between two looks at the file
WIDEST = 300  # characters of an event
_STYLES = {
    "MSG<": "cyan", "MSG>": "green", "DM<": "bright_cyan", "DM>": "bright_green", "CH.W": "blue", "CH.R": "blue",
    "NTFY": "magenta", "TOOL": "yellow", "HB": "bright_black", "CRON": "bright_black", "MEM": "bright_yellow",
    "ERR": "red", "RSLV": "bright_magenta",
}  # fmt: skip
NEEDS = {"add": "TYPE [TEXT]"}
LOOKING = ("--date", "--type", "--from", "--last", "--follow")
ADDING = ("--with", "--channel", "--tool", "--via", "--summary", "--task", "--exit-code", "--time")


def log(
    at: Place,
    action: Annotated[
        str | None,
        Argument(metavar="add", help=say("Log an event; nothing shows the log.", "出来事を加える。省けば表示。")),
    ] = None,
    words: Annotated[
        list[str] | None, Argument(metavar="TYPE TEXT", help=say("add: its type and its text.", "add: 種類と本文。"))
    ] = None,
    date: Annotated[str | None, Option(metavar="DAY", help=say("Only this day.", "この日だけ。"))] = None,
    kind: Annotated[
        str | None,
        Option(
            "--type",
            metavar="TYPE",
            help=say(
                "Only this type, or its label (several with commas).", "この種類かラベルだけ（コンマ区切りで複数）。"
            ),
        ),
    ] = None,
    since: Annotated[
        str | None, Option("--from", metavar="ISO", help=say("From this time on.", "この時刻以降。"))
    ] = None,
    last: Annotated[
        str | None,
        Option(
            metavar="N",
            help=say(
                "The newest so many (50, or all of a day); 0 means all.",
                "新しい順に N 件（既定 50、日の指定があれば全部）。0 は全部。",
            ),
        ),
    ] = None,
    follow: Annotated[
        bool, Option("--follow", "-f", help=say("Go on showing what happens.", "起きたことを表示し続ける。"))
    ] = False,
    peer: Annotated[
        str | None, Option("--with", metavar="NAME", help=say("add: the other side.", "add: 相手の名前。"))
    ] = None,
    channel: Annotated[str | None, Option(metavar="NAME", help=say("add: the channel.", "add: チャネル。"))] = None,
    tool: Annotated[str | None, Option(metavar="NAME", help=say("add: the tool.", "add: 道具。"))] = None,
    via: Annotated[
        str | None, Option(metavar="NAME", help=say("add: how a person was told.", "add: 通知の手段。"))
    ] = None,
    summary: Annotated[str | None, Option(metavar="TEXT", help=say("add: in short.", "add: 要約。"))] = None,
    task: Annotated[str | None, Option(metavar="NAME", help=say("add: the task.", "add: タスク。"))] = None,
    exit_code: Annotated[str | None, Option(metavar="N", help=say("add: how it ended.", "add: 終了コード。"))] = None,
    moment_: Annotated[
        str | None, Option("--time", metavar="ISO", help=say("add: when (now).", "add: 時刻（既定は今）。"))
    ] = None,
) -> None:
    what, given = chosen("log", action, words, NEEDS)
    values = (date, kind, since, last, follow, peer, channel, tool, via, summary, task, exit_code, moment_)
    belongs = {name: ("" if name in LOOKING else "add",) for name in (*LOOKING, *ADDING)}
    allowed(dict(zip(belongs, values, strict=True)), what, belongs)
    if what:
        texts = {"channel": channel, "tool": tool, "via": via, "summary": summary, "task": task}
        return _add(at, given, peer or "", texts, whole("--exit-code", exit_code), moment("--time", moment_))
    if follow and date:
        raise InvalidInput("--follow and --date do not go together.", "--follow と --date は一緒に使えません。")
    types, begin, count = _types(kind), moment("--from", since), whole("--last", last)
    most = (None if date or since else SHOWN) if count is None else count or None
    with at.mind() as mind:
        wanted = {"day": day_of(mind, date), "types": types, "since": begin, "most": most}
        if follow:
            _follow(at, mind, types, wanted)
        else:
            _show(at, mind, wanted)


def _show(at: Place, mind: Mind, wanted: dict[str, Any]) -> None:
    from omoide.perceive import look_back

    found = look_back(mind.faculties, **wanted)
    if at.json:
        return print_json([plain(entry) for entry in found])
    if not found:
        line(say("Nothing is logged.", "記録はありません。"))
    _tell(at, mind, found)


def _follow(at: Place, mind: Mind, types: tuple[str, ...], wanted: dict[str, Any]) -> None:
    """What is there, then what comes. The end of the log is looked up first: nothing falls between the two."""
    from omoide.perceive import look_back

    activity = mind.faculties.activity
    places = activity.ends(mind.scope)
    newest = max(places, default=Date.min)
    found = look_back(mind.faculties, **wanted)
    _tell(at, mind, [e for e in found if e.day < newest or (e.day == newest and e.line <= places[newest][1])])
    try:
        while True:
            more, places = activity.grown(mind.scope, places)
            _tell(at, mind, [entry for entry in more if not types or entry.event.type in types])
            time.sleep(EVERY)
    except KeyboardInterrupt:  # the way to end it
        return


def _tell(at: Place, mind: Mind, entries: list[Entry]) -> None:
    for entry in entries:
        if at.json:
            sys.stdout.write(json.dumps(plain(entry), ensure_ascii=False, default=str) + "\n")
        else:
            _print(mind, entry)
    sys.stdout.flush()


def plain(entry: Entry) -> dict[str, Any]:
    return entry.event.plain() | {"label": entry.event.label, "pointer": entry.pointer}


def _print(mind: Mind, entry: Entry) -> None:
    event = entry.event
    text = " ".join(told(event).split())
    text = text if len(text) <= WIDEST else f"{text[:WIDEST]}… (-> {entry.pointer})"
    if event.type == "cron_executed":
        text = f"{event.task}: exit={'?' if event.exit_code is None else event.exit_code} {text}".rstrip()
    shown = wall_clock(event.ts, mind.settings.zone(mind.scope.person))
    label: Part = (f"{event.label:<4}", _STYLES.get(event.label, "bold"))
    line((f"{shown:%Y-%m-%d %H:%M:%S}", "bright_black"), " ", label, " ", text)


def _types(text: str | None) -> tuple[str, ...]:
    """Types as they are named, or all those that have a label."""
    found: list[str] = []
    for name in (text or "").split(","):
        if not name.strip():
            continue
        labelled = [kind for kind, label in LABELS.items() if label == name.strip().upper()]
        found += labelled or [one_of("--type", name.strip(), EVENT_TYPES) or ""]
    return tuple(found)


def _add(
    at: Place, given: list[str], peer: str, texts: dict[str, str | None], exit_code: int | None, ts: datetime | None
) -> None:
    kind: Any = one_of("TYPE", given[0], EVENT_TYPES)
    side = "to" if kind in ("response_sent", "dm_sent", "channel_post", "human_notify") else "from_"
    fields = {name: text for name, text in texts.items() if text} | ({side: peer} if peer else {})
    with at.mind() as mind:
        event = mind.note_event(kind, ts=ts, exit_code=exit_code, content=given[1] if len(given) > 1 else "", **fields)
    if at.json:
        return print_json({"logged": event is not None, "event": event.plain() if event else None})
    line(
        say("Logged.", "記録しました。")
        if event
        else say(
            "Not logged: a pause, a rule, or a log that cannot be written (see `omoide doctor`).",
            "記録していません（休止中、覚えない決まり、または書き込めません。`omoide doctor` を見てください）。",
        )
    )
