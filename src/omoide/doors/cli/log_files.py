"""omoide import log"""

from __future__ import annotations

from datetime import tzinfo
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from omoide.doors.cli.moving import leave, tell
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, progress
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput, NotFound


def import_log(
    at: Place,
    places: Annotated[
        list[str],
        Argument(
            metavar=say("FILE|FOLDER...", "ファイル|フォルダー..."),
            help=say("Text logs with headers `## USER:` and `## AGENT:`.", "`## USER:` と `## AGENT:` のあるログ。"),
        ),
    ],
    timezone: Annotated[
        str | None,
        Option(
            metavar=say("ZONE", "時間帯"),
            help=say("The clock of the log, such as Asia/Tokyo.", "ログの時刻の時間帯（Asia/Tokyo など）。"),
        ),
    ] = None,
) -> None:
    paths = [_there(text) for text in places]
    zone = _zone(timezone)
    with at.mind() as mind, progress(say("Living through it", "取り込んでいます")) as report:
        read = mind.import_logs(paths, zone, report)
    counts = {
        "files": read.files, "other_files": read.other_files, "messages": read.messages, "system": read.system,
        "undated": read.undated, "timeless": read.timeless, "unanswered": read.unanswered,
    }  # fmt: skip
    tell(at, read.encoded, counts)
    if not at.json:
        told = [say(en, ja, **counts) for key, (en, ja) in _WORDS.items() if counts[key]]
        line((say(", ", "、").join(told), "bright_black"))
    leave(read.encoded.problems)


_WORDS = {
    "files": ("{files} files", "{files} ファイル"),
    "messages": ("{messages} messages", "発言 {messages}"),
    "system": ("{system} system messages passed over", "システムの通知 {system} は見送り"),
    "other_files": ("{other_files} files are no logs", "ログでないファイル {other_files}"),
    "undated": ("{undated} without a time of their own", "時刻のない発言 {undated}（前後から補いました）"),
    "timeless": ("{timeless} left out, undated", "日付がなく見送り {timeless}"),
    "unanswered": (
        "{unanswered} at the end, not answered yet: taken with the answer",
        "末尾の返答待ち {unanswered}（返答の後に取り込みます）",
    ),
}


def _there(text: str) -> Path:
    path = Path(text).expanduser()
    if not path.exists():
        raise NotFound(
            f"there is no {text}; name text logs, or a folder of them.",
            f"{text} がありません。ログのファイルかフォルダーを指定してください。",
        )
    return path


def _zone(name: str | None) -> tzinfo | None:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidInput(
            f"--timezone must be a name such as Asia/Tokyo, not {name!r}.",
            f"--timezone は Asia/Tokyo のように指定してください（{name!r} は使えません）。",
        ) from error
