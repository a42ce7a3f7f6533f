"""omoide backup create|list|verify|restore|prune|key. All but create and prune work also without a sound store."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from omoide.doors.cli.confirming import make_sure
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clock, line, note, print_json, size, table
from omoide.doors.cli.upkeep import archive_repaired
from omoide.doors.cli.words import say, spoken
from omoide.errors import InvalidInput, StoreDamaged

if TYPE_CHECKING:
    from omoide.ports import Backup, Backups


def create(
    at: Place,
    reason: Annotated[
        str, Option(metavar=say("WORD", "語"), help=say("Why, as part of its name.", "名前に入れる理由。"))
    ] = "manual",
    due: Annotated[
        bool,
        Option(
            "--due",
            help=say(
                "Only when one is due (backup.every_days), and let old ones go by rule.",
                "期限（backup.every_days）が来ていれば取り、古いものを規則どおりに消す。",
            ),
        ),
    ] = False,
) -> None:
    with at.mind() as mind:
        taken = mind.back_up() if due else mind.backups.create(mind.faculties.clock.now(), reason)
    if taken is None:
        return print_json({"due": False}) if at.json else line(say("None is due.", "まだ取る時期ではありません。"))
    if at.json:
        return print_json(_as_json(taken))
    where = taken.where
    line(say("Backed up to {path} ({s})", "{path} にバックアップしました（{s}）", path=where, s=size(taken.bytes)))


def show_all(at: Place) -> None:
    backups = _backups(at)
    taken, damaged = backups.list(), backups.damaged()
    if at.json:
        unread = [{"name": one.name, "path": one.where, "bytes": one.bytes} for one in damaged]
        return print_json({"backups": [_as_json(backup) for backup in taken], "damaged": unread})
    if not taken and not damaged:
        return line(
            say(
                "No backups yet; `omoide backup create` takes one.",
                "まだありません。`omoide backup create` で取れます。",
            )
        )
    headers = [say("name", "名前"), say("taken", "日時"), say("why", "理由"), say("size", "大きさ")]
    rows = [[b.name, clock(b.taken), b.reason, size(b.bytes)] for b in taken]
    rows += [[one.name, "", say("damaged", "破損"), size(one.bytes)] for one in damaged]
    table(headers, rows, right=(3,), long=0, narrow="below")
    if damaged:
        note(
            say(
                "What is damaged cannot be restored: `omoide backup verify NAME` says why.",
                "破損したものは復元に使えません。理由は `omoide backup verify 名前` で確かめられます。",
            )
        )
    if others := sum(not backup.mine for backup in taken):
        note(
            say(
                "Of another house, or from before backups carried one: {count}. They can be restored here, and are"
                " never removed from here.",
                "別の家のもの、または持ち主の印がない古いもの: {count} 件。ここで復元できますが、ここから消すことは"
                "ありません。",
                count=others,
            )
        )


def prune(
    at: Place,
    dry_run: Annotated[
        bool, Option("--dry-run", help=say("Only say which would go.", "消さずに、消えるものだけを示す。"))
    ] = False,
) -> None:
    with at.mind(notices=dry_run) as mind:
        gone = mind.prune_backups(dry_run)
    if at.json:
        return print_json({"removed": list(gone), "dry_run": dry_run})
    for name in gone:
        line(name)
    if not gone:
        line(say("All of them are kept.", "消すものはありません。"))


def key(
    at: Place,
    to: Annotated[
        str | None,
        Option(
            metavar=say("FILE", "ファイル"),
            help=say("Write it into a new file of this name.", "この名前の新しいファイルに書く。"),
        ),
    ] = None,
) -> None:
    """Printed or written once, and kept nowhere else."""
    from omoide.compose import new_backup_key

    secret, public = new_backup_key()
    path = Path(to).expanduser() if to else None
    if path:
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(f"# public key: {public}\n{secret}\n")
        except OSError as error:
            raise InvalidInput(
                f"{path} cannot be made ({error.strerror}): name a file that is not there yet.",
                f"{path} を作れません（{error.strerror}）。まだないファイルの名前にしてください。",
            ) from error
    if at.json:
        return print_json({"public": public, "file": str(path)} if path else {"public": public, "secret": secret})
    note(
        say(
            "Keep it in a second place too: without it nobody can open the backups.",
            "別の場所にも控えてください。これがないとバックアップは誰にも開けません。",
        )
    )
    line(say("{path} holds the key for {p}", "{path} に鍵を書きました（{p}）", path=path, p=public) if path else secret)


def verify(
    at: Place,
    name: Annotated[
        str,
        Argument(
            metavar=say("NAME", "名前"),
            help=say("As `omoide backup list` shows it.", "`omoide backup list` に出る名前。"),
        ),
    ],
) -> None:
    problems = [one.ja if spoken() == "ja" else one.en for one in _backups(at).verify(name)]
    if at.json:
        print_json({"name": name, "sound": not problems, "problems": problems})
    elif not problems:
        line(say("{name} is sound.", "{name} は無事です。", name=name))
    else:
        _show_damage(name, problems)
    if problems:
        raise typer.Exit(StoreDamaged.exit_code)


def _show_damage(name: str, problems: list[str]) -> None:
    for problem in problems:
        told = say("{name} is damaged: {why}.", "{name} は壊れています。{why}。", name=name, why=problem)
        line((told, "red"))
    line(
        say(
            "It cannot be restored: choose another with `omoide backup list`, or take a new one with"
            " `omoide backup create`.",
            "復元には使えません。`omoide backup list` で別のものを選ぶか、`omoide backup create` で取り直して"
            "ください。",
        )
    )


def restore(
    at: Place,
    name: Annotated[
        str,
        Argument(
            metavar=say("NAME", "名前"),
            help=say("As `omoide backup list` shows it.", "`omoide backup list` に出る名前。"),
        ),
    ],
    yes: Annotated[bool, Option("--yes", "-y", help=say("Do not ask.", "確認せずに戻す。"))] = False,
) -> None:
    if not yes:
        backups = _backups(at)
        if name not in {backup.name for backup in backups.list()}:
            backups.verify(name)  # says that there is none, before anything is asked
        if at.json or not sys.stdin.isatty():
            raise InvalidInput(
                "restoring replaces the present store; add --yes to do it without a question.",
                "現在のデータと入れ替わります。確認なしで戻すには --yes を付けてください。",
            )
        make_sure(
            say("Put {name} in place of the present store?", "現在のデータを {name} と入れ替えますか？", name=name)
        )
    aside = _backups(at).restore(name, _now())
    fitted = archive_repaired(at, lambda mind: mind.fit_archive(_now()))
    told = [one.ja if spoken() == "ja" else one.en for one in fitted]
    if at.json:
        return print_json({"restored": name, "set_aside": str(aside), "archive": told})
    line(
        say("Restored. What was there is in {aside}", "元に戻しました。直前のデータは {aside} にあります", aside=aside)
    )
    for text in told:
        note(text)


def _backups(at: Place) -> Backups:
    from omoide import settings
    from omoide.compose import housekeeping

    home = at.folder()
    return housekeeping(home, settings.load(home)).backups


def _now() -> Any:
    from datetime import UTC, datetime

    return datetime.now(UTC).astimezone()


def _as_json(backup: Backup) -> dict[str, Any]:
    return {
        "name": backup.name,
        "path": backup.where,
        "taken": backup.taken.isoformat(),
        "bytes": backup.bytes,
        "reason": backup.reason,
        "sha256": backup.sha256,
        "sealed": backup.sealed,
        "house": backup.house,
        "mine": backup.mine,
    }
