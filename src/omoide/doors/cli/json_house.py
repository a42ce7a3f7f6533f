"""omoide import json"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument

from omoide.doors.cli.moving import leave, tell_problems
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, note, print_json, progress, table
from omoide.doors.cli.words import say, spoken
from omoide.errors import NotFound

if TYPE_CHECKING:
    from omoide.moving import HouseRead


def import_json(
    at: Place,
    folder: Annotated[
        str,
        Argument(
            metavar=say("FOLDER", "フォルダー"),
            help=say(
                "The persona's folder: episodic_memory.json, goals.json, memory/, entity_memory/, log.txt …",
                "人格のフォルダー: episodic_memory.json、goals.json、memory/、entity_memory/、log.txt など。",
            ),
        ),
    ],
) -> None:
    place = Path(folder).expanduser()
    if not place.is_dir():
        raise NotFound(
            f"there is no folder {folder}; check the path.", f"フォルダー {folder} がありません。確かめてください。"
        )
    with at.mind() as mind, progress(say("Moving in", "引っ越しています")) as report:
        done = mind.import_house(place, report)
    if done.missing:
        names = ", ".join(done.missing)
        note(say("not there, passed over: {names}", "見当たらないので飛ばしました: {names}", names=names))
    tell_problems(done.problems)
    _tell(at, done)
    leave(done.problems)


def _tell(at: Place, done: HouseRead) -> None:
    if at.json:
        files = {name: {"new": t.new, "known": t.known, "aside": t.aside} for name, t in done.files.items()}
        turns = {"turns": done.encoded.turns, "memories": done.encoded.memories}
        problems = [problem.text(spoken()) for problem in done.problems]
        return print_json({"files": files, **turns, "missing": list(done.missing), "problems": problems})
    headers = [say("file", "ファイル"), say("new", "新規"), say("known", "既知"), say("kept aside", "そのまま保管")]
    rows = [[name, str(t.new), str(t.known), str(t.aside)] for name, t in done.files.items()]
    table(headers, rows, right=(1, 2, 3))
    line(
        say(
            "{e.turns} turns of the logs read: {e.memories} new memories",
            "ログ {e.turns} 往復を読みました: 新しい記憶 {e.memories}",
            e=done.encoded,
        )
    )
