"""omoide import chat|old, omoide export json|old"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from omoide.doors.cli.inputs import existing_file
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, note, print_json, progress
from omoide.doors.cli.words import say, spoken
from omoide.errors import Refused

if TYPE_CHECKING:
    from omoide.encode import Encoded

SHOWN = 5  # problems named one by one; the rest are counted


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


def tell(at: Place, done: Encoded, more: Mapping[str, int] | None = None) -> None:
    """What an import did; `more` are counts of its own, for JSON."""
    for problem in done.problems[:SHOWN]:
        note(problem.text(spoken()))
    if len(done.problems) > SHOWN:
        note(say("… and {n} more", "ほか {n} 件", n=len(done.problems) - SHOWN))
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


def export_json(
    at: Place,
    file: Annotated[
        str,
        Argument(
            metavar=say("FILE", "ファイル"), help=say("Where to write; - is stdout.", "書き出し先。- なら標準出力。")
        ),
    ] = "-",
    force: Annotated[
        bool, Option("--force", help=say("Replace a file that is there.", "既にあるファイルを置き換える。"))
    ] = False,
) -> None:
    if file == "-":
        with at.mind() as mind:
            sys.stdout.write(
                "[" + ",\n ".join(json.dumps(memory, ensure_ascii=False) for memory in mind.export()) + "]\n"
            )
        return
    path = _free(file, force)
    written = 0
    with at.mind() as mind:
        fresh = path.with_name(path.name + ".new")
        try:
            with fresh.open("w", encoding="utf-8", newline="\n") as out:
                for memory in mind.export():
                    out.write(("[" if not written else ",\n ") + json.dumps(memory, ensure_ascii=False))
                    written += 1
                out.write("]\n" if written else "[]\n")
            os.replace(fresh, path)
        finally:
            fresh.unlink(missing_ok=True)  # what could not be finished
    _written(at, path, written)


def export_old(
    at: Place,
    file: Annotated[
        str, Argument(metavar=say("FILE", "ファイル"), help=say("The database to make.", "作るデータベース。"))
    ],
) -> None:
    path = Path(file).expanduser()
    with at.mind() as mind:
        written = mind.export_old(path)
    _written(at, path, written)


def _free(file: str, force: bool) -> Path:
    path = Path(file).expanduser()
    if path.exists() and not force:
        raise Refused(
            f"{file} is there already; choose another name, or add --force.",
            f"{file} は既にあります。別の名前にするか --force を付けてください。",
        )
    return path


def _written(at: Place, path: Path, written: int) -> None:
    if at.json:
        return print_json({"path": str(path), "memories": written})
    line(say("{n} memories written to {path}", "{n} 件の記憶を {path} に書き出しました", n=written, path=path))
