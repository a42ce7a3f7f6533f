"""omoide prime: everything that the persona would have in mind for a reply (R9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from omoide.doors.cli.inputs import moment, project_folder
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, note, print_json
from omoide.doors.cli.words import say, spoken

if TYPE_CHECKING:
    from omoide.context import Context, Decided


def prime(
    at: Place,
    message: Annotated[
        str, Argument(metavar=say("MESSAGE", "発言"), help=say("What was just said.", "いま言われたこと。"))
    ],
    session: Annotated[
        str,
        Option(
            metavar="ID",
            help=say("The conversation it belongs to: feelings carry over.", "どの会話の中か。感情が引き継がれる。"),
        ),
    ] = "",
    project: Annotated[
        str | None,
        Option(
            metavar=say("FOLDER", "フォルダー"),
            help=say("The project that the talk is about.", "話題になっているプロジェクトのフォルダー。"),
        ),
    ] = None,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
    no_mark: Annotated[
        bool, Option("--no-mark", help=say("Leave no trace of having recalled.", "思い出した跡を残さない。"))
    ] = False,
) -> None:
    time = moment("--now", now)
    with at.mind() as mind:
        brought = mind.context(message, session=session, project=project_folder(project), now=time, mark=not no_mark)
    tell_failure(brought.decided)
    if at.json:
        return print_json(brought.plain())
    show(brought)


def show(brought: Context) -> None:
    """Each section under its name and the reason why it is there, then what found no room."""
    if not brought.sections:
        line(say("Nothing is brought to mind.", "思い浮かぶことはありません。"))
    for section in brought.sections:
        reason = why(section.name, brought.decided)
        line((section.name, "bold"), (f"  {reason}  ", "bright_black"), (_tokens(section.tokens), "bright_black"))
        for row in section.text.split("\n"):
            line(row, indent=2)
        line()
    for gone in brought.left_out:
        told = say("cut short", "途中まで") if gone.cut else say("left out", "入らなかったもの")
        line((f"{told}: {gone.section}: {gone.what} ({_tokens(gone.tokens)})", "bright_black"))
    if brought.shown:
        told = say(
            "after it, as they were said: the last {n} exchanges",
            "続けて、直近 {n} 往復のやりとり",
            n=len(brought.shown),
        )
        line((told, "bright_black"))
    line((say("together: {n} tokens", "合計 {n} トークン", n=brought.tokens), "bright_black"))


def why(section: str, decided: Decided) -> str:
    if section in ("passages", "past"):
        looked_for = decided.words if section == "passages" else " / ".join(decided.keywords)
        return say("searched for: {what} (decided by {who})", "検索: {what}（判断: {who}）",
                   what=looked_for, who=decided.made_by)  # fmt: skip
    return say(*_WHY[section])


_WHY = {
    "tags": ("always: how to tag a reply (context.tags)", "常に: 返事に付けるタグの説明（context.tags）"),
    "core_memory": ("always", "常に"),
    "notepad": ("always", "常に"),
    "episodes": ("the days before the raw log begins", "生のログより前の日々"),
    "entities": ("always: names only", "常に: 名前だけ"),
    "proposals": ("waiting since the last sleep", "眠りのあと、判断を待つもの"),
    "strategy": ("from the latest dream", "最新の夢から"),
    "goals": ("always: the most important ones", "常に: 大事なもの"),
    "feelings": ("a drive is strong enough to be felt", "強い動機がある"),
    "question": ("always: the strongest open one", "常に: いちばん気になる問い"),
    "memories": ("what the message brings to mind", "発言から思い浮かんだ記憶"),
}


def tell_failure(decided: Decided) -> None:
    if decided.failure:
        note(
            say(
                "the model did not decide about a search, so rules did: {why}",
                "検索の判断はモデルの代わりに規則で行いました: {why}",
                why=" ".join(decided.failure.text(spoken()).split()),
            )
        )


def _tokens(count: int) -> str:
    return say("{n} tokens", "{n} トークン", n=count)
