"""omoide export --format memories|json|old|dialogue --to PLACE"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from omoide.doors.cli.inputs import moment, one_of, whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput, Refused

if TYPE_CHECKING:
    from omoide.mind import Mind

FORMATS = ("memories", "json", "old", "dialogue")
STDOUT = "-"


def export(
    at: Place,
    form: Annotated[
        str | None,
        Option(
            "--format",
            metavar=say("FORM", "形式"),
            help=say(
                "memories: every memory as JSON. json: a folder in the form of the persona's files. old: the earlier"
                " system's database. dialogue: examples to train on.",
                "memories: すべての記憶を JSON で。json: 人格のファイルの形のフォルダー。old: 以前のデータベース。"
                "dialogue: 学習用の会話。",
            ),
        ),
    ] = None,
    to: Annotated[
        str | None,
        Option(
            metavar=say("PLACE", "書き出し先"),
            help=say("A file, or for json a folder; - is stdout.", "ファイル（json はフォルダー）。- なら標準出力。"),
        ),
    ] = None,
    force: Annotated[bool, Option("--force", help=say("Replace what is there.", "既にあるものを置き換える。"))] = False,
    min_intensity: Annotated[
        str | None,
        Option(
            "--min-intensity",
            metavar="0-100",
            help=say("dialogue: what was felt at least so strongly.", "dialogue: これ以上の強さで感じたものだけ。"),
        ),
    ] = None,
    now: Annotated[
        str | None,
        Option(
            metavar=say("TIME", "日時"),
            help=say("json: the moment of its inner state.", "json: 内部状態を測る時点。"),
        ),
    ] = None,
) -> None:
    chosen = one_of("--format", form, FORMATS)
    if chosen is None:
        raise InvalidInput(
            f"--format is missing: choose {', '.join(FORMATS)}.", f"--format がありません（{'・'.join(FORMATS)}）。"
        )
    if now is not None and chosen != "json":
        raise InvalidInput("--now belongs to --format json.", "--now は --format json で使います。")
    least = whole("--min-intensity", min_intensity, 0, 100)
    if least is not None and chosen != "dialogue":
        raise InvalidInput(
            "--min-intensity belongs to --format dialogue.", "--min-intensity は --format dialogue で使います。"
        )
    if chosen == "json":
        return _house(at, _place(to, chosen), force, moment("--now", now))
    if chosen == "old":
        return _old(at, _place(to, chosen))
    _lines(at, chosen, to or STDOUT, force, least or 0)


def _house(at: Place, folder: Path, force: bool, now: Any) -> None:
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir()) and not force):
        raise Refused(
            f"{folder} is there and not empty: name another folder, or add --force to replace files of the same names.",
            f"{folder} は空ではありません。別のフォルダーにするか、--force で同名のファイルを置き換えてください。",
        )
    with at.mind() as mind:
        written = mind.export_house(folder, now)
    if at.json:
        return print_json({"path": str(folder), "files": list(written.files)})
    line(
        say("{n} files written to {path}", "{n} ファイルを {path} に書き出しました", n=len(written.files), path=folder)
    )


def _old(at: Place, path: Path) -> None:
    with at.mind() as mind:
        written = mind.export_old(path)
    _tell(at, "memories", path, written)


def _lines(at: Place, form: str, to: str, force: bool, min_intensity: int) -> None:
    """Memories are one array, conversations one line each."""
    talks = partial(_conversations, min_intensity=min_intensity)
    parts: Callable[[Mind], Iterator[str]] = _array if form == "memories" else talks
    if to == STDOUT:
        with at.mind() as mind:
            for part in parts(mind):
                sys.stdout.write(part)
        return
    path = Path(to).expanduser()
    if path.exists() and not force:
        raise Refused(
            f"{to} is there already; choose another name, or add --force.",
            f"{to} は既にあります。別の名前にするか --force を付けてください。",
        )
    with at.mind() as mind:
        written = _put(path, parts(mind)) - (form == "memories")  # the end of an array is no memory
    _tell(at, form, path, written)


def _array(mind: Mind) -> Iterator[str]:
    lead = "["
    for memory in mind.export():
        yield lead + json.dumps(memory, ensure_ascii=False)
        lead = ",\n "
    yield "[]\n" if lead == "[" else "]\n"


def _conversations(mind: Mind, min_intensity: int) -> Iterator[str]:
    for conversation in mind.export_dialogue(min_intensity):
        yield json.dumps(conversation, ensure_ascii=False) + "\n"


def _put(path: Path, parts: Iterable[str]) -> int:
    """Whole or not at all; returns how many parts."""
    fresh = path.with_name(path.name + ".new")
    written = 0
    try:
        with fresh.open("w", encoding="utf-8", newline="\n") as out:
            for part in parts:
                out.write(part)
                written += 1
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)  # what could not be finished
    return written


def _place(to: str | None, form: str) -> Path:
    if not to or to == STDOUT:
        raise InvalidInput(
            f"--format {form} needs --to with a {'folder' if form == 'json' else 'file'}.",
            f"--format {form} には --to で{'フォルダー' if form == 'json' else 'ファイル'}を指定してください。",
        )
    return Path(to).expanduser()


def _tell(at: Place, form: str, path: Path, written: int) -> None:
    what = "conversations" if form == "dialogue" else "memories"
    if at.json:
        return print_json({"path": str(path), what: written})
    told = (
        say("{n} conversations written to {path}", "{n} 件の会話を {path} に書き出しました", n=written, path=path)
        if form == "dialogue"
        else say("{n} memories written to {path}", "{n} 件の記憶を {path} に書き出しました", n=written, path=path)
    )
    line(told)
