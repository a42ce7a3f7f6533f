"""omoide diary: the days as a journal to read, latest first."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from omoide.doors.cli.episodes import heading
from omoide.doors.cli.inputs import stretch, whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json
from omoide.doors.cli.words import say

SHOWN = 7  # accounts, unless more are asked for
STAR = "★"


def diary(
    at: Place,
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
    limit: Annotated[
        str | None, Option(metavar="N", help=say("At most so many (7).", "最大の件数（既定 7）。"))
    ] = None,
) -> None:
    from omoide.recall import fields_of_000

    days, most = stretch(since, until, range_), whole("--limit", limit, 1)
    with at.mind() as mind:
        found, highlight = mind.episodes(days)[::-1], mind.settings.episodes.highlight
    shown = found if days and not most else found[: most or SHOWN]
    if at.json:
        return print_json({"episodes": [fields_of_000(episode) for episode in shown]})
    if not shown and days:
        return line(say("Nothing is written about those days.", "その日々のことは書かれていません。"))
    if not shown:
        return line(say("Nothing is written yet: the night, or `omoide episodes update`, writes the days.",
                        "まだ何も書かれていません。夜か `omoide episodes update` が日々を書きます。"))  # fmt: skip
    for episode in shown:
        heading(episode, highlight)
        for paragraph in episode.summary.splitlines():
            line((paragraph, "yellow") if paragraph.startswith(STAR) else paragraph, indent=2)
        line()
    if len(shown) < len(found):
        line((say("There are more; --limit shows them.", "続きは --limit で表示できます。"), "bright_black"))
