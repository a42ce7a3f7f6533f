"""omoide pages: what the persona wrote down, where it lies, back to what stood there before, and files taken in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument

from omoide.domain.event import pointed_at
from omoide.doors.cli.acting import chosen
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, clock, line, print_json, size, table
from omoide.doors.cli.words import say
from omoide.errors import NotFound
from omoide.perceive import read_pointer

if TYPE_CHECKING:
    from omoide.domain.page import Page, PagePlace
    from omoide.mind import Mind

NEEDS = {"show": "NAME", "undo": "NAME", "take": "FOLDER"}


def pages(
    at: Place,
    action: Annotated[
        str | None,
        Argument(metavar="show|undo|take", help=say("What to do; nothing lists them.", "操作。省けば一覧。")),
    ] = None,
    words: Annotated[
        list[str] | None,
        Argument(
            metavar="NAME",
            help=say(
                "core_memory, notepad, current_task, main_diary, secret_diary, knowledge:NAME, procedure:NAME,"
                " skill:NAME, or an entity's name; for `take` a folder.",
                "core_memory・notepad・current_task・main_diary・secret_diary、"
                "knowledge:名前・procedure:名前・skill:名前、人や物事の名前。take にはフォルダー。",
            ),
        ),
    ] = None,
) -> None:
    what, given = chosen("pages", action, words, NEEDS)
    if what == "take":
        return _take(at, Path(given[0]))
    with at.mind() as mind:
        if what == "show" and (pointer := pointed_at(given[0])):
            return _show_log(at, given[0], read_pointer(mind.faculties, mind.settings, pointer))
        if not what:
            return _list(at, list(mind.faculties.pages.places(mind.scope)))
        page = _show(mind, given[0]) if what == "show" else _undo(mind, given[0])
    if at.json:
        return print_json({"page": str(page.name), "text": page.text, "revision": page.revision})
    for row in page.text.rstrip().split("\n"):
        line(row)
    if what == "undo":
        line((say("This is what stood there before.", "前の版に戻しました。"), "bright_black"))


def _take(at: Place, folder: Path) -> None:
    """Files by hand, for a home that keeps its pages on a server."""
    from omoide.move_house import take_in

    done = take_in(at.folder(), folder)
    taken, conflicts = done.get("taken", 0), done.get("conflicts", 0)
    if at.json:
        return print_json({"taken": taken, "conflicts": conflicts})
    line(say("Taken in: {n} files.", "取り込んだファイル: {n} 件。", n=taken))
    if conflicts:
        line(say("{n} pages differ from those that are there: they were put in conflicts/.",
                 "{n} ページは今あるものと違うため、conflicts/ に置きました。", n=conflicts))  # fmt: skip


def _list(at: Place, found: list[PagePlace]) -> None:
    if at.json:
        return print_json({"pages": [_plain(place) for place in found]})
    if not found:
        return line(say("No pages yet.", "ページはまだありません。"))
    rows: list[list[Part]] = [
        [
            str(place.name),
            say("everybody", "全員") if place.shared else say("this person", "この相手"),
            size(place.bytes),
            clock(place.changed),
            str(place.versions),
            (place.path, "bright_black"),
        ]
        for place in found
    ]
    headers = [say("page", "ページ"), say("for", "対象"), say("size", "大きさ"), say("changed", "更新"),
               say("older", "前の版"), say("file", "ファイル")]  # fmt: skip
    table(headers, rows, right=(2, 4), long=5, narrow="below")


def _plain(place: PagePlace) -> dict[str, Any]:
    return {
        "page": str(place.name),
        "kind": place.name.kind,
        "name": place.name.name,
        "shared": place.shared,
        "path": place.path,
        "bytes": place.bytes,
        "changed": place.changed.isoformat(),
        "versions": place.versions,
    }


def _show_log(at: Place, name: str, text: str) -> None:
    if at.json:
        return print_json({"page": name.strip(), "text": text, "revision": ""})
    for row in text.split("\n"):
        line(row)


def _show(mind: Mind, name: str) -> Page:
    """This person's own page; where there is none, what was written for everybody."""
    from omoide.domain.page import SHARED, page_called
    from omoide.pages import read_page

    wanted = page_called(name)
    page = read_page(mind.faculties, wanted)
    if not page.exists and wanted.kind in SHARED:
        page = mind.faculties.pages.read_shared(mind.scope, wanted)
    if not page.exists:
        raise NotFound(
            f"there is no page {name}; see `omoide pages`.",
            f"「{name}」というページはありません。`omoide pages` で確かめてください。",
        )
    return page


def _undo(mind: Mind, name: str) -> Page:
    from omoide.domain.page import page_called
    from omoide.pages import undo_page

    return undo_page(mind.faculties, page_called(name))
