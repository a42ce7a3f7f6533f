"""omoide topics"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument

from omoide.doors.cli.acting import chosen
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, line, print_json, table
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from omoide.indexing import TopicTold

NEEDS = {"show": "NAME"}


def topics(
    at: Place,
    action: Annotated[
        str | None,
        Argument(metavar="show", help=say("Recall one topic; nothing lists them.", "話題を一つ思い出す。省けば一覧。")),
    ] = None,
    words: Annotated[
        list[str] | None,
        Argument(metavar=say("NAME", "名前"), help=say("Its name or id.", "話題の名前か ID。")),
    ] = None,
) -> None:
    what, given = chosen("topics", action, words, NEEDS)
    with at.mind() as mind:
        found = [mind.topic(given[0])] if what else mind.topics()
    if at.json:
        plain = [_plain(one, texts=bool(what)) for one in found]
        return print_json({"topic": plain[0]} if what else {"topics": plain})
    if what:
        return _tell(found[0])
    if not found:
        return line(
            say(
                "No topics yet: the night finds them among the accounts of days.",
                "話題はまだありません。夜のあいだに、日々のまとめの中から見つかります。",
            )
        )
    rows: list[list[Part]] = [
        [one.topic.id, str(len(one.episodes)), one.episodes[0].date, one.episodes[-1].date, one.topic.label]
        for one in found
        if one.episodes
    ]
    headers = ["id", say("episodes", "件数"), say("first", "最初"), say("last", "最後"), say("topic", "話題")]
    table(headers, rows, right=(1,), long=4)


def _tell(one: TopicTold) -> None:
    line((one.topic.label or one.topic.id, "bold"), "  ", (one.topic.id, "bright_black"))
    for episode in one.episodes:
        line((episode.date, "cyan"), "  ", (episode.id, "bright_black"))
        line(" ".join(episode.summary.split()), indent=2)


def _plain(one: TopicTold, texts: bool) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "id": one.topic.id,
        "label": one.topic.label,
        "made_by": one.topic.made_by,
        "episodes": [episode.id for episode in one.episodes],
    }
    if texts:
        plain["episodes"] = [
            {"id": e.id, "date": e.date, "summary": e.summary, "arousal": e.arousal} for e in one.episodes
        ]
    return plain
