"""omoide prime: everything that the persona would have in mind for a reply (R9), and what each channel brought (R1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from typer import Argument, Option

from omoide.domain.priming_rules import MESSAGE_TYPES
from omoide.doors.cli.inputs import moment, one_of, project_folder
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, bar, line, note, on_terminal, print_json, table
from omoide.doors.cli.words import say, spoken
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.context import Context, Decided
    from omoide.context.channels import Primed
    from omoide.domain.priming_rules import MessageType


def prime(
    at: Place,
    message: Annotated[
        str | None,
        Argument(
            metavar=say("MESSAGE", "発言"),
            help=say("What was just said; nothing at a heartbeat.", "いま言われたこと。心拍なら省く。"),
        ),
    ] = None,
    kind: Annotated[
        str | None,
        Option(
            metavar=say("KIND", "種類"),
            help=say(
                "greeting, question, request or heartbeat; else its words tell.",
                "greeting・question・request・heartbeat。省けば言葉から判断する。",
            ),
        ),
    ] = None,
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
    one_of("--kind", kind, MESSAGE_TYPES)
    if message is None and kind != "heartbeat":
        raise InvalidInput(
            'say what was said: `omoide prime "…"`; or that nobody said anything: `omoide prime --kind heartbeat`.',
            '言われたことを書くか（`omoide prime "…"`）、何もなければ `omoide prime --kind heartbeat` としてください。',
        )
    with at.mind() as mind:
        brought = mind.context(
            message or "", session=session, project=project_folder(project), now=time, mark=not no_mark,
            kind=cast("MessageType | None", kind),
        )  # fmt: skip
    tell_failures(brought)
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
    line()
    _channels(brought.primed)


def _channels(primed: Primed) -> None:
    """How much of its share each channel used, and why each thing is there."""
    kind = say(*_TYPES[primed.message_type])
    line((say("{kind}: a ceiling of {n} tokens", "{kind}: 上限 {n} トークン", kind=kind, n=primed.budget), "bold"))
    rows: list[list[Part]] = []
    for channel in primed.channels:
        used = channel.tokens / channel.budget if channel.budget else 0.0
        share = (
            f"{bar(used)} {channel.tokens}/{channel.budget}" if on_terminal() else f"{channel.tokens}/{channel.budget}"
        )
        rows.append([say(*_CHANNELS[channel.name]), share, str(len(channel.items)), say(*channel.why)])
    table(
        [say("channel", "チャネル"), say("tokens", "トークン"), say("things", "件数"), say("why", "理由")], rows, long=3
    )
    for channel in primed.channels:
        for item in channel.items:
            line((f"{channel.name}: {item.piece.label} – {say(*item.why)}", "bright_black"))


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
    "current_task": ("always: what is under way", "常に: いま進めていること"),
    "resolved": ("always: settled with this person, by any persona", "常に: この相手と解決したこと（人格を問わず）"),
    "sessions": ("sessions that are over and not told yet", "終わった会話のうち、まだまとめられていないもの"),
    "people": ("who is speaking", "いま話している相手"),
    "activity": ("what happened lately", "最近のできごと"),
    "knowledge": ("what is known about it", "関わる知識"),
    "procedures": ("how such things are done", "こうしたことのやり方"),
    "memories": ("what the message brings to mind", "発言から思い浮かんだ記憶"),
}


_TYPES = {
    "greeting": ("a greeting", "挨拶"), "question": ("a question", "質問"), "request": ("a request", "依頼"),
    "heartbeat": ("a heartbeat", "心拍"),
}  # fmt: skip
_CHANNELS = {
    "people": ("people", "相手"), "activity": ("activity", "最近"), "knowledge": ("knowledge", "知識"),
    "procedures": ("procedures", "手順"),
}  # fmt: skip


def tell_failures(brought: Context) -> None:
    tell_failure(brought.decided)
    for channel in brought.primed.channels:
        if channel.problem:
            told = " ".join(channel.problem.text(spoken()).split())
            note(
                say(
                    "{name} could not be looked at: {why}",
                    "{name} を調べられません: {why}",
                    name=channel.name,
                    why=told,
                )
            )


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
