"""omoide import claude-code"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from typer import Argument

from omoide.doors.cli.moving import leave, tell
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import progress
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput, NotFound

KILOBYTE = 1024


def import_claude_code(
    at: Place,
    places: Annotated[
        list[str] | None,
        Argument(
            metavar=say("[FOLDER|FILE]...", "[フォルダー|ファイル]..."),
            help=say(
                "Transcripts, or folders of them (~/.claude/projects).",
                "会話の記録かそのフォルダー（~/.claude/projects）。",
            ),
        ),
    ] = None,
) -> None:
    from omoide.encode import Encoded, transcripts_in

    # Oldest first, as it was lived: what was said later may correct what was said before.
    found = [path for place in _places(places) for path in reversed(transcripts_in(place))]
    sizes = {path: path.stat().st_size for path in dict.fromkeys(found)}
    done, before, total = Encoded(), 0, sum(sizes.values())
    with at.mind() as mind, progress(say("Living through it (KB)", "取り込んでいます (KB)")) as report:
        for path, size in sizes.items():
            try:
                done += mind.live_through(path)
            except InvalidInput as error:  # one that cannot be read must not keep the others
                done += Encoded(failed=1, problems=(error,))
            before += size
            if report:
                report(before // KILOBYTE, total // KILOBYTE)
    tell(at, done)
    leave(done.problems)


def _places(given: list[str] | None) -> list[Path]:
    home = os.environ.get("CLAUDE_CONFIG_DIR") or "~/.claude"
    places = [Path(text).expanduser() for text in given or [f"{home}/projects"]]
    for place in places:
        if not place.exists():
            raise NotFound(
                f"there is no {place}; name a folder of transcripts or a file.",
                f"{place} がありません。会話の記録のフォルダーかファイルを指定してください。",
            )
    return places
