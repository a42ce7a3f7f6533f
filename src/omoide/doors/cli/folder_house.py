"""omoide import folders"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from omoide.doors.cli.moving import leave, tell_problems
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json, progress, table
from omoide.doors.cli.words import say, spoken
from omoide.errors import NotFound

if TYPE_CHECKING:
    from omoide.moving import FoldersRead


def import_folders(
    at: Place,
    folder: Annotated[
        str,
        Argument(
            metavar=say("FOLDER", "フォルダー"),
            help=say(
                "A persona's folder with episodes/, knowledge/, activity_log/ …, or the one with animas/ in it.",
                "episodes/、knowledge/、activity_log/ などのあるフォルダー、または animas/ のあるフォルダー。",
            ),
        ),
    ],
    plan: Annotated[
        bool,
        Option("--plan", help=say("Only say what would come in.", "取り込まれるものを示すだけで、何も変えない。")),
    ] = False,
) -> None:
    place = Path(folder).expanduser()
    if not place.is_dir():
        raise NotFound(
            f"there is no folder {folder}; check the path.", f"フォルダー {folder} がありません。確かめてください。"
        )
    with at.mind() as mind, progress(say("Moving in", "引っ越しています")) as report:
        done = mind.import_folders(place, plan, progress=report)
    tell_problems(done.problems)
    _tell(at, done)
    leave(done.problems)


def _tell(at: Place, done: FoldersRead) -> None:
    if at.json:
        parts = {
            name: {"new": part.new, "known": part.known, "skipped": part.skipped} for name, part in done.parts.items()
        }
        problems = [problem.text(spoken()) for problem in done.problems]
        return print_json(
            {"folder": str(done.folder), "plan": done.plan, "parts": parts, "memories": done.encoded.memories,
             "problems": problems}
        )  # fmt: skip
    headers = [say("what", "種類"), say("new", "新規"), say("known", "既知"), say("passed over", "見送り")]
    rows = [
        [_names()[name], str(part.new), str(part.known), str(part.skipped)]
        for name, part in done.parts.items()
        if part.new or part.known or part.skipped
    ]
    table(headers, rows, right=(1, 2, 3))
    if done.plan:
        return line(say("A plan: nothing was changed.", "予定です。何も変更していません。"))
    line(say("{n} new memories", "新しい記憶 {n}", n=done.encoded.memories))


def _names() -> dict[str, str]:
    return {
        "conversation": say("conversation", "会話"),
        "journal": say("interrupted reply", "途切れた返答"),
        "episodes": say("episodes", "エピソード"),
        "activity_log": say("activity log", "活動ログ"),
        "knowledge": say("knowledge", "知識"),
        "procedures": say("procedures", "手順"),
        "skills": say("skills", "スキル"),
        "current_task": say("tasks", "課題"),
        "people": say("people", "人"),
        "resolutions": say("resolved matters", "解決済み"),
    }
