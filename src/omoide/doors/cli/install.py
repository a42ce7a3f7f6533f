"""omoide install claude-code, omoide uninstall claude-code"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json
from omoide.doors.cli.words import say, spoken
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.doors.claude_code.files import Change


def claude_code(
    at: Place,
    file: Annotated[
        str | None,
        Argument(
            metavar=say("FILE", "ファイル"),
            help=say(
                "With --claude-md: the file to write (~/.claude/CLAUDE.md).",
                "--claude-md で書くファイル（~/.claude/CLAUDE.md）。",
            ),
        ),
    ] = None,
    settings: Annotated[
        str | None,
        Option(
            metavar=say("FILE", "ファイル"),
            help=say(
                "Another settings file (~/.claude/settings.json); no other file is touched.",
                "別の設定ファイル（~/.claude/settings.json）。ほかのファイルは変えない。",
            ),
        ),
    ] = None,
    claude_md: Annotated[
        bool,
        Option(
            "--claude-md",
            help=say(
                "Add or refresh a section on the memory in CLAUDE.md.", "CLAUDE.md に記憶の節を加える・新しくする。"
            ),
        ),
    ] = False,
    dry_run: Annotated[
        bool, Option("--dry-run", help=say("Show what would change; write nothing.", "変更点を示すだけで書かない。"))
    ] = False,
) -> None:
    from omoide.doors.claude_code.installing import install, places, put_section
    from omoide.doors.claude_code.program import installed
    from omoide.extras import install_line

    _only_with(claude_md, file)
    where = places(settings)
    warm = settings is None and find_spec("mcp") is not None
    changes = install(where, installed(), _options(at), warm)
    if claude_md:
        changes.append(put_section(Path(file).expanduser() if file else where.claude_md, _section(at)))
    _make(changes, dry_run)
    if at.json:
        return print_json(_as_json(changes, dry_run, {"warm": warm}))
    _tell(changes, dry_run)
    if dry_run:
        return
    line(say("It works from the next session of Claude Code on.", "次の Claude Code のセッションから働きます。"))
    if not warm and settings is None:
        told = say(
            "For faster prompts and tools for Claude: run {line}, then this command again.",
            "{line} のあとにもう一度実行すると、より速くなり、Claude が道具として使えます。",
            line=install_line("mcp"),
        )
        line((told, "bright_black"))
    if not claude_md:
        told = say(
            "To tell Claude how the memory works, and what must not be forgotten: add --claude-md.",
            "記憶の使い方と忘れてはいけないことを Claude に伝えるには、--claude-md を付けてください。",
        )
        line((told, "bright_black"))


def remove_claude_code(
    at: Place,
    file: Annotated[
        str | None,
        Argument(
            metavar=say("FILE", "ファイル"),
            help=say(
                "A CLAUDE.md other than ~/.claude/CLAUDE.md to clean as well.",
                "~/.claude/CLAUDE.md のほかに節を除く CLAUDE.md。",
            ),
        ),
    ] = None,
    settings: Annotated[
        str | None,
        Option(
            metavar=say("FILE", "ファイル"),
            help=say("The settings file that was named when installing.", "設置したときに指定した設定ファイル。"),
        ),
    ] = None,
    claude_md: Annotated[
        bool,
        Option(
            "--claude-md",
            help=say(
                "With --settings: clean ~/.claude/CLAUDE.md as well, unless FILE is named.",
                "--settings のときも ~/.claude/CLAUDE.md（ファイルを指定したらそちら）から節を除く。",
            ),
        ),
    ] = False,
    dry_run: Annotated[
        bool, Option("--dry-run", help=say("Show what would change; write nothing.", "変更点を示すだけで書かない。"))
    ] = False,
) -> None:
    """Memories stay where they are: only what Claude Code was told about them goes."""
    from omoide.doors.claude_code.installing import drop_section, places, uninstall

    where = places(settings)
    pages = [where.claude_md] if settings is None or (claude_md and not file) else []
    pages += [Path(file).expanduser()] if file else []
    changes = [*uninstall(where), *(drop_section(page) for page in pages)]
    _make(changes, dry_run)
    if at.json:
        return print_json(_as_json(changes, dry_run, {}))
    _tell(changes, dry_run)
    if not dry_run:
        line(say("Memories are kept, in {home}", "記憶はそのまま {home} にあります", home=at.folder()))


def _only_with(claude_md: bool, file: str | None) -> None:
    if file and not claude_md:
        raise InvalidInput(
            f"{file} is only used with --claude-md; for another settings file say --settings {file}.",
            f"{file} は --claude-md とともに指定します。設定ファイルなら --settings {file} としてください。",
        )


def _options(at: Place) -> list[str]:
    """What was said explicitly is written down; variables stay what the session's environment makes them."""
    given = (("--home", at.home and str(at.home.absolute())), ("--persona", at.persona), ("--person", at.person))
    return [part for name, value in given if value for part in (name, str(value))]


def _section(at: Place) -> str:
    from omoide.doors.claude_code.claude_md import section
    from omoide.ports import Filter

    with at.mind() as mind:
        return section(mind.list(Filter(protected=True)), spoken())


def _make(changes: Sequence[Change], dry_run: bool) -> None:
    for change in changes if not dry_run else ():
        change.make()


def _as_json(changes: Sequence[Change], dry_run: bool, more: dict[str, bool]) -> dict[str, object]:
    needed = [change for change in changes if change.needed]
    return {
        "changed": [str(change.path) for change in needed],
        "backups": [str(change.backup) for change in needed if change.first and change.before is not None],
        "dry_run": dry_run,
        **more,
        **({"diff": "".join(change.diff() for change in needed)} if dry_run else {}),
    }


def _tell(changes: Sequence[Change], dry_run: bool) -> None:
    needed = [change for change in changes if change.needed]
    if not needed:
        line(say("Nothing to change.", "変更はありません。"))
    for change in needed:
        if dry_run:
            sys.stdout.write(change.diff())
        elif change.after is None:
            line(say("Removed {path}", "{path} を削除しました", path=change.path))
        else:
            line(say("Changed {path}", "{path} を変更しました", path=change.path))
            if change.first and change.before is not None:
                kept = say("as it was: {path}", "変更前: {path}", path=change.backup)
                line((kept, "bright_black"), indent=2)
