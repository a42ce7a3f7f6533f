"""omoide schedule install, show, remove"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import Annotated

from typer import Option

from omoide.doors.claude_code.files import difference
from omoide.doors.cli import crontab
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json
from omoide.doors.cli.words import say


def install(
    at: Place,
    heartbeat: Annotated[
        bool,
        Option(
            "--heartbeat",
            help=say("Also look whether sessions have ended.", "終わったセッションがないかも定期的に見る。"),
        ),
    ] = False,
    dry_run: Annotated[
        bool, Option("--dry-run", help=say("Show what would change; write nothing.", "変更点を示すだけで書かない。"))
    ] = False,
) -> None:
    jobs = _jobs(at, heartbeat)
    if sys.platform == "win32":
        return _tasks(at, crontab.create_tasks(jobs), dry_run)
    before = crontab.read_table()
    _change(at, before, crontab.with_lines(before, crontab.cron_lines(jobs)), dry_run)


def remove(
    at: Place,
    dry_run: Annotated[
        bool, Option("--dry-run", help=say("Show what would change; write nothing.", "変更点を示すだけで書かない。"))
    ] = False,
) -> None:
    if sys.platform == "win32":
        return _tasks(at, crontab.delete_tasks(_jobs(at)), dry_run)
    before = crontab.read_table()
    _change(at, before, crontab.without_lines(before), dry_run)


def show(at: Place) -> None:
    """What is installed now, as the scheduler holds it."""
    if sys.platform == "win32":
        text = "".join(crontab.run_tasks(crontab.show_tasks(_jobs(at))))
    else:
        text = crontab.ours(crontab.read_table())
    if at.json:
        return print_json({"installed": bool(text), "entries": [row for row in text.splitlines() if row[:1] != "#"]})
    if not text:
        line(say("No night is scheduled: omoide schedule install", "夜は予約されていません: omoide schedule install"))
    sys.stdout.write(text)


def _jobs(at: Place, heartbeat: bool = True) -> tuple[crontab.Job, ...]:
    from omoide import settings
    from omoide.doors.claude_code.program import installed

    home = at.folder().absolute()
    tree = settings.load(home)
    return crontab.jobs(installed(), str(home), tree.night.hour, tree.session.heartbeat_minutes if heartbeat else None)


def _change(at: Place, before: str, after: str, dry_run: bool) -> None:
    if after != before and not dry_run:
        crontab.write_table(after)
    told = difference(before, after, "crontab")
    if at.json:
        more = {"diff": told} if dry_run else {}
        return print_json({"changed": after != before, "dry_run": dry_run, **more})
    if after == before:
        line(say("Nothing to change.", "変更はありません。"))
    elif dry_run:
        sys.stdout.write(told)
    else:
        line(say("Changed the crontab.", "crontab を変更しました。"))
        sys.stdout.write(crontab.ours(after))


def _tasks(at: Place, commands: Sequence[Sequence[str]], dry_run: bool) -> None:
    if not dry_run:
        crontab.run_tasks(commands)
    told = [subprocess.list2cmdline(command) for command in commands]
    if at.json:
        return print_json({"changed": not dry_run, "dry_run": dry_run, "commands": told})
    for command in told:
        line(command)
