"""omoide migrate: the whole home to a server, or back into a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json, progress
from omoide.doors.cli.words import say
from omoide.home import DATABASE

_OLD = (DATABASE, "personas", "people", "skills")  # what a server keeps instead


def migrate(
    at: Place,
    to: Annotated[
        str,
        Option(
            metavar=say("PLACE", "場所"),
            help=say(
                "postgresql://name:password@host:5432/database, or a folder.",
                "postgresql://名前:パスワード@ホスト:5432/データベース、またはフォルダー。",
            ),
        ),
    ],
) -> None:
    from omoide.move_house import move_house

    home = at.folder()
    with progress(say("Moving", "引っ越し中"), _stage) as report:
        place, moved = move_house(home, to, report)
    if at.json:
        return print_json(
            {
                "to": place,
                "rows": moved.rows,
                "vectors": moved.vectors,
                "written": moved.written,
                "verified": True,
                "tables": {name: count for name, count in moved.tables.items() if count},
                "files": moved.files,
            }
        )
    line(
        say(
            "{m.rows} rows, {m.vectors} of them vectors, and {m.files} files are in {place}; each was compared with its"
            " copy.",
            "{m.rows} 行（うちベクトル {m.vectors} 件）とファイル {m.files} 件を {place} にコピーしました。"
            "一つずつ照合済みです。",
            m=moved,
            place=place,
        )
    )
    server = to.startswith(("postgresql://", "postgres://"))
    line(
        say("From now on: OMOIDE_DATABASE_URL with that address, or database.url in the settings.",
            "これからは OMOIDE_DATABASE_URL にそのアドレスを入れるか、設定の database.url に書いてください。")
        if server else
        say("From now on: without OMOIDE_DATABASE_URL and database.url; --home names the folder.",
            "これからは OMOIDE_DATABASE_URL と database.url を外し、--home でフォルダーを指定してください。")
    )  # fmt: skip
    line(
        say(
            "The archive and settings stay in {home}",
            "保管ファイルと設定は {home} に残ります",
            home=home,
        )
    )
    _show_left(home, server)


def _show_left(home: Path, server: bool) -> None:
    """What was moved from is still there, whole: whoever does not know that thinks that it has gone."""
    left = [name for name in _OLD if (home / name).exists()] if server else []
    if left:
        line(
            say(
                "It was a copy: {names} are still in {home} and will not be read any more. When you have checked that"
                " all is well, move them elsewhere or delete them.",
                "コピーなので、{names} は {home} に残っていますが、今後は読まれません。問題がないことを確かめたら、"
                "別の場所に移すか削除してください。",
                names=", ".join(left),
                home=home,
            )
        )
    elif not server:
        line(
            say(
                "It was a copy: what was there before is as it was. When you have checked that all is well, delete it.",
                "コピーなので、元の場所のものはそのまま残っています。問題がないことを確かめたら、削除してください。",
            )
        )


def _stage(done: int, total: int) -> str:
    return say("carrying", "運んでいます") if 2 * done <= total else say("comparing", "照合しています")
