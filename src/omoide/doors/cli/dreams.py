"""omoide dreams: the dream diary, latest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Option

from omoide.doors.cli.inputs import whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clock, line, print_json
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from omoide.domain.dream import Insight

SHOWN = 7  # unless more are asked for


def dreams(
    at: Place,
    limit: Annotated[
        str | None,
        Option(metavar="N", help=say("At most so many (7).", "最大の件数（既定 7）。")),
    ] = None,
) -> None:
    most = whole("--limit", limit, 1)
    with at.mind() as mind:
        found = mind.insights(most if most or at.json else SHOWN)
        strategy = mind.strategy()
    if at.json:
        return print_json({"insights": [insight.plain() for insight in found], "strategy": strategy})
    if not found:
        return line(
            say(
                "No dreams yet: a night with a model set brings them (`omoide config set models.summary "
                "provider:model`).",
                "まだ夢はありません。モデルを設定した夜に見ます（`omoide config set models.summary 提供元:モデル`）。",
            )
        )
    for insight in found:
        _print(insight)
    if strategy:
        line((say("Now: ", "いまの指針: "), "bold"), strategy)


def _print(insight: Insight) -> None:
    kinds = {
        0: say("an answer", "答えから"),
        1: say("day", "日次"),
        2: say("week", "週次"),
        3: say("month", "月次"),
    }
    head = f"{clock(insight.created_at)}  {kinds.get(insight.level, insight.level)}  "
    made = say("  made by {who}", "  作成: {who}", who=insight.made_by) if insight.made_by else ""
    line((head, "bright_black"), (" ".join(insight.trigger_topic.split()), "bold"), (made, "bright_black"))
    for text, style in ((insight.insight, ""), (insight.log_entry, "italic bright_black")):
        for paragraph in text.splitlines():
            line((paragraph, style), indent=2)
    if insight.strategy:
        line((f"→ {' '.join(insight.strategy.split())}", "cyan"), indent=2)
    line("")
