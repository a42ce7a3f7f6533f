"""omoide episodes"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from omoide.doors.cli.acting import allowed, chosen
from omoide.doors.cli.inputs import moment, stretch
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, clock, line, on_terminal, print_json, progress, table
from omoide.doors.cli.words import say, say_of

if TYPE_CHECKING:
    from omoide.domain.episode import Episode

NEEDS = {"show": "ID", "update": "", "restore": "ID"}
BELONGS = {
    "--merge": ("update",), "--now": ("update", "restore"), "--archived": ("",), "--since": ("",), "--until": ("",),
    "--range": ("",),
}  # fmt: skip
SHOWN = 20  # on a terminal


def episodes(
    at: Place,
    action: Annotated[
        str | None,
        Argument(metavar="show|update|restore", help=say("What to do; nothing lists them.", "操作。省けば一覧。")),
    ] = None,
    words: Annotated[
        list[str] | None,
        Argument(metavar="ID", help=say("show, restore: which one.", "show・restore: どのエピソードか。")),
    ] = None,
    since: Annotated[str | None, Option(metavar="DATE", help=say("From this day on.", "この日から。"))] = None,
    until: Annotated[
        str | None, Option(metavar="DATE", help=say("Up to and with this day.", "この日まで（当日を含む）。"))
    ] = None,
    range_: Annotated[
        str | None,
        Option(
            "--range", metavar="A~B", help=say("Days such as 2026-01-01~2026-01-07.", "2026-01-01~2026-01-07 の形。")
        ),
    ] = None,
    archived: Annotated[
        bool, Option("--archived", help=say("Only what was merged into weeks.", "週にまとめられた元の日だけ。"))
    ] = False,
    merge: Annotated[
        bool, Option("--merge", help=say("update: also merge old days by the week.", "update: 古い日を週にまとめる。"))
    ] = False,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    what, given = chosen("episodes", action, words, NEEDS)
    options = {"--since": since, "--until": until, "--range": range_, "--archived": archived, "--merge": merge}
    allowed(options | {"--now": now}, what, BELONGS)
    when = moment("--now", now)
    if what == "show":
        with at.mind() as mind:
            return _show(at, mind.episode(given[0]), mind.settings.episodes.highlight)
    if what == "restore":
        return _restore(at, given[0], when)
    if what == "update":
        with at.mind() as mind, progress(say("Telling the days", "日々をまとめています")) as report:
            done = mind.update_episodes(when, merge, report)
        return _updated(at, done)
    days = stretch(since, until, range_)
    with at.mind() as mind:
        found, highlight = mind.episodes(days, archived=archived), mind.settings.episodes.highlight
    if not found and (days or archived) and not at.json:
        return line(say("There is no such episode.", "当てはまるエピソードはありません。"))
    _list(at, found, highlight)


def _restore(at: Place, name: str, when: datetime | None) -> None:
    """An account that nobody needed for long, and that was let go; else the days that a week was made of."""
    with at.mind() as mind:
        found_again = mind.bring_back_episode(name, when)
        back = 1 if found_again else mind.unmerge_week(name, when)
    told = say("{n} days came back from the archive", "{n} 日分を保管から戻しました", n=back)
    if found_again:
        told = say("It is found again from the coming night on.", "次の夜から、また見つかるようになります。")
    return print_json({"restored": back}) if at.json else line(told)


def _list(at: Place, found: list[Episode], highlight: float) -> None:
    from omoide.recall import fields_of_000

    if at.json:
        return print_json({"episodes": [fields_of_000(episode) for episode in found]})
    if not found:
        return line(say("No episodes yet: `omoide episodes update` makes them.",
                        "エピソードはまだありません。`omoide episodes update` で作れます。"))  # fmt: skip
    newest = found[::-1]
    more = on_terminal() and len(newest) > SHOWN
    rows: list[list[Part]] = [
        [episode.id, episode.date, star(episode, highlight), kind(episode), " ".join(episode.summary.split())]
        for episode in (newest[:SHOWN] if more else newest)
    ]
    table(["id", say("days", "日"), "", "", say("account", "内容")], rows, long=4, narrow="cut")
    if more:
        line((say("There are more; --range shows them.", "続きは --range で表示できます。"), "bright_black"))


def _show(at: Place, episode: Episode, highlight: float) -> None:
    from omoide.recall import fields_of_000

    if at.json:
        return print_json(fields_of_000(episode) | _besides(episode))
    heading(episode, highlight)
    for paragraph in episode.summary.splitlines():
        line(paragraph, indent=2)
    made = say("made by {who}, {when}, from {n} turns", "作成: {who}、{when}、{n} 往復から", who=episode.made_by or "–",
               when=clock(episode.created), n=len(episode.sources))  # fmt: skip
    line((made, "bright_black"))
    if episode.merged_into:
        line((say("merged into {id}", "{id} にまとめられています", id=episode.merged_into), "bright_black"))


def _besides(episode: Episode) -> dict[str, Any]:
    return {
        "kind": episode.kind,
        "made_by": episode.made_by,
        "failed": episode.failed,
        "archived_at": episode.archived_at.isoformat() if episode.archived_at else None,
        "merged_into": episode.merged_into,
        "sources": list(episode.sources),
        "persona": episode.scope.persona,
        "person": episode.scope.person,
    }


def _updated(at: Place, done: dict[str, dict[str, Any]]) -> None:
    if at.json:
        return print_json(done)
    days, weeks = done["episodes"], done.get("weeks", {})
    line(say("{n} days told", "{n} 日分をまとめました", n=days["told"]))
    if weeks:
        line(say("{n} weeks merged", "{n} 週分にまとめ直しました", n=weeks["merged"]))
    for result in (days, weeks):
        for key, en, ja in (("refused", "{n} refused by the model", "モデルの拒否 {n}"),
                            ("postponed", "{n} left for next time", "次回に持ち越し {n}")):  # fmt: skip
            if result.get(key):
                why = f": {say_of(result, 'reason')}" if result.get("reason") else ""
                line((say(en, ja, n=result[key]) + why, "yellow"))


def star(episode: Episode, highlight: float) -> Part:
    strong = episode.arousal_max
    return (f"★{strong:.2f}", "yellow") if strong is not None and strong >= highlight else ""


def kind(episode: Episode) -> Part:
    if episode.failed:
        return say("refused", "エラー"), "red"
    names = {"day": "", "week": say("week", "週"), "achievement": say("achievement", "達成"),
             "discovery": say("discovery", "発見"), "bonding": say("bond", "絆")}  # fmt: skip
    return names[episode.kind], "cyan"


def heading(episode: Episode, highlight: float) -> None:
    """One line: which days, how stirring, what it is, its id."""
    parts: list[Part] = [(_days(episode), "bold")]
    for part in (star(episode, highlight), kind(episode), (episode.id, "bright_black")):
        if part and (isinstance(part, str) or part[0]):
            parts += ["  ", part]
    line(*parts)


def _days(episode: Episode) -> str:
    first, last = episode.days.first, episode.days.last
    return weekday(first) if first == last else f"{weekday(first)} ~ {weekday(last)}"


def weekday(day: date) -> str:
    names = say("Mon Tue Wed Thu Fri Sat Sun", "月 火 水 木 金 土 日").split()
    return f"{day.isoformat()} ({names[day.weekday()]})"
