"""omoide import chat|chatgpt|claude|old"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Exit

from omoide.doors.cli.inputs import existing, existing_file
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, note, print_json, progress
from omoide.doors.cli.words import say, spoken
from omoide.errors import InvalidInput, OmoideError, Postponed

if TYPE_CHECKING:
    from omoide.encode import Encoded, Exporter

SHOWN = 20  # problems named one by one; the rest are counted


def import_chat(
    at: Place,
    file: Annotated[
        str,
        Argument(
            metavar=say("FILE", "ファイル"),
            help=say(
                'One message per line: {"role", "content", "time"}.', '一行に一発言: {"role", "content", "time"}。'
            ),
        ),
    ],
) -> None:
    path = existing_file(file)
    with at.mind() as mind, progress(say("Living through it", "取り込んでいます")) as report:
        done = mind.import_chat(path, report)
    tell(at, done)
    leave(done.problems)


def import_chatgpt(
    at: Place,
    file: Annotated[
        str,
        Argument(
            metavar=say("FILE|FOLDER", "ファイル|フォルダー"),
            help=say(
                "Its conversations.json (or -000, -001 …), their folder, or the zip.",
                "conversations.json（-000、-001… も）、そのフォルダー、または zip。",
            ),
        ),
    ],
) -> None:
    _import_export(at, file, "chatgpt")


def import_claude(
    at: Place,
    file: Annotated[
        str,
        Argument(
            metavar=say("FILE|FOLDER", "ファイル|フォルダー"),
            help=say(
                "Its conversations.json (or -000, -001 …), their folder, or the zip.",
                "conversations.json（-000、-001… も）、そのフォルダー、または zip。",
            ),
        ),
    ],
) -> None:
    _import_export(at, file, "claude")


def _import_export(at: Place, file: str, exporter: Exporter) -> None:
    path = existing(file)
    with at.mind() as mind, progress(say("Living through it", "取り込んでいます")) as report:
        done = mind.import_export(path, exporter, report)
    tell(at, done)
    leave(done.problems)


def import_old(
    at: Place,
    file: Annotated[
        str,
        Argument(
            metavar=say("FILE", "ファイル"),
            help=say("The SQLite database of the earlier system.", "以前の仕組みの SQLite データベース。"),
        ),
    ],
) -> None:
    path = existing_file(file)
    with at.mind() as mind, progress(say("Moving in", "引っ越しています")) as report:
        done = mind.import_old(path, report)
    tell(at, done)
    leave(done.problems)


def tell_problems(problems: Sequence[OmoideError]) -> None:
    for problem in problems[:SHOWN]:
        note(problem.text(spoken()))
    if len(problems) > SHOWN:
        note(say("… and {n} more", "ほか {n} 件", n=len(problems) - SHOWN))


def leave(problems: Sequence[OmoideError]) -> None:
    """What did not come in is no success, however much did: a script sees it by the exit code. It tells a file that has
    to be mended from a model that has to be asked again."""
    if problems:
        waits = all(isinstance(problem, Postponed) for problem in problems)
        raise Exit((Postponed if waits else InvalidInput).exit_code)


def tell(at: Place, done: Encoded, more: Mapping[str, int] | None = None) -> None:
    """What an import did; `more` are counts of its own, for JSON."""
    tell_problems(done.problems)
    if at.json:
        return print_json(
            {"turns": done.turns, "memories": done.memories, "skipped": done.skipped, "failed": done.failed}
            | dict(more or {})
        )
    told = say(
        "{d.turns} turns read: {d.memories} new memories, {d.skipped} passed over, {d.failed} failed",
        "{d.turns} 往復を読みました: 新しい記憶 {d.memories}、見送り {d.skipped}、失敗 {d.failed}",
        d=done,
    )
    line(told)
    if done.failed:
        line(
            (
                say("Failed ones are tried again by the next import.", "失敗した分は次の取り込みで再び試します。"),
                "bright_black",
            )
        )
