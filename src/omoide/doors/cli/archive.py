"""omoide archive list|search|adopt: talks that have left the fast store, and the files they are in."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from omoide.doors.cli.confirming import make_sure
from omoide.doors.cli.inputs import whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, clock, line, on_terminal, print_json, size, table
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.domain.session import ArchiveFile, Kept


SHOWN = 20  # of each, on a terminal, unless more are asked for


def show_all(
    at: Place,
    limit: Annotated[
        str | None,
        Option(
            metavar="N",
            help=say(
                "The newest N of each (20 on a terminal, else all).",
                "それぞれ新しい N 件（端末では 20、それ以外はすべて）。",
            ),
        ),
    ] = None,
) -> None:
    most = whole("--limit", limit, 1)
    with at.mind() as mind:
        talks, files = mind.kept_sessions(), mind.archive_files()
    shown = most or (SHOWN if on_terminal() and not at.json else max(len(talks), len(files), 1))
    more = not most and shown < max(len(talks), len(files))
    talks, files = talks[-shown:], files[-shown:]
    if at.json:
        return print_json({"sessions": [one.plain() for one in talks], "files": [one.plain() for one in files]})
    if not talks and not files:
        return line(say("Nothing was put away yet.", "まだ何も保管されていません。"))
    _talks(talks)
    _files(files)
    if more:
        line((say("There are more; --limit shows them.", "続きは --limit で表示できます。"), "bright_black"))


def search(
    at: Place,
    words: Annotated[
        list[str],
        Argument(
            metavar=say("WORDS...", "言葉..."), help=say("Every one of them must be there.", "すべてを含むものを探す。")
        ),
    ],
    limit: Annotated[
        str, Option(metavar="N", help=say("So many of each, the newest first (20).", "それぞれ新しい順に N 件（20）。"))
    ] = "20",
) -> None:
    with at.mind() as mind:
        found = mind.search_archive(" ".join(words), whole("--limit", limit, 1, 10_000) or 20)
    if at.json:
        return print_json(found.plain())
    if not found.sessions and not found.turns:
        return line(say("Nothing of that was put away.", "該当するものはありません。"))
    for one in found.sessions:
        line((f"{clock(one.flush.created_at)} {one.key}", "cyan"))
        for row in one.flush.summary.splitlines():
            line((row, "bright_black"), indent=2)
    for turn in found.turns:
        line((clock(turn.time), "cyan"))
        for text in (turn.said, turn.replied):
            line((text, "bright_black"), indent=2)


def adopt(
    at: Place, yes: Annotated[bool, Option("--yes", "-y", help=say("Do not ask.", "確認せずに引き継ぐ。"))] = False
) -> None:
    from omoide import settings
    from omoide.compose import housekeeping

    with at.mind() as mind:
        files = mind.archive_of_other_houses()
    if files and not yes:
        if at.json or not sys.stdin.isatty():
            raise InvalidInput(
                "this home would remove files that another home may still need; add --yes if that home is gone.",
                "まだ使われているファイルを消しかねません。書いたホームがもうないなら --yes を付けてください。",
            )
        make_sure(
            say(
                "Is the home that wrote these {count} files gone for good?",
                "この {count} 件のファイルを書いたホームは、もうありませんか？",
                count=len(files),
            )
        )
    housekeeping(at.folder(), settings.load(at.folder())).house.adopt(files)
    if at.json:
        return print_json({"adopted": files})
    if not files:
        return line(say("All files of the archive are this home's.", "保管ファイルはすべてこのホームのものです。"))
    line(say("{count} files are this home's now.", "ファイル {count} 件を引き継ぎました。", count=len(files)))


def _talks(talks: list[Kept]) -> None:
    if not talks:
        return
    rows: list[list[Part]] = [
        [str(one.key), clock(one.created_at), _tier(one), _importance(one), one.summary.split("\n")[0] or one.file]
        for one in talks
    ]
    heads = [say("talk", "会話"), say("when", "日時"), say("where", "場所"), say("importance", "重要度"), ""]
    table(heads, rows, long=4)


def _files(files: list[ArchiveFile]) -> None:
    if not files:
        return
    states = {
        "ready": say("ready", "良好"), "writing": say("being written", "書き込み中"),
        "stale": say("to be written anew", "書き直し待ち"), "leaving": say("to be removed", "削除待ち"),
        "lost": say("lost", "失われた"),
    }  # fmt: skip
    rows: list[list[Part]] = [[one.name, states[one.state], str(one.count), size(one.bytes)] for one in files]
    table([say("file", "ファイル"), say("state", "状態"), say("holds", "件数"), say("size", "大きさ")], rows, long=0,
          narrow="below")  # fmt: skip


def _tier(kept: Kept) -> str:
    if kept.tier == "long_term":
        return say("long-term memory", "長期記憶")
    return say("archive, passed over", "保管（見送り）") if kept.passed_over else say("archive", "保管")


def _importance(kept: Kept) -> str:
    return "" if kept.importance is None else f"{kept.importance:.2f}"
